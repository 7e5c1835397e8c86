import Chunks
import Collector
import ObjectStore

extension SQLStorage {
  public func resolveOrphans(
    writtenBefore time: Int64, _ action: OrphanAction
  ) async throws(StorageError) -> OrphanReport {
    guard let objects else {
      throw .objectsUnavailable("the chunk bodies of this database are in the database itself")
    }
    var report = OrphanReport()
    for prefix in [ObjectKey.prefix, PackKey.prefix] {
      var last: String?
      while true {
        let page = try await objectErrors { () async throws(ObjectStoreError) in
          try await objects.objects(withPrefix: prefix, after: last)
        }
        guard let final = page.last else { break }
        last = final.key
        report.objectCount += page.count
        let orphans = try await read { session in
          try page.filter { try Self.isOrphan($0, in: session) }
        }
        for orphan in orphans {
          try await resolve(orphan, writtenBefore: time, action, objects, &report)
        }
      }
    }
    return report
  }

  private func resolve(
    _ orphan: StoredObject, writtenBefore time: Int64, _ action: OrphanAction,
    _ objects: any ObjectStore, _ report: inout OrphanReport
  ) async throws(StorageError) {
    guard orphan.time < time else {
      report.youngCount += 1
      return
    }
    switch action {
    case .remove:
      try await objectErrors { () async throws(ObjectStoreError) in
        try await objects.remove(orphan.key)
      }
    case .store:
      guard try await storeAgain(orphan, objects) else {
        report.unusable.append(orphan.key)
        return
      }
    }
    report.resolvedCount += 1
    report.resolvedBytes = report.resolvedBytes.clampedAdd(orphan.byteCount)
  }

  /// The object of a deleted chunk is no orphan: it is removed by itself, and must not be stored again.
  private static func isOrphan(_ object: StoredObject, in session: any SQLSession) throws -> Bool {
    let isUsed: SQLRow?
    if let key = ObjectKey(text: object.key) {
      isUsed = try session.row(
        "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ? AND object = ?",
        key.identity.key + [.integer(key.number)])
    } else if let key = PackKey(text: object.key) {
      isUsed = try session.row(
        """
        SELECT 1 FROM packs
        WHERE device = ? AND stream = ? AND first_sequence = ? AND last_sequence = ? AND object = ?
        """,
        key.name.key + [
          .integer(Int64(key.sequences.lowerBound)), .integer(Int64(key.sequences.upperBound)),
          .integer(key.number),
        ])
    } else {
      return true
    }
    let isRemoved = try session.row(
      "SELECT 1 FROM removed_objects WHERE key = ?", [.text(object.key)])
    return isUsed == nil && isRemoved == nil
  }

  /// Stores the chunks in an orphan, and removes the orphan. Returns false if this is not possible.
  private func storeAgain(
    _ orphan: StoredObject, _ objects: any ObjectStore
  ) async throws(StorageError) -> Bool {
    let bytes = try await objectErrors { () async throws(ObjectStoreError) in
      try await objects.bytes(at: orphan.key)
    }
    guard let bytes, let chunks = Self.chunks(in: bytes, orphan.key) else { return false }
    for chunk in chunks {
      switch try await store([chunk])[0] {
      case .stored, .alreadyStored, .repaired, .deleted: break
      case .conflict, .refused, .deviceIsBusy: return false
      }
    }
    try await objectErrors { () async throws(ObjectStoreError) in
      try await objects.remove(orphan.key)
    }
    return true
  }

  /// Returns the chunks in an object; nil if it is neither an intact chunk nor a pack of intact ones.
  private static func chunks(in bytes: [UInt8], _ key: String) -> [CheckedChunk]? {
    if let key = ObjectKey(text: key) {
      return CheckedChunk(intact: bytes, as: key.identity).map { [$0] }
    }
    guard let key = PackKey(text: key),
      key.sequences.upperBound - key.sequences.lowerBound < Pack.chunksMax,
      let bodies = PackBytes.bodies(in: bytes, key.sequences)
    else { return nil }
    let chunks = zip(key.sequences, bodies).compactMap { sequence, body in
      (try? ChunkIdentity(device: key.name.device, stream: key.name.stream, sequence: sequence))
        .flatMap { CheckedChunk(intact: body, as: $0) }
    }
    return chunks.count == bodies.count ? chunks : nil
  }
}
