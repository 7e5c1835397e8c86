import Chunks
import Collector
import ObjectStore
import Synchronization

/// The objects that one call of the storage needs. A transaction cannot wait for a store of objects, so it notes what
/// it needs and ends with `ObjectNeeded`; then the objects are read, and the transaction begins again.
final class NeededObjects: Sendable {
  /// An object or a part of it.
  struct Part: Hashable, Sendable {
    var key: String
    /// The positions of the bytes; nil for all.
    var range: Range<Int64>?
    /// Of these bytes; nil if it is not known.
    var digest: ChunkDigest?
  }

  private struct State {
    var needed: Set<Part> = []
    /// The bytes of each part; empty if there is no such object.
    var found: [Part: [UInt8]] = [:]
    /// The new chunks whose bytes must get an object before they can be stored.
    var unplaced: Set<ChunkIdentity> = []
  }

  private let state = Mutex(State())

  /// Returns the bytes of an object, none if there is no such object. Throws `ObjectNeeded` if it was not read yet.
  func bytes(of part: Part) throws(ObjectNeeded) -> [UInt8] {
    let found = state.withLock { state -> [UInt8]? in
      if let bytes = state.found[part] { return bytes }
      state.needed.insert(part)
      return nil
    }
    guard let found else { throw ObjectNeeded() }
    return found
  }

  func noteUnplaced(_ identity: ChunkIdentity) {
    state.withLock { _ = $0.unplaced.insert(identity) }
  }

  func takeUnplaced() -> Set<ChunkIdentity> {
    state.withLock { state in
      defer { state.unplaced = [] }
      return state.unplaced
    }
  }

  /// Reads what is needed; returns false if nothing is. Throws if the task is canceled.
  func read(from store: any ObjectStore) async throws(StorageError) -> Bool {
    let needed = state.withLock { state in
      defer { state.needed = [] }
      return state.needed
    }
    let results = await needed.concurrently { part in
      let found = await Result { () async throws(ObjectStoreError) in
        try await store.bytes(at: part.key, in: part.range) { bytes in
          part.digest.map { ChunkDigest(of: bytes) == $0 } ?? true
        } ?? []
      }
      return (part, found)
    }
    for (part, result) in results {
      do {
        let bytes = try result.get()
        state.withLock { $0.found[part] = bytes }
      } catch { throw StorageError(error) }
    }
    try Task.requireUncanceled()
    return !needed.isEmpty
  }
}

/// A transaction ends because it needs an object that was not read yet.
struct ObjectNeeded: Error {}

extension StorageError {
  init(_ error: ObjectStoreError) { self = .objectsUnavailable(error.description) }
}

extension Result {
  /// As `Result.init(catching:)`, for a closure that waits.
  init(_ body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Throws if the task is canceled: its client has left, or the server stops.
  static func requireUncanceled() throws(StorageError) {
    if isCancelled { throw .unavailable("the work was canceled") }
  }
}

extension Collection where Element: Sendable {
  /// Calls a closure for all elements, for some of them at the same time, and returns the results in any order. If the
  /// task is canceled, the closure is not called for the elements that are left.
  func concurrently<Value: Sendable>(
    atMost limit: Int = 16, _ body: @escaping @Sendable (Element) async -> Value
  ) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
      var rest = makeIterator()
      for _ in 0..<limit {
        guard let element = rest.next() else { break }
        group.addTask { await body(element) }
      }
      var values: [Value] = []
      while let value = await group.next() {
        values.append(value)
        if !Task.isCancelled, let element = rest.next() { group.addTask { await body(element) } }
      }
      return values
    }
  }
}
