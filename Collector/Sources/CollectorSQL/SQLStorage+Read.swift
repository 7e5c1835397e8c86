import Chunks
import Collector

extension SQLStorage {
  public func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody? {
    try await read { session in
      try session.row(
        """
        SELECT sha256, object, body FROM chunks LEFT JOIN bodies USING (id)
        WHERE device = ? AND stream = ? AND sequence = ?
        """, identity.key
      ).map { try session.body(of: $0, identity) }
    }
  }

  public func devices() async throws(StorageError) -> [String] {
    try await read { session in
      try session.rows("\(Self.knownDevices) ORDER BY device").map { try $0.text("device") }
    }
  }

  public func streams(of device: String) async throws(StorageError) -> [String] {
    try await read { session in
      try session.rows(
        "SELECT stream FROM streams WHERE device = ? ORDER BY stream", [.text(device)]
      ).map { try $0.text("stream") }
    }
  }

  public func stream(_ name: StreamName) async throws(StorageError) -> StreamContents? {
    try await read { session in
      let contents = try StreamContents.load(name, in: session)
      return contents.chunks.isEmpty && contents.damaged.isEmpty ? nil : contents
    }
  }

  public func chunks(
    of name: StreamName, from: Int64, to: Int64?
  ) async throws(StorageError) -> StreamPart? {
    try await read { [limits] session in
      guard let summary = try StreamSummary.current(name, in: session) else { return nil }
      let rows = try session.rows(
        """
        SELECT \(ChunkRecord.columns) FROM chunks
        WHERE device = ? AND stream = ? AND first_time >= ? AND first_time <= ? AND last_time >= ?
        ORDER BY sequence LIMIT ?
        """,
        name.key + [
          .integer(summary.earliestStart(containing: from)),
          .integer(to.map { $0 == .min ? .min : $0 - 1 } ?? .max), .integer(from),
          .integer(limits.chunksPerAnswer + 1),
        ])
      guard rows.count <= limits.chunksPerAnswer else {
        throw StorageError.limitExceeded(
          LimitExceeded(.chunksPerAnswer, limit: limits.chunksPerAnswer, name))
      }
      var part = StreamPart(channels: Array(summary.channels))
      for row in rows {
        if let record = try? ChunkRecord(row: row) {
          part.chunks.append(record)
        } else if let sequence = row.sequence {
          part.damaged.append(sequence)
        }
      }
      // Of a chunk that is known to be damaged, the times may be wrong, too.
      let known = try session.rows(
        """
        SELECT \(ChunkRecord.columns) FROM damage LEFT JOIN chunks USING (device, stream, sequence)
        WHERE device = ? AND stream = ?
        """, name.key)
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

  public func chunksThatMayRepeatTimes(
    of name: StreamName
  ) async throws(StorageError) -> StreamPart? {
    try await read { [limits] session in
      var part = StreamPart(channels: [])
      part.damaged = try session.rows(
        "SELECT sequence FROM damage WHERE device = ? AND stream = ? ORDER BY sequence", name.key
      ).compactMap(\.sequence)
      let damaged = Set(part.damaged)
      var repeated = RepeatedTimes()
      var pages = ChunkPages(of: name)
      pages.withoutSamples = nil
      while case let rows = try pages.next(in: session), !rows.isEmpty {
        for row in rows {
          guard let record = try? ChunkRecord(row: row) else {
            if let sequence = row.sequence { part.damaged.append(sequence) }
            continue
          }
          if !damaged.contains(record.sequence) { repeated.add(record) }
        }
        guard repeated.count <= limits.chunksPerAnswer else { return nil }
      }
      repeated.finish()
      part.chunks = repeated.found
      return part
    }
  }

  public func missingRuns(
    of name: StreamName, in sequences: ClosedRange<UInt64>, atMost limit: Int
  ) async throws(StorageError) -> [ClosedRange<UInt64>] {
    try await read { session in
      try session.rows(
        """
        SELECT sequence, next FROM (
          SELECT sequence, lead(sequence) OVER (ORDER BY sequence) AS next FROM chunks
          WHERE device = ? AND stream = ? AND sequence BETWEEN ? AND ?) AS neighbors
        WHERE next - sequence > 1 ORDER BY sequence LIMIT ?
        """,
        name.key + [
          .integer(Int64(clamping: sequences.lowerBound)),
          .integer(Int64(clamping: sequences.upperBound)), .integer(limit),
        ]
      ).compactMap { row in
        guard let before = row.sequence, let after = UInt64(exactly: try row.integer("next"))
        else { return nil }
        return before + 1...after - 1
      }
    }
  }
}

extension StreamContents {
  /// Reads what is known about the chunks of a stream whose sequence is in a range.
  static func load(
    _ name: StreamName, _ sequences: ClosedRange<Int64> = 0 ... .max, in session: any SQLSession
  ) throws -> StreamContents {
    let key = name.key + [.integer(sequences.lowerBound), .integer(sequences.upperBound)]
    func rows(_ columns: String, _ table: String, by order: String) throws -> [SQLRow] {
      try session.rows(
        """
        SELECT \(columns) FROM \(table)
        WHERE device = ? AND stream = ? AND sequence BETWEEN ? AND ? ORDER BY \(order)
        """, key)
    }
    /// Rows that cannot be decoded are left out, and their chunk counts as damaged.
    var damaged = Set(try rows("sequence", "damage", by: "sequence").compactMap(\.sequence))
    func decoded<Value>(_ rows: [SQLRow], _ decode: (SQLRow) throws -> Value) -> [Value] {
      rows.compactMap { row in
        do {
          return try decode(row)
        } catch {
          if let sequence = row.sequence { damaged.insert(sequence) }
          return nil
        }
      }
    }
    let chunks = decoded(
      try rows(ChunkRecord.columns, "chunks", by: "sequence"), ChunkRecord.init(row:))
    let gaps = decoded(
      try rows(Gap.columns, "gaps", by: "sequence, position"), Gap.init(row:))
    let marks = decoded(
      try rows("sequence, time, name", "marks", by: "sequence, position"), Mark.init(row:))
    let conflicts = try rows("sequence", "conflicts", by: "sequence, sha256")
      .compactMap(\.sequence)
    return StreamContents(
      chunks: chunks, gaps: gaps, marks: marks, conflicts: conflicts, damaged: damaged.sorted())
  }
}
