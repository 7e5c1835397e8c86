import ServiceLifecycle
import Synchronization

/// All connections of the server.
///
/// If all places are taken, the one that has waited longest for a request is closed, so that clients that only hold
/// connections do not keep others out. When the server stops, clients that are slow are not waited for.
final class OpenConnections: Sendable {
  /// What can be asked of a connection, from any thread.
  struct Connection: Sendable {
    /// Closes it if it waits for a request.
    var closeIfWaiting: @Sendable () -> Void
    /// Lets it wait only for a short time from now on, see `ConnectionTimeLimits`.
    var stopSoon: @Sendable () -> Void
  }

  private struct State {
    var nextNumber: UInt64 = 0
    var open: [UInt64: Connection] = [:]
    /// The connections that wait for a request, each with a number that is higher the later it began to.
    var waiting: [UInt64: UInt64] = [:]
    var isStopping = false

    mutating func newNumber() -> UInt64 {
      nextNumber += 1
      return nextNumber
    }
  }

  private let connectionsMax: Int
  private let state = Mutex(State())

  init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

  /// A connection was opened, and waits for a request. Returns its number.
  func opened(_ connection: Connection) -> UInt64 {
    let (number, other, isStopping) = state.withLock { state in
      let number = state.newNumber()
      let oldest =
        state.open.count + 1 < connectionsMax
        ? nil : state.waiting.min { $0.value < $1.value }.flatMap { state.open[$0.key] }
      state.open[number] = connection
      state.waiting[number] = number
      return (number, oldest, state.isStopping)
    }
    other?.closeIfWaiting()
    if isStopping { connection.stopSoon() }
    return number
  }

  /// A connection begins or ends to wait for a request.
  func setWaiting(_ isWaiting: Bool, _ number: UInt64) {
    state.withLock { state in
      guard state.open[number] != nil else { return }
      if !isWaiting {
        state.waiting[number] = nil
      } else if state.waiting[number] == nil {
        state.waiting[number] = state.newNumber()
      }
    }
  }

  func closed(_ number: UInt64) {
    state.withLock { state in
      state.open[number] = nil
      state.waiting[number] = nil
    }
  }

  fileprivate func stopSoon() {
    let all = state.withLock { state in
      state.isStopping = true
      return Array(state.open.values)
    }
    for connection in all { connection.stopSoon() }
  }
}

/// Tells the connections that the server stops.
struct ConnectionStopService: Service {
  let connections: OpenConnections

  func run() async throws {
    try? await gracefulShutdown()
    connections.stopSoon()
  }
}
