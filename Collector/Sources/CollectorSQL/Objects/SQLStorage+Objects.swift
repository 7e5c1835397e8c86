import Chunks
import Collector
import ObjectStore

extension SQLStorage {
  /// Runs a transaction, and again after the objects that it needs were read.
  func withObjects<Value: Sendable>(
    _ needed: NeededObjects?, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
    _ run: (@escaping @Sendable (any SQLSession) throws -> Value) async throws(StorageError) ->
      Value
  ) async throws(StorageError) -> Value {
    guard let objects else {
      return try await run {
        try body(ObjectSession(base: $0, objects: nil, packIndexes: packIndexes))
      }
    }
    let needed = needed ?? NeededObjects()
    for _ in 0..<Self.objectReadsMax {
      do {
        return try await run {
          try body(
            ObjectSession(base: $0, objects: needed, packIndexes: packIndexes))
        }
      } catch {
        guard try await needed.read(from: objects) else { throw error }
      }
    }
    throw .unavailable("the chunks that are read change all the time")
  }

  /// More often than one transaction needs objects, each time after it has found others in the rows.
  private static var objectReadsMax: Int { 1_000 }

  public var objectCounts: ObjectStoreCounts? { objects?.counts }

  /// Puts the bytes of a chunk that is not stored yet into an object.
  public func place(_ chunk: CheckedChunk) async throws(StorageError) -> CheckedChunk {
    guard objects != nil, chunk.object == nil else { return chunk }
    let isNeeded = try await database.read { session in
      let row = try session.row(
        "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ?",
        chunk.identity.key)
      return try row == nil && session.pack(of: chunk.identity) == nil
        && !chunk.isDeleted(in: session)
    }
    return isNeeded ? try await putIntoObject(chunk) : chunk
  }

  func putIntoObject(_ chunk: CheckedChunk) async throws(StorageError) -> CheckedChunk {
    guard let objects else { return chunk }
    var placed = chunk
    let number = Int64.random(in: 0 ... .max)
    let key = ObjectKey(identity: chunk.identity, number: number)
    try await objectErrors { () async throws(ObjectStoreError) in
      try await objects.put(chunk.bytes, at: key.text, sha256: chunk.digest.bytes)
    }
    placed.object = number
    return placed
  }

  /// Removes the objects of chunks that were not stored in the end. If this fails, `removeOrphans` finds them.
  func removeObjects(of chunks: some Sequence<CheckedChunk>) async {
    guard let objects else { return }
    for chunk in chunks {
      guard let number = chunk.object else { continue }
      try? await objects.remove(ObjectKey(identity: chunk.identity, number: number).text)
    }
  }

  /// Removes the bytes of packs, and the objects of chunks and packs, that were deleted. Throws if the task is
  /// canceled; the next call goes on then.
  func removeDeletedObjects(withPacks: Bool = true) async throws(StorageError) {
    if withPacks { try await removeDeletedPacks() }
    while true {
      let keys = try await database.read { session in
        try session.rows("SELECT key FROM removed_objects ORDER BY key LIMIT 1000")
          .map { try $0.text("key") }
      }
      guard !keys.isEmpty else { return }
      guard let objects else {
        throw .unavailable(
          "the bodies of deleted chunks are still in the store of objects, which this command does not use"
        )
      }
      let results = await keys.concurrently { key in
        await Result { () async throws(ObjectStoreError) in
          try await objects.remove(key)
          return key
        }
      }
      let removed = results.compactMap { try? $0.get() }
      try await database.write { session in
        for key in removed {
          try session.execute("DELETE FROM removed_objects WHERE key = ?", [.text(key)])
        }
      }
      for case .failure(let error) in results { throw StorageError(error) }
      try Task.requireUncanceled()
    }
  }

  /// The place of the objects with bodies of chunks, as text; nil if there are none.
  public func objectLocation() async throws(StorageError) -> String? {
    try await database.read { session in
      try session.row("SELECT location FROM object_store")?.text("location")
    }
  }

  /// Notes where the objects are, so that no program looks for the bodies in the database.
  public func setObjectLocation(_ location: String) async throws(StorageError) {
    try await database.write { session in
      try session.execute("DELETE FROM object_store")
      try session.execute("INSERT INTO object_store (location) VALUES (?)", [.text(location)])
    }
  }

  /// Runs what uses the store of objects, with the errors of the storage.
  func objectErrors<Value>(
    _ body: () async throws(ObjectStoreError) -> Value
  ) async throws(StorageError) -> Value {
    do { return try await body() } catch { throw StorageError(error) }
  }
}
