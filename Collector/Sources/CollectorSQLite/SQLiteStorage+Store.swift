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
    if let stored = try record(of: chunk.identity, in: database) {
      if stored.digest == chunk.digest { return .alreadyStored(stored) }
      return .conflict(isQuarantined: try quarantine(chunk, in: database))
    }
    let record = ChunkRecord(chunk)
    try insert(chunk, record, in: database)
    return .stored(record)
  }

  private static func record(
    of identity: ChunkIdentity, in database: Database
  ) throws -> ChunkRecord? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT \(ChunkRecord.columns) FROM chunks
          WHERE device = ? AND stream = ? AND sequence = ?
          """),
      arguments: identity.key)
    return try row.map(ChunkRecord.init(row:))
  }

  private static func insert(
    _ chunk: CheckedChunk, _ record: ChunkRecord, in database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO chunks (device, stream, sequence, sha256, bytes, samples, gaps, first_time,
          last_time, is_increasing, channels, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: chunk.identity.key + [
        Data(record.digest.bytes), record.byteCount, record.sampleCount, record.gapCount,
        record.times?.lowerBound, record.times?.upperBound, record.isStrictlyIncreasing,
        record.channels.joined(separator: ","), Data(chunk.bytes),
      ])
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

extension ChunkRecord {
  static let columns = """
    sequence, sha256, bytes, samples, gaps, first_time, last_time, is_increasing, channels
    """

  /// Throws `.unavailable` if the SHA-256 is invalid.
  init(row: Row) throws {
    let hash: Data = row["sha256"]
    guard let digest = ChunkDigest(bytes: Array(hash)) else {
      throw StorageError.unavailable("a chunk in the database has an invalid SHA-256")
    }
    let first: Int64? = row["first_time"]
    let last: Int64? = row["last_time"]
    let channels: String = row["channels"]
    let sequence: Int64 = row["sequence"]
    var times: ClosedRange<Int64>?
    if let first, let last, first <= last { times = first...last }
    self.init(
      sequence: UInt64(bitPattern: sequence), digest: digest, byteCount: row["bytes"],
      sampleCount: row["samples"], gapCount: row["gaps"], times: times,
      isStrictlyIncreasing: row["is_increasing"],
      channels: channels.split(separator: ",").map(String.init))
  }
}
