import Chunks
import Collector
import Foundation
import GRDB

extension SQLiteStorage {
  public func summaries(of device: String) async throws(StorageError) -> [StreamSummary] {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT *,
            (SELECT count(*) FROM conflicts c WHERE c.device = s.device AND c.stream = s.stream)
              AS conflicts,
            (SELECT count(*) FROM damage d WHERE d.device = s.device AND d.stream = s.stream)
              AS damaged
          FROM streams s WHERE device = ? ORDER BY stream
          """, arguments: [device]
      ).map { row in
        var summary = try StreamSummary(row: row)
        summary.conflictCount = try row.decode(forColumn: "conflicts")
        summary.damagedCount = try row.decode(forColumn: "damaged")
        return summary
      }
    }
  }

  public func chunks(
    of name: StreamName, from: Int64, to: Int64?
  ) async throws(StorageError) -> StreamPart? {
    try await read { database in
      guard let summary = try Self.summary(of: name, in: database) else { return nil }
      // A chunk that contains `from` begins at most the length of the longest chunk before it.
      let (earliest, isOverflow) = from.subtractingReportingOverflow(summary.longestChunk)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(ChunkRecord.columns) FROM chunks
          WHERE device = ? AND stream = ? AND first_time >= ? AND first_time <= ?
            AND last_time >= ?
          ORDER BY sequence
          """,
        arguments: [
          name.device, name.stream, isOverflow ? .min : earliest,
          to.map { $0 == .min ? .min : $0 - 1 } ?? .max, from,
        ])
      var part = StreamPart(channels: summary.channels)
      for row in rows {
        if let record = try? ChunkRecord(row: row) {
          part.chunks.append(record)
        } else if let sequence = row.sequence {
          part.damaged.append(sequence)
        }
      }
      // Of a chunk that is known to be damaged, the times may be wrong, too.
      let known = try Row.fetchAll(
        database,
        sql: """
          SELECT \(ChunkRecord.columns) FROM damage LEFT JOIN chunks USING (device, stream, sequence)
          WHERE device = ? AND stream = ?
          """, arguments: [name.device, name.stream])
      for row in known {
        guard let sequence = row.sequence else { continue }
        let mayBelong = (try? ChunkRecord(row: row))?.mayContain(from: from, to: to) ?? true
        if mayBelong { part.damaged.append(sequence) }
      }
      let damaged = Set(part.damaged)
      part.damaged = damaged.sorted()
      part.chunks.removeAll { damaged.contains($0.sequence) }
      return part
    }
  }

  public func missingRuns(
    of name: StreamName, atMost limit: Int
  ) async throws(StorageError) -> [ClosedRange<UInt64>] {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT sequence, next FROM (
            SELECT sequence, lead(sequence) OVER (ORDER BY sequence) AS next FROM chunks
            WHERE device = ? AND stream = ?)
          WHERE next - sequence > 1 ORDER BY sequence LIMIT ?
          """, arguments: [name.device, name.stream, limit]
      ).compactMap { row in
        guard let before = row.sequence,
          let after = UInt64(exactly: try row.decode(Int64.self, forColumn: "next"))
        else { return nil }
        return before + 1...after - 1
      }
    }
  }

  public func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool {
    try await write { database in
      let before = try? Self.summary(of: name, in: database)
      try Self.rebuildSummary(of: name, in: database)
      return try Self.summary(of: name, in: database) != before
    }
  }

  /// Adds a chunk that was just stored to the summary of its stream.
  static func addToSummary(
    _ record: ChunkRecord, of identity: ChunkIdentity, in database: Database
  ) throws {
    let name = StreamName(device: identity.device, stream: identity.stream)
    guard let known = try? summary(of: name, in: database) else {
      // There is none, or it is damaged; an upload must not fail because of that.
      return try rebuildSummary(of: name, in: database)
    }
    var summary = known
    // While no two chunks share times, only the neighbors in time can overlap a new one.
    let sharesTimes =
      try !summary.mayRepeatTimes && overlapsNeighbor(record, of: identity, in: database)
    summary.add(record, sharesTimes: sharesTimes)
    try save(summary, in: database)
  }

  /// Computes the summary of a stream from what is known about its chunks.
  static func rebuildSummary(of name: StreamName, in database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT \(ChunkRecord.columns) FROM chunks WHERE device = ? AND stream = ? ORDER BY id
        """, arguments: [name.device, name.stream])
    let records = rows.compactMap { try? ChunkRecord(row: $0) }
    guard var summary = StreamSummary(name, records) else { return }
    // The order in which the channels arrived is known only from the summary.
    if let known = try? self.summary(of: name, in: database)?.channels,
      Set(known) == Set(summary.channels)
    {
      summary.channels = known
    }
    try save(summary, in: database)
  }

  private static func overlapsNeighbor(
    _ record: ChunkRecord, of identity: ChunkIdentity, in database: Database
  ) throws -> Bool {
    guard let times = record.times else { return false }
    let last = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT last_time FROM chunks
          WHERE device = ? AND stream = ? AND first_time <= ? AND sequence <> ?
          ORDER BY first_time DESC LIMIT 1
          """),
      arguments: [
        identity.device, identity.stream, times.upperBound, Int64(identity.sequence),
      ])
    return last.map { $0 >= times.lowerBound } ?? false
  }

  private static func summary(
    of name: StreamName, in database: Database
  ) throws -> StreamSummary? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM streams WHERE device = ? AND stream = ?"),
      arguments: [name.device, name.stream]
    ).map(StreamSummary.init(row:))
  }

  private static func save(_ summary: StreamSummary, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO streams (device, stream, channels, chunks, samples, bytes, gaps,
          first_time, last_time, first_sequence, last_sequence, may_repeat, longest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      summary.name.device, summary.name.stream, summary.channels.joined(separator: ","),
      summary.chunkCount, summary.sampleCount, summary.byteCount, summary.gapCount,
      summary.times?.lowerBound, summary.times?.upperBound,
      Int64(summary.sequences.lowerBound), Int64(summary.sequences.upperBound),
      summary.mayRepeatTimes, summary.longestChunk,
    ])
  }
}
