import Collector
import CollectorSQL
import Synchronization

/// Connections to one database, which are opened when they are needed and used by one transaction at a time.
final class PostgresPool: Sendable {
  private struct State {
    var idle: [PostgresConnection] = []
    var count = 0
    var waiting: [CheckedContinuation<PostgresConnection, Never>] = []
  }

  private let url: String
  private let connectionsMax: Int
  private let state = Mutex(State())

  init(url: String, connectionsMax: Int) {
    self.url = url
    self.connectionsMax = connectionsMax
  }

  /// Runs a transaction on the thread of a connection, after those that came before if all connections are in
  /// use.
  func run<Value: Sendable>(
    _ kind: PostgresConnection.TransactionKind,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    let connection = await take()
    let result = await connection.transaction(kind, body)
    give(connection)
    return try result.get()
  }

  private func take() async -> PostgresConnection {
    await withCheckedContinuation { continuation in
      let connection = state.withLock { state -> PostgresConnection? in
        if let connection = state.idle.popLast() { return connection }
        if state.count < connectionsMax {
          state.count += 1
          return PostgresConnection(url: url)
        }
        state.waiting.append(continuation)
        return nil
      }
      if let connection { continuation.resume(returning: connection) }
    }
  }

  private func give(_ connection: PostgresConnection) {
    let next = state.withLock { state -> CheckedContinuation<PostgresConnection, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(connection)
      return nil
    }
    next?.resume(returning: connection)
  }
}
