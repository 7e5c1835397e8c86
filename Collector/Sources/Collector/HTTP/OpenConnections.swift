import Synchronization

/// All connections of the server. If all places are taken, the one that has waited longest for a request is closed, so
/// that clients that only hold connections do not keep others out.
final class OpenConnections: Sendable {
  private struct State {
    var nextNumber: UInt64 = 0
    /// A function for each connection that closes it if it waits for a request, from any thread.
    var open: [UInt64: @Sendable () -> Void] = [:]
    /// The connections that wait for a request, each with a number that is higher the later it began to.
    var waiting: [UInt64: UInt64] = [:]

    mutating func newNumber() -> UInt64 {
      nextNumber += 1
      return nextNumber
    }

    /// Chooses the connection that has waited longest, if all places are taken.
    mutating func connectionToClose(_ connectionsMax: Int) -> (@Sendable () -> Void)? {
      guard open.count >= connectionsMax,
        let oldest = waiting.min(by: { $0.value < $1.value })?.key
      else { return nil }
      waiting[oldest] = nil
      return open[oldest]
    }
  }

  private let connectionsMax: Int
  private let state = Mutex(State())

  init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

  /// A connection was opened, and waits for a request. Returns its number.
  ///
  /// - Parameter closeIfWaiting: if it does not wait any more, it calls `makeRoom()`.
  func opened(_ closeIfWaiting: @escaping @Sendable () -> Void) -> UInt64 {
    let (number, close) = state.withLock { state in
      let number = state.newNumber()
      state.open[number] = closeIfWaiting
      let close = state.connectionToClose(connectionsMax)
      state.waiting[number] = number
      return (number, close)
    }
    close?()
    return number
  }

  /// A connection begins or ends to wait for a request.
  func setWaiting(_ isWaiting: Bool, _ number: UInt64) {
    let close = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.open[number] != nil else { return nil }
      guard isWaiting else {
        state.waiting[number] = nil
        return nil
      }
      if state.waiting[number] == nil { state.waiting[number] = state.newNumber() }
      return state.connectionToClose(connectionsMax)
    }
    close?()
  }

  /// Closes a connection if all places are taken and one waits.
  func makeRoom() { state.withLock { $0.connectionToClose(connectionsMax) }?() }

  func closed(_ number: UInt64) {
    state.withLock { state in
      state.open[number] = nil
      state.waiting[number] = nil
    }
  }
}
