import Chunks
import Collector
import Foundation
import GRDB

extension SQLiteStorage {
  public func store(_ batch: [CheckedChunk]) async throws(StorageError) -> [StoreOutcome] {
    try await write { database in
      try batch.map { try Self.store($0, in: database) }
    }
  }

  private static func store(_ chunk: CheckedChunk, in database: Database) throws -> StoreOutcome {
    let record = ChunkRecord(chunk)
    guard let row = try row(of: chunk.identity, in: database) else {
      try insert(chunk, record, in: database)
      try addToSummary(record, of: chunk.identity, in: database)
      return .stored(record)
    }
    let body = StoredBody(row: row)
    if body.bytes == chunk.bytes {
      // The receipt of these bytes is right only if everything that is stored about them is.
      if let stored = try? ChunkRecord(row: row), stored == record { return .alreadyStored(stored) }
      try replace(chunk, record, in: database)
      return .repaired(record)
    }
    if body.digest == chunk.digest {
      try replace(chunk, record, in: database)
      return .repaired(record)
    }
    return .conflict(isQuarantined: try quarantine(chunk, in: database))
  }

  private static func row(of identity: ChunkIdentity, in database: Database) throws -> Row? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(ChunkRecord.columns), body FROM chunks LEFT JOIN bodies USING (id)
          WHERE device = ? AND stream = ? AND sequence = ?
          """),
      arguments: identity.key)
  }

  /// Stores a damaged chunk again, with everything that is known about it.
  private static func replace(
    _ chunk: CheckedChunk, _ record: ChunkRecord, in database: Database
  ) throws {
    let key = chunk.identity.key
    let isChunk = "device = ? AND stream = ? AND sequence = ?"
    try database.execute(
      sql: "DELETE FROM bodies WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))",
      arguments: key)
    for table in ["chunks", "gaps", "marks", "damage"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE \(isChunk)", arguments: key)
    }
    try insert(chunk, record, in: database)
    let identity = chunk.identity
    try rebuildSummary(
      of: StreamName(device: identity.device, stream: identity.stream), in: database)
  }

  private static func insert(
    _ chunk: CheckedChunk, _ record: ChunkRecord, in database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO chunks (device, stream, sequence, sha256, bytes, samples, gaps, first_time,
          last_time, is_increasing, channels)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: chunk.identity.key + [
        Data(record.digest.bytes), record.byteCount, record.sampleCount, record.gapCount,
        record.times?.lowerBound, record.times?.upperBound, record.isStrictlyIncreasing,
        record.channels.joined(separator: ","),
      ])
    try database.cachedStatement(sql: "INSERT INTO bodies (id, body) VALUES (?, ?)")
      .execute(arguments: [database.lastInsertedRowID, Data(chunk.bytes)])
    for (position, gap) in chunk.summary.gaps.enumerated() {
      try database.cachedStatement(sql: "INSERT INTO gaps VALUES (?, ?, ?, ?, ?, ?, ?)")
        .execute(
          arguments: chunk.identity.key + [position, gap.start, gap.end, gap.cause.rawValue])
    }
    for (position, mark) in chunk.summary.marks.enumerated() {
      try database.cachedStatement(sql: "INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?)")
        .execute(arguments: chunk.identity.key + [position, mark.time, mark.name])
    }
  }

  /// Quarantines a conflicting chunk, at most once, unless the device's quarantine is full. Returns
  /// whether the chunk is in quarantine.
  private static func quarantine(_ chunk: CheckedChunk, in database: Database) throws -> Bool {
    let identity = chunk.identity
    let known = try Bool.fetchOne(
      database,
      sql: """
        SELECT 1 FROM conflicts
        WHERE device = ? AND stream = ? AND sequence = ? AND sha256 = ?
        """,
      arguments: identity.key + [Data(chunk.digest.bytes)])
    if known != nil { return true }
    let kept = try Row.fetchOne(
      database, sql: "SELECT count(*), total(bytes) FROM conflicts WHERE device = ?",
      arguments: [identity.device])
    let (count, bytes) = (kept?[0] as Int? ?? 0, kept?[1] as Double? ?? 0)
    guard count < conflictsPerDeviceMax,
      Int(bytes) + chunk.bytes.count <= conflictBytesPerDeviceMax
    else { return false }
    try database.execute(
      sql: "INSERT INTO conflicts VALUES (?, ?, ?, ?, ?, ?)",
      arguments: identity.key + [
        Data(chunk.digest.bytes), chunk.bytes.count, Data(chunk.bytes),
      ])
    return true
  }
}

extension ChunkIdentity {
  /// The values of the three key columns. A valid sequence fits in an Int64.
  var key: StatementArguments { [device, stream, Int64(sequence)] }
}
