import YobanSimulatedOS
import YobanVirtualTime

extension World {
  /// Lets virtual time pass.
  ///
  /// - Throws: `CancellationError`.
  public func pass(_ duration: Duration) async throws {
    try await Task.sleep(for: simulation.choices.wait(of: duration))
  }

  /// Lets virtual time pass until a condition is true. It is checked at once, then ten times a second.
  ///
  /// - Parameters:
  ///   - what: a noun phrase for the failure, such as "the connection".
  ///   - longest: the maximum virtual time that may pass. Default: an hour.
  ///   - condition: code that reads the state of the world; it must not change it.
  /// - Throws: `WaitTimeout` with the last events of the trace, an error of the condition, or
  ///   `CancellationError`.
  public func wait(
    for what: String, atMost longest: Duration = .seconds(3600), until condition: () throws -> Bool
  ) async throws {
    let deadline = now + longest
    while try !condition() {
      guard now < deadline else {
        throw WaitTimeout(
          what: what, waited: longest, lastEvents: FailureFiles.lines(of: trace.events, last: 20))
      }
      try await Task.sleep(for: min(.milliseconds(100), deadline - now))
    }
  }
}

/// An error: a condition did not become true in time.
public struct WaitTimeout: Error, CustomStringConvertible {
  /// A noun phrase for the failure, such as "the connection".
  public let what: String
  /// The virtual time that passed.
  public let waited: Duration
  /// The last lines of the trace, the newest at the end.
  public let lastEvents: [String]

  public var description: String {
    """
    timed out after \(waited) of virtual time, waiting for \(what). The last events:
    \(lastEvents.isEmpty ? "(none)" : lastEvents.joined(separator: "\n"))
    """
  }
}

extension Duration {
  /// Returns a duration in minutes.
  public static func minutes(_ minutes: Double) -> Duration { .seconds(minutes * 60) }
  /// Returns a duration in hours.
  public static func hours(_ hours: Double) -> Duration { .seconds(hours * 3600) }
}

// The operators of a type do not come with the export of the type. Where YobanVirtualTime itself is imported, its own
// operators are preferred.
extension VirtualInstant {
  /// Returns a later time; `distantFuture` if that is out of range.
  @_disfavoredOverload
  public static func + (instant: Self, duration: Duration) -> Self {
    instant.advanced(by: duration)
  }
  /// Returns an earlier time; `start` if that is out of range.
  @_disfavoredOverload
  public static func - (instant: Self, duration: Duration) -> Self {
    instant.advanced(by: .zero - duration)
  }
  /// Returns the duration from one time to a later one.
  @_disfavoredOverload
  public static func - (later: Self, earlier: Self) -> Duration { earlier.duration(to: later) }
}
