import Chunks
import ObjectStore
import Synchronization

/// A store of objects in memory that a test can fill, empty and disturb.
final class MemoryObjects: ObjectStore {
  struct Faults {
    /// All requests fail.
    var isUnavailable = false
    /// A `put` fails, but the object is stored: its answer was lost.
    var losesAnswers = false
  }

  private struct State {
    var objects: [String: [UInt8]] = [:]
    var times: [String: Int64] = [:]
    var faults = Faults()
    var putCount = 0
    var now: Int64 = 1_000
  }

  private let state = Mutex(State())
  /// Called before an object is read or removed.
  let onRequest = Mutex<(@Sendable () -> Void)?>(nil)
  let name: String

  init(name: String = "memory") { self.name = name }

  var counts: ObjectStoreCounts { ObjectStoreCounts() }
  var objects: [String: [UInt8]] { state.withLock { $0.objects } }
  var putCount: Int { state.withLock { $0.putCount } }

  func setFaults(_ faults: Faults) { state.withLock { $0.faults = faults } }

  /// Changes the bytes of all objects, or removes them with nil.
  func damage(_ change: ([UInt8]) -> [UInt8]?) {
    state.withLock { state in state.objects = state.objects.compactMapValues(change) }
  }

  /// Writes an object without the collector.
  func write(_ bytes: [UInt8], at key: String, time: Int64) {
    state.withLock { state in
      state.objects[key] = bytes
      state.times[key] = time
    }
  }

  func put(_ bytes: [UInt8], at key: String, sha256: [UInt8]) async throws(ObjectStoreError) {
    let error = state.withLock { state -> ObjectStoreError? in
      guard !state.faults.isUnavailable else { return .unavailable("the store is away") }
      guard ChunkDigest(of: bytes).bytes == sha256 else { return .refused("another SHA-256") }
      guard state.objects[key] == nil else { return .refused("the key \(key) is used twice") }
      state.objects[key] = bytes
      state.times[key] = state.now
      state.putCount += 1
      return state.faults.losesAnswers ? .unavailable("no answer") : nil
    }
    if let error { throw error }
  }

  func bytes(
    at key: String, in range: Range<Int64>?, isExpected: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(ObjectStoreError) -> [UInt8]? {
    onRequest.withLock { $0 }?()
    let (isUnavailable, bytes) = state.withLock { ($0.faults.isUnavailable, $0.objects[key]) }
    guard !isUnavailable else { throw .unavailable("the store is away") }
    guard let range, let bytes else { return bytes }
    return Array(bytes.dropFirst(Int(range.lowerBound)).prefix(range.count))
  }

  func remove(_ key: String) async throws(ObjectStoreError) {
    onRequest.withLock { $0 }?()
    let isUnavailable = state.withLock { state in
      if !state.faults.isUnavailable { state.objects[key] = nil }
      return state.faults.isUnavailable
    }
    guard !isUnavailable else { throw .unavailable("the store is away") }
  }

  /// Pages of two objects.
  func objects(
    withPrefix prefix: String, after key: String?
  ) async throws(ObjectStoreError) -> [StoredObject] {
    state.withLock { state in
      state.objects.keys.filter { $0.hasPrefix(prefix) && $0 > key ?? "" }.sorted().prefix(2).map {
        StoredObject(
          key: $0, byteCount: Int64(state.objects[$0]?.count ?? 0), time: state.times[$0] ?? 0)
      }
    }
  }
}
