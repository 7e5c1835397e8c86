import Chunks
import Collector

extension SQLStorage {
  public func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody? {
    try await read { session in
      try session.storedChunk(identity, "sha256, object, body")
        .map { try session.body(of: $0, identity) }
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
      var part = StreamPart(channels: Array(summary.channels))
      let last = to.map { $0 == .min ? .min : $0 - 1 } ?? .max
      let packs = try session.packs(of: name, endingFrom: from, beginningBy: last)
      for pack in packs where rows.count + part.chunks.count <= limits.chunksPerAnswer {
        guard let entries = try session.entries(of: pack) else {
          part.damaged += pack.sequences
          continue
        }
        part.chunks += entries.map { $0.record(pack.channels) }
          .filter { $0.mayContain(from: from, to: to) }
      }
      guard rows.count + part.chunks.count <= limits.chunksPerAnswer else {
        throw StorageError.limitExceeded(
          LimitExceeded(.chunksPerAnswer, limit: limits.chunksPerAnswer, name))
      }
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
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: sequence)
        let record = try (try? ChunkRecord(row: row)) ?? session.packedChunk(identity)?.record
        let mayBelong = record?.mayContain(from: from, to: to) ?? true
        if mayBelong { part.damaged.append(sequence) }
      }
      let damaged = Set(part.damaged)
      part.damaged = damaged.sorted()
      part.chunks.removeAll { damaged.contains($0.sequence) }
      if !packs.isEmpty { part.chunks.sort { $0.sequence < $1.sequence } }
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
    let range: [SQLValue] = [
      .integer(Int64(clamping: sequences.lowerBound)),
      .integer(Int64(clamping: sequences.upperBound)),
    ]
    return try await read { session in
      try session.rows(
        """
        SELECT sequence, next FROM (
          SELECT last AS sequence, lead(first) OVER (ORDER BY first) AS next FROM (
            SELECT sequence AS first, sequence AS last FROM chunks
            WHERE device = ? AND stream = ? AND sequence BETWEEN ? AND ?
            UNION ALL SELECT first_sequence AS first, last_sequence AS last FROM packs
            WHERE device = ? AND stream = ? AND last_sequence >= ? AND first_sequence <= ?
          ) AS stored) AS neighbors
        WHERE next - sequence > 1 ORDER BY sequence LIMIT ?
        """, name.key + range + name.key + range + [.integer(limit)]
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
    var chunks = decoded(
      try rows(ChunkRecord.columns, "chunks", by: "sequence"), ChunkRecord.init(row:))
    let packs = try session.packs(of: name, containing: sequences)
    for pack in packs {
      guard let entries = try session.entries(of: pack) else {
        damaged.formUnion(pack.sequences)
        continue
      }
      chunks += entries.lazy.filter { sequences.contains(Int64($0.sequence)) }
        .map { $0.record(pack.channels) }
    }
    if !packs.isEmpty { chunks.sort { $0.sequence < $1.sequence } }
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
