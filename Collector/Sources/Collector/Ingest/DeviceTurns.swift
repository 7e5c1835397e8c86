import Synchronization

/// Lets one task of each device at a time do something, in the order in which they come, so that those that wait hold no
/// connection to the database.
final class DeviceTurns: Sendable {
  private typealias Waiting = CheckedContinuation<Void, Never>

  /// The maximum number of tasks of a device that wait.
  private static let waitingMax = 8

  /// The tasks that wait for each device that has one at work.
  private let waiting = Mutex<[String: [Waiting]]>([:])

  /// The number of tasks of a device that wait.
  func waitingCount(of device: String) -> Int { waiting.withLock { $0[device]?.count ?? 0 } }

  /// Runs `body` when it is its turn; throws `.busy` if too many wait.
  func withTurn<Value>(of device: String, _ body: () async throws -> Value) async throws -> Value {
    guard waitingCount(of: device) < Self.waitingMax else {
      throw Problem(
        .busy, "Too many requests of this device are in progress. Send it again in a moment.")
    }
    await withCheckedContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        guard waiting[device] != nil else {
          waiting[device] = []
          return true
        }
        waiting[device]?.append(continuation)
        return false
      }
      if isFirst { continuation.resume() }
    }
    defer {
      let next = waiting.withLock { waiting -> Waiting? in
        guard waiting[device]?.isEmpty == false else {
          waiting[device] = nil
          return nil
        }
        return waiting[device]?.removeFirst()
      }
      next?.resume()
    }
    return try await body()
  }
}
