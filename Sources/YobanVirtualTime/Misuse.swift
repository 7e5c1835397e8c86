import Synchronization

/// A mistake in the code that sets up and plays a scenario, such as lowering the wrist of a phone.
public enum Misuse {
  private static let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Sets what happens with each mistake. YobanTesting records an issue of the test. Default: the
  /// program ends with the message.
  public static func handle(_ body: @escaping @Sendable (String) -> Void) {
    handler.withLock { $0 = body }
  }

  /// Reports a mistake. The caller then does nothing, or continues with a value that is allowed.
  ///
  /// - Parameter message: what is wrong, and what is possible.
  public static func report(_ message: String) {
    guard let body = handler.withLock(\.self) else { preconditionFailure(message) }
    body(message)
  }

  /// Reports a mistake if a value is not in its range.
  ///
  /// - Parameter what: the value in words, with its unit.
  /// - Returns: the value, or the nearest one that is in the range.
  package static func within<Value: Comparable>(
    _ range: ClosedRange<Value>, _ value: Value, _ what: @autoclosure () -> String
  ) -> Value {
    if !range.contains(value) {
      report("There is no \(what()); it must be \(range.lowerBound) to \(range.upperBound).")
    }
    return min(max(value, range.lowerBound), range.upperBound)
  }

  /// Reports a mistake if the condition does not hold.
  ///
  /// - Returns: whether the condition holds.
  package static func isRight(_ condition: Bool, _ message: @autoclosure () -> String) -> Bool {
    if !condition { report(message()) }
    return condition
  }
}
