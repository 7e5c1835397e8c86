import Synchronization

/// Lets a few tasks at a time do something that needs much memory or time, while the others wait.
///
/// Devices or readers take turns, so that one with many tasks does not delay those of others. A waiting task holds no
/// connection to the database.
final class FairTurns<Key: Hashable & Sendable>: Sendable {
  private typealias Waiting = CheckedContinuation<Void, Never>

  private struct State {
    var running = 0
    var runningOfKey: [Key: Int] = [:]
    var waiting: [Key: [Waiting]] = [:]
    /// The keys with a task that waits, the next one first.
    var order: [Key] = []
  }

  /// The maximum number of tasks at a time, of all keys and of one, and the maximum number of waiting tasks of one.
  private let runningMax: Int
  private let runningOfKeyMax: Int
  private let waitingOfKeyMax: Int
  private let refusal: String
  private let state = Mutex(State())

  /// - Parameter refusal: what a client reads if too many of its tasks wait.
  init(
    runningMax: Int, runningOfKeyMax: Int, waitingOfKeyMax: Int, refusal: String
  ) {
    self.runningMax = runningMax
    self.runningOfKeyMax = runningOfKeyMax
    self.waitingOfKeyMax = waitingOfKeyMax
    self.refusal = refusal
  }

  /// The number of tasks of a key that wait.
  func waitingCount(of key: Key) -> Int { state.withLock { $0.waiting[key]?.count ?? 0 } }

  /// Runs `body` when it is its turn; throws `.busy` if too many tasks of the key wait.
  func withTurn<Value>(of key: Key, _ body: () async throws -> Value) async throws -> Value {
    guard waitingCount(of: key) < waitingOfKeyMax else { throw Problem(.busy, refusal) }
    await withCheckedContinuation { continuation in
      let next = state.withLock { state in
        if state.waiting[key] == nil { state.order.append(key) }
        state.waiting[key, default: []].append(continuation)
        return takeNext(&state)
      }
      for waiting in next { waiting.resume() }
    }
    defer {
      let next = state.withLock { state in
        state.running -= 1
        let count = state.runningOfKey[key, default: 0] - 1
        state.runningOfKey[key] = count > 0 ? count : nil
        return takeNext(&state)
      }
      for waiting in next { waiting.resume() }
    }
    return try await body()
  }

  /// Removes the tasks that may begin now.
  private func takeNext(_ state: inout State) -> [Waiting] {
    var taken: [Waiting] = []
    var index = 0
    while state.running < runningMax, index < state.order.count {
      let key = state.order[index]
      guard state.runningOfKey[key, default: 0] < runningOfKeyMax,
        let first = state.waiting[key]?.first
      else {
        index += 1
        continue
      }
      taken.append(first)
      state.running += 1
      state.runningOfKey[key, default: 0] += 1
      state.waiting[key]?.removeFirst()
      state.order.remove(at: index)
      if state.waiting[key]?.isEmpty == true {
        state.waiting[key] = nil
      } else {
        state.order.append(key)
      }
    }
    return taken
  }
}
