import Synchronization

/// Lets a few tasks at a time do something that needs much memory or time, while the others wait.
///
/// Devices or readers take turns, so that one with many tasks does not delay those of others. A waiting task holds no
/// connection to the database.
package final class FairTurns<Key: Hashable & Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Void, Never>

  private struct State {
    var running = 0
    var runningOfKey: [Key: Int] = [:]
    var waiting = TurnQueue<Key, Waiting>()
  }

  private let runningMax: Int
  private let runningOfKeyMax: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - runningMax: the maximum number of tasks at a time.
  ///   - runningOfKeyMax: the maximum number of those of one key.
  package init(runningMax: Int, runningOfKeyMax: Int) {
    self.runningMax = runningMax
    self.runningOfKeyMax = runningOfKeyMax
  }

  /// The number of tasks of a key that wait.
  func waitingCount(of key: Key) -> Int { state.withLock { $0.waiting.count(of: key) } }

  /// Whether a task of a key runs.
  package func isRunning(_ key: Key) -> Bool { state.withLock { $0.runningOfKey[key] != nil } }

  /// Runs `body` when it is its turn.
  package func withTurn<Value, Failure: Error>(
    of key: Key, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await withCheckedContinuation { continuation in
      resume { $0.waiting.append(continuation, of: key) }
    }
    defer {
      resume { state in
        state.running -= 1
        state.runningOfKey.decrease(key)
      }
    }
    return try await body()
  }

  /// Changes the state, and lets the tasks run that may run then.
  private func resume(after change: @Sendable (inout State) -> Void) {
    let next = state.withLock { state in
      change(&state)
      var next: [Waiting] = []
      while state.running < runningMax,
        let (key, waiting) = state.waiting.next(where: { [running = state.runningOfKey] key, _ in
          running[key, default: 0] < runningOfKeyMax
        })
      {
        state.running += 1
        state.runningOfKey[key, default: 0] += 1
        next.append(waiting)
      }
      return next
    }
    for waiting in next { waiting.resume() }
  }
}

/// Turns for which not too many requests of one device or reader may wait.
struct RequestTurns<Key: Hashable & Sendable>: Sendable {
  let turns: FairTurns<Key>
  /// The maximum number of waiting requests of one key.
  let waitingMax: Int
  /// The text of the problem if more requests wait.
  let refusal: String

  /// Runs `body` when it is its turn; throws `.busy` if too many requests of the key wait.
  func withTurn<Value>(of key: Key, _ body: () async throws -> Value) async throws -> Value {
    guard turns.waitingCount(of: key) < waitingMax else { throw Problem(.busy, refusal) }
    return try await turns.withTurn(of: key) {
      try Client.requireConnected()
      return try await body()
    }
  }
}
