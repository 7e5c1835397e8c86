import Synchronization

/// The connections of the server that wait for a request. If all places are taken, the one that has waited longest is
/// closed, so that clients that only hold connections do not keep others out.
final class IdleConnections: Sendable {
  private struct State {
    var openCount = 0
    var nextNumber: UInt64 = 0
    /// How to close the connections that wait, by the order in which they began to.
    var waiting: [UInt64: @Sendable () -> Void] = [:]

    mutating func add(_ close: @escaping @Sendable () -> Void) -> UInt64 {
      nextNumber += 1
      waiting[nextNumber] = close
      return nextNumber
    }
  }

  private let connectionsMax: Int
  private let state = Mutex(State())

  init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

  /// A connection was opened, and waits for a request. Returns its number, see `waits(_:)`.
  func opened(_ close: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, closeOther) = state.withLock { state in
      state.openCount += 1
      let number = state.add(close)
      let oldest =
        state.openCount < connectionsMax ? nil : state.waiting.keys.filter { $0 != number }.min()
      return (number, oldest.flatMap { state.waiting.removeValue(forKey: $0) })
    }
    closeOther?()
    return number
  }

  /// A connection that had a request waits for another one. Returns its number.
  ///
  /// - Parameter close: closes the connection, if no request has arrived meanwhile.
  func waits(_ close: @escaping @Sendable () -> Void) -> UInt64 {
    state.withLock { $0.add(close) }
  }

  /// A connection does not wait any more.
  func ended(_ number: UInt64) { state.withLock { _ = $0.waiting.removeValue(forKey: number) } }

  func closed(_ number: UInt64?) {
    state.withLock { state in
      state.openCount -= 1
      if let number { state.waiting[number] = nil }
    }
  }
}
