import Synchronization

/// The maximum number of bytes of request bodies, and of what is made of them, in memory at the same time, over all
/// connections.
///
/// A device can use at most a quarter of it, so that one that announces bodies and does not send them does
/// not keep others from uploading.
final class BodyBudget: Sendable {
  private struct Reserved {
    var total = 0
    var byDevice: [String: Int] = [:]
  }

  private let byteCount: Int
  /// The maximum number of bytes of one device.
  let share: Int
  private let reserved = Mutex(Reserved())

  /// - Parameter largest: the largest number of bytes that one request needs, which a device can always reserve.
  init(byteCount: Int, largest: Int) {
    self.byteCount = byteCount
    share = min(byteCount, max(byteCount / 4, largest))
  }

  /// Runs `body` while `byteCount` bytes are reserved; throws `.busy` if they are not available.
  func withBytes<Value>(
    _ byteCount: Int, of device: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let refusal: String? = reserved.withLock { reserved in
      let own = reserved.byDevice[device, default: 0].clampedAdd(byteCount)
      guard reserved.total.clampedAdd(byteCount) <= self.byteCount else {
        return "Too many uploads are in progress. Send the chunk again in a moment."
      }
      guard own <= share else {
        return "Too many uploads of this device are in progress. Send the chunk again in a moment."
      }
      reserved.total += byteCount
      reserved.byDevice[device] = own
      return nil
    }
    if let refusal { throw Problem(.busy, refusal) }
    defer {
      reserved.withLock { reserved in
        reserved.total -= byteCount
        reserved.byDevice.decrease(device, by: byteCount)
      }
    }
    return try await body()
  }
}
