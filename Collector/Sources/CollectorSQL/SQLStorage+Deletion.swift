import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  public func delete(_ deletion: Deletion) async throws(StorageError) -> Int {
    try await write { session in
      try session.lock(devices: [deletion.device])
      let names = try session.rows(
        "SELECT stream FROM streams WHERE device = ? ORDER BY stream", [.text(deletion.device)]
      ).map { StreamName(device: deletion.device, stream: try $0.text("stream")) }
        .filter { deletion.stream == nil || $0.stream == deletion.stream }
      var count = 0
      for name in names { count += try Self.delete(name, deletion.times, in: session) }
      try Self.emptyImports(of: deletion, in: session)
      // A device without recordings is not missed.
      for table in ["reports", "silences"] {
        try session.execute(
          """
          DELETE FROM \(table) WHERE device = ? AND NOT EXISTS (
            SELECT 1 FROM streams WHERE streams.device = \(table).device)
          """, [.text(deletion.device)])
      }
      try NightCache(device: deletion.device, session: session).markStale(deletion.times)
      try session.execute(
        """
        INSERT INTO deletions (device, stream, from_time, to_time, deleted_at, deleted_by, chunks)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(deletion.device), .optional(deletion.stream),
          .integer(deletion.times.lowerBound), .integer(deletion.times.upperBound),
          .integer(deletion.time), .text(deletion.author), .integer(count),
        ])
      return count
    }
  }

  public func deletions() async throws(StorageError) -> [DeletionRecord] {
    try await read { session in
      try session.rows("SELECT * FROM deletions ORDER BY id DESC").map { row in
        let (from, to) = (try row.integer("from_time"), try row.integer("to_time"))
        return DeletionRecord(
          deletion: Deletion(
            device: try row.text("device"), stream: try row.optionalText("stream"),
            times: min(from, to)...max(from, to), author: try row.text("deleted_by"),
            time: try row.integer("deleted_at")),
          chunkCount: try row.count("chunks"))
      }
    }
  }

  /// Deletes the chunks of a stream in a range, and returns their number.
  private static func delete(
    _ name: StreamName, _ times: ClosedRange<Int64>, in session: any SQLSession
  ) throws -> Int {
    let range: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
    let inRange = try session.rows(
      """
      SELECT sequence FROM chunks
      WHERE device = ? AND stream = ? AND last_time >= ? AND first_time <= ?
      UNION SELECT sequence FROM marks JOIN chunks USING (device, stream, sequence)
      WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND first_time IS NULL
      UNION SELECT sequence FROM gaps AS g JOIN chunks USING (device, stream, sequence)
      WHERE device = ? AND stream = ? AND start_time BETWEEN ? AND ? AND first_time IS NULL
      """, name.key + range + name.key + range + name.key + range
    ).compactMap(\.sequence)
    return try delete(inRange, of: name, in: session)
  }

  /// Deletes chunks with everything that is known about them, and returns their number.
  static func delete(
    _ sequences: [UInt64], of name: StreamName, in session: any SQLSession
  ) throws -> Int {
    let isChunk = "device = ? AND stream = ? AND sequence = ?"
    for sequence in sequences {
      let key = name.key + [.integer(Int64(sequence))]
      for table in ["bodies", "curves"] {
        try session.execute(
          "DELETE FROM \(table) WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))", key)
      }
      for table in ["chunks", "gaps", "marks", "damage", "conflicts"] {
        try session.execute("DELETE FROM \(table) WHERE \(isChunk)", key)
      }
    }
    if !sequences.isEmpty { try StreamSummary.rebuild(name, in: session) }
    return sequences.count
  }

  /// Removes the bytes of imported requests from which the streams were read.
  private static func emptyImports(of deletion: Deletion, in session: any SQLSession) throws {
    for format in ForeignFormat.allCases
    where deletion.stream.map({ $0.hasPrefix(format.rawValue + ".") }) ?? true {
      try session.execute(
        "UPDATE imports SET body = ? WHERE device = ? AND format = ?",
        [.bytes([]), .text(deletion.device), .text(format.rawValue)])
    }
  }
}

extension ChunkWriting {
  /// Whether the time of a chunk was deleted.
  func isDeleted(_ chunk: CheckedChunk, _ record: ChunkRecord) throws -> Bool {
    let summary = chunk.summary
    let moments = summary.marks.map(\.time) + summary.gaps.map(\.start)
    let ranges = record.times.map { [$0] } ?? moments.map { $0...$0 }
    for range in ranges {
      let found = try session.row(
        """
        SELECT 1 FROM deletions
        WHERE device = ? AND (stream IS NULL OR stream = ?) AND from_time <= ? AND to_time >= ?
        LIMIT 1
        """,
        chunk.identity.name.key + [.integer(range.upperBound), .integer(range.lowerBound)])
      if found != nil { return true }
    }
    return false
  }
}
