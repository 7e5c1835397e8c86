import Chunks
import Collector

/// A transaction that knows which objects were read for it, and the indexes of packs that were read before.
struct ObjectSession: SQLSession {
  let base: any SQLSession
  let objects: NeededObjects?
  let packIndexes: PackIndexCache?

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] { try base.rows(sql, values) }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try base.execute(sql, values) }

  func executeScript(_ sql: String) throws { try base.executeScript(sql) }

  func lock(devices: Set<String>) throws { try base.lock(devices: devices) }

  func tryLock(device: String) throws -> Bool { try base.tryLock(device: device) }

  func synchronizeIdentities(of tables: [String]) throws {
    try base.synchronizeIdentities(of: tables)
  }

  func requireDurability() throws { try base.requireDurability() }

  func makePartition(containing time: Int64) throws { try base.makePartition(containing: time) }

  func dropUnusedPartitions() throws { try base.dropUnusedPartitions() }
}

extension SQLSession {
  /// The objects that were read for this transaction; nil if bodies are in the database only.
  var objects: NeededObjects? { (self as? ObjectSession)?.objects }

  /// nil in a transaction that changes the tables of an earlier version, which have no packs.
  var packIndexes: PackIndexCache? { (self as? ObjectSession)?.packIndexes }

  /// Returns the bytes of a chunk that are stored, or the first of them; none if they are missing.
  ///
  /// - Parameters:
  ///   - row: with the columns `sha256`, `object` and `body`, of which `body` may have only the first bytes.
  ///   - count: the number of bytes; nil for all.
  /// - Throws: `ObjectNeeded`.
  func bytes(of row: SQLRow, _ identity: ChunkIdentity, first count: Int64? = nil) throws -> [UInt8]
  {
    guard let number = try? row.integer("object") else { return (try? row.bytes("body")) ?? [] }
    guard let objects else { throw StorageError.bodiesAreInObjects }
    let digest = count == nil ? (try? row.bytes("sha256")).flatMap(ChunkDigest.init(bytes:)) : nil
    return try objects.bytes(
      of: .init(
        key: ObjectKey(identity: identity, number: number).text, range: count.map { 0..<$0 },
        digest: digest))
  }

  /// As `bytes(of:_:first:)`, with the digest that is stored beside the bytes.
  func body(of row: SQLRow, _ identity: ChunkIdentity) throws -> StoredBody {
    StoredBody(
      bytes: try bytes(of: row, identity),
      digest: (try? row.bytes("sha256")).flatMap(ChunkDigest.init(bytes:)))
  }
}

extension StorageError {
  static var bodiesAreInObjects: StorageError {
    .unavailable("the bodies of chunks are in a store of objects, which this command does not use")
  }
}
