import Synchronization

/// The maximum number of bytes of request bodies in memory at the same time, over all connections.
final class BodyBudget: Sendable {
  private let available: Mutex<Int>

  init(byteCount: Int) {
    available = Mutex(byteCount)
  }

  /// Runs `body` while `byteCount` bytes are reserved; throws `.busy` if they are not available.
  func withBytes<Value>(
    _ byteCount: Int, _ body: () async throws -> Value
  ) async throws -> Value {
    let isGranted = available.withLock { available in
      guard available >= byteCount else { return false }
      available -= byteCount
      return true
    }
    guard isGranted else {
      throw Problem(.busy, "Too many uploads are in progress. Send the chunk again in a moment.")
    }
    defer { available.withLock { $0 += byteCount } }
    return try await body()
  }
}
