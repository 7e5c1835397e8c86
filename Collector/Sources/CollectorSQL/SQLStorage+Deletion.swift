import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  public func delete(_ deletion: Deletion) async throws(StorageError) -> Int {
    let count = try await write(of: deletion.device) { session in
      let names = try session.rows(
        "SELECT stream FROM streams WHERE device = ? ORDER BY stream", [.text(deletion.device)]
      ).map { StreamName(device: deletion.device, stream: try $0.text("stream")) }
        .filter { deletion.stream == nil || $0.stream == deletion.stream }
      var count = 0
      var changed = deletion.times
      for name in names {
        let sequences = try Self.sequences(of: name, in: deletion.times, session)
        count += sequences.count
        if let times = try Self.delete(sequences, of: name, in: session) {
          changed = changed.joined(with: times)
        }
      }
      try Self.emptyImports(of: deletion, in: session)
      // A device without recordings is not missed.
      for table in ["reports", "silences"] {
        try session.execute(
          """
          DELETE FROM \(table) WHERE device = ? AND NOT EXISTS (
            SELECT 1 FROM streams WHERE streams.device = \(table).device)
          """, [.text(deletion.device)])
      }
      try nightCache(of: deletion.device, in: session).remove(changed)
      try Self.removeAlerts(of: deletion, in: session)
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
    await database.eraseDeleted()
    return count
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

  /// The sequences of the chunks of a stream in a range of times.
  private static func sequences(
    of name: StreamName, in times: ClosedRange<Int64>, _ session: any SQLSession
  ) throws -> [UInt64] {
    let range: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
    return try session.rows(
      """
      SELECT sequence FROM chunks
      WHERE device = ? AND stream = ? AND last_time >= ? AND first_time <= ?
      UNION SELECT sequence FROM marks JOIN chunks USING (device, stream, sequence)
      WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND first_time IS NULL
      UNION SELECT sequence FROM gaps AS g JOIN chunks USING (device, stream, sequence)
      WHERE device = ? AND stream = ? AND start_time BETWEEN ? AND ? AND first_time IS NULL
      """, name.key + range + name.key + range + name.key + range
    ).compactMap(\.sequence)
  }

  /// Deletes chunks with everything that is known about them, and returns the times of their samples, gaps and marks,
  /// whose nights change; nil if there are none.
  ///
  /// - Parameter isLast: whether the totals have to be exact afterwards. Otherwise they are only not too small, because
  ///   it takes long to compute them again.
  static func delete(
    _ sequences: [UInt64], of name: StreamName, isLast: Bool = true, in session: any SQLSession
  ) throws -> ClosedRange<Int64>? {
    let isChunk = "device = ? AND stream = ? AND sequence = ?"
    var window: ClosedRange<Int64>?
    for sequence in sequences {
      let key = name.key + [.integer(Int64(sequence))]
      for (table, first, last) in [
        ("chunks", "first_time", "last_time"), ("gaps", "start_time", "end_time"),
        ("marks", "time", "time"),
      ] {
        let row = try session.row(
          "SELECT min(\(first)) AS first, max(\(last)) AS last FROM \(table) WHERE \(isChunk)", key)
        guard let first = try? row?.integer("first"), let last = try? row?.integer("last")
        else { continue }
        // The clock may have been set back.
        let times = min(first, last)...max(first, last)
        window = window?.joined(with: times) ?? times
      }
      for table in ["bodies", "curves"] {
        try session.execute(
          "DELETE FROM \(table) WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))", key)
      }
      for table in ["chunks", "gaps", "marks", "damage", "conflicts"] {
        try session.execute("DELETE FROM \(table) WHERE \(isChunk)", key)
      }
    }
    if !sequences.isEmpty, isLast { try StreamSummary.rebuild(name, in: session) }
    return window
  }

  public func lastTime(
    of device: String, stream: String?
  ) async throws(StorageError) -> Int64? {
    try await read { session in
      let rows = try session.rows(
        """
        SELECT last_time FROM streams
        WHERE device = ? AND (stream = ? OR CAST(? AS BIGINT) = 1)
        """, [.text(device), .text(stream ?? ""), .integer(stream == nil)])
      if !rows.isEmpty { return rows.compactMap { try? $0.integer("last_time") }.max() ?? .min }
      guard stream == nil else { return nil }
      let request = try session.row(
        "SELECT 1 FROM imports WHERE device = ? AND length(body) > 0 LIMIT 1", [.text(device)])
      return request == nil ? nil : .min
    }
  }

  /// Removes alerts about the streams, also those that were not sent yet.
  private static func removeAlerts(of deletion: Deletion, in session: any SQLSession) throws {
    guard let stream = deletion.stream else {
      try session.execute("DELETE FROM alerts WHERE device = ?", [.text(deletion.device)])
      return
    }
    // The subject is the stream, or the stream and the kind of a refusal.
    let name = [SQLValue.text(deletion.device), .text(stream)]
    try session.execute(
      """
      DELETE FROM alerts
      WHERE device = ? AND (subject = ? OR substr(subject, 1, CAST(? AS INTEGER)) = ?)
      """, name + [.integer(stream.count + 1), .text(stream + " ")])
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
    let deletions = try session.rows(
      """
      SELECT from_time, to_time FROM deletions WHERE device = ? AND (stream IS NULL OR stream = ?)
      """, chunk.identity.name.key
    ).map { (from: try $0.integer("from_time"), to: try $0.integer("to_time")) }
    guard !deletions.isEmpty else { return false }
    let summary = chunk.summary
    let moments = summary.marks.map(\.time) + summary.gaps.map(\.start)
    let ranges = record.times.map { [$0] } ?? moments.map { $0...$0 }
    return deletions.contains { deletion in
      ranges.contains { $0.lowerBound <= deletion.to && $0.upperBound >= deletion.from }
    }
  }
}
