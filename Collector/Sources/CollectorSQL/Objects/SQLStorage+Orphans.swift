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
    var last: String?
    while true {
      let page = try await objectErrors { () async throws(ObjectStoreError) in
        try await objects.objects(withPrefix: ObjectKey.prefix, after: last)
      }
      guard let final = page.last else { return report }
      last = final.key
      report.objectCount += page.count
      let orphans = try await read { session in
        try page.filter { try Self.isOrphan($0, in: session) }
      }
      for orphan in orphans {
        guard orphan.time < time else {
          report.youngCount += 1
          continue
        }
        switch action {
        case .remove:
          try await objectErrors { () async throws(ObjectStoreError) in
            try await objects.remove(orphan.key)
          }
        case .store:
          guard try await storeAgain(orphan, objects) else {
            report.unusable.append(orphan.key)
            continue
          }
        }
        report.resolvedCount += 1
        report.resolvedBytes = report.resolvedBytes.clampedAdd(orphan.byteCount)
      }
    }
  }

  /// The object of a deleted chunk is no orphan: it is removed by itself, and must not be stored again.
  private static func isOrphan(_ object: StoredObject, in session: any SQLSession) throws -> Bool {
    guard let key = ObjectKey(text: object.key) else { return true }
    let isUsed = try session.row(
      "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ? AND object = ?",
      key.identity.key + [.integer(key.number)])
    let isRemoved = try session.row(
      "SELECT 1 FROM removed_objects WHERE key = ?", [.text(object.key)])
    return isUsed == nil && isRemoved == nil
  }

  /// Stores the chunk in an orphan, and removes the orphan. Returns false if this is not possible.
  private func storeAgain(
    _ orphan: StoredObject, _ objects: any ObjectStore
  ) async throws(StorageError) -> Bool {
    guard let key = ObjectKey(text: orphan.key) else { return false }
    let bytes = try await objectErrors { () async throws(ObjectStoreError) in
      try await objects.bytes(at: orphan.key)
    }
    guard let bytes, let chunk = CheckedChunk(intact: bytes, as: key.identity) else { return false }
    switch try await store([chunk])[0] {
    case .stored, .alreadyStored, .repaired, .deleted: break
    case .conflict, .refused, .deviceIsBusy: return false
    }
    try await objectErrors { () async throws(ObjectStoreError) in
      try await objects.remove(orphan.key)
    }
    return true
  }
}
