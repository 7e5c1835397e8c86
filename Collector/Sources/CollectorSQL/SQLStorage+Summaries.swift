import Chunks
import Collector

extension SQLStorage {
  public func summaries(of device: String) async throws(StorageError) -> [StreamSummary] {
    try await read { session in
      try session.rows(
        """
        SELECT *,
          (SELECT count(*) FROM conflicts c WHERE c.device = s.device AND c.stream = s.stream)
            AS conflicts,
          (SELECT count(*) FROM damage d WHERE d.device = s.device AND d.stream = s.stream)
            AS damaged
        FROM streams s WHERE device = ? ORDER BY stream
        """, [.text(device)]
      ).compactMap { row in
        let name = StreamName(device: device, stream: try row.text("stream"))
        // Damaged totals are computed; the tables are changed by `rebuildSummary(of:)` only.
        guard
          var summary = try (try? StreamSummary(row: row))
            ?? StreamSummary.computed(name, in: session)
        else { return nil }
        summary.conflictCount = try row.count("conflicts")
        summary.damagedCount = try row.count("damaged")
        return summary
      }
    }
  }

  public func header(of name: StreamName) async throws(StorageError) -> ChunkHeader? {
    try await read { session in try StreamSummary.current(name, in: session)?.header }
  }

  public func channels(
    of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> StreamChannels {
    try await read { session in
      let isInRange = "device = ? AND stream = ? AND first_time BETWEEN ? AND ?"
      let values = name.key + [.integer(times.lowerBound), .integer(times.upperBound)]
      let rows = try session.rows("SELECT DISTINCT channels FROM chunks WHERE \(isInRange)", values)
      let own = Set(rows.flatMap { (try? $0.channels()) ?? [] })
      let known = try StreamSummary.current(name, in: session)?.channels ?? []
      // A header has at most 64 KiB, and a chunk can have megabytes.
      let latest = try session.row(
        """
        SELECT substr(body, 1, 70000) AS start FROM chunks JOIN bodies USING (id)
        WHERE \(isInRange) ORDER BY first_time DESC, sequence DESC LIMIT 1
        """, values)
      let header = latest.flatMap { try? ChunkReader($0.bytes("start")).header }
      return StreamChannels(
        names: known.filter(own.contains),
        header: header?.identity.name == name ? header : nil)
    }
  }

  public func progress(
    of device: String
  ) async throws(StorageError) -> [String: StreamProgress] {
    try await read { session in
      let rows = try session.rows(
        "SELECT stream, chunks, first_time, last_time FROM streams WHERE device = ?",
        [.text(device)])
      var progress: [String: StreamProgress] = [:]
      for row in rows {
        // A stream whose totals are damaged is not followed until they are computed again.
        guard let chunks = try? row.count("chunks"), let times = try? row.times() else { continue }
        progress[try row.text("stream")] = StreamProgress(chunkCount: chunks, times: times)
      }
      return progress
    }
  }

  public func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool {
    try await write(of: name.device) { session in
      let before = try? StreamSummary.load(name, in: session)
      try StreamSummary.rebuild(name, in: session)
      return try StreamSummary.load(name, in: session) != before
    }
  }
}

extension StreamSummary {
  /// Reads the totals of a stream; nil if it has none. Throws if they are damaged.
  static func load(_ name: StreamName, in session: any SQLSession) throws -> StreamSummary? {
    try session.row("SELECT * FROM streams WHERE device = ? AND stream = ?", name.key)
      .map(StreamSummary.init(row:))
  }

  /// Reads the totals of a stream; nil if it has none. Damaged ones are computed.
  static func current(_ name: StreamName, in session: any SQLSession) throws -> StreamSummary? {
    guard
      let row = try session.row(
        "SELECT * FROM streams WHERE device = ? AND stream = ?", name.key)
    else { return nil }
    return try (try? StreamSummary(row: row)) ?? computed(name, in: session)
  }

  /// Computes the totals of a stream again, and writes them. Removes them if it has no chunk.
  static func rebuild(_ name: StreamName, in session: any SQLSession) throws {
    if let summary = try computed(name, in: session) { return try summary.save(in: session) }
    let chunk = try session.row(
      "SELECT 1 FROM chunks WHERE device = ? AND stream = ? LIMIT 1", name.key)
    if chunk == nil {
      try session.execute("DELETE FROM streams WHERE device = ? AND stream = ?", name.key)
    }
  }

  /// Computes the totals of a stream from what is known about its chunks; nil if nothing can be read.
  fileprivate static func computed(
    _ name: StreamName, in session: any SQLSession
  ) throws -> StreamSummary? {
    let rows = try session.rows(
      """
      SELECT \(ChunkRecord.columns) FROM chunks WHERE device = ? AND stream = ? ORDER BY id
      """, name.key)
    let records = rows.compactMap { try? ChunkRecord(row: $0) }
    guard var summary = StreamSummary(name, records) else { return nil }
    // The order in which the channels arrived is known only from the earlier totals.
    if let known = (try? load(name, in: session))?.channels, Set(known) == Set(summary.channels) {
      summary.channels = known
    }
    summary.header = try header(ofLatestIn: summary, in: session)
    return summary
  }

  /// Reads the header of the chunk with the highest sequence; nil if it is damaged.
  fileprivate static func header(
    ofLatestIn summary: StreamSummary, in session: any SQLSession
  ) throws -> ChunkHeader? {
    let name = summary.name
    let identity = try ChunkIdentity(
      device: name.device, stream: name.stream, sequence: summary.sequences.upperBound)
    let row = try session.row(
      """
      SELECT body FROM chunks JOIN bodies USING (id)
      WHERE device = ? AND stream = ? AND sequence = ?
      """, identity.key)
    guard let row, let bytes = try? row.bytes("body"),
      let header = try? ChunkReader(bytes).header, header.identity == identity
    else { return nil }
    return header
  }

  func save(in session: any SQLSession) throws {
    try session.execute(
      """
      INSERT INTO streams (device, stream, channels, chunks, samples, bytes, gaps, first_time,
        last_time, first_sequence, last_sequence, may_repeat, longest, header)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (device, stream) DO UPDATE SET channels = excluded.channels,
        chunks = excluded.chunks, samples = excluded.samples, bytes = excluded.bytes,
        gaps = excluded.gaps, first_time = excluded.first_time, last_time = excluded.last_time,
        first_sequence = excluded.first_sequence, last_sequence = excluded.last_sequence,
        may_repeat = excluded.may_repeat, longest = excluded.longest, header = excluded.header
      """,
      name.key + [
        .text(channels.joined(separator: ",")), .integer(chunkCount), .integer(sampleCount),
        .integer(byteCount), .integer(gapCount), .optional(times?.lowerBound),
        .optional(times?.upperBound), .integer(Int64(sequences.lowerBound)),
        .integer(Int64(sequences.upperBound)), .integer(mayRepeatTimes), .integer(longestChunk),
        header.map { .bytes(ChunkWriter(header: $0).headerBytes()) } ?? .null,
      ])
  }
}

extension SQLStorage {
  /// Computes the totals of all streams, which version 1 of the tables did not have.
  public static func computeSummaries(in session: any SQLSession) throws {
    for row in try session.rows("SELECT DISTINCT device, stream FROM chunks") {
      let name = StreamName(device: try row.text("device"), stream: try row.text("stream"))
      try StreamSummary.rebuild(name, in: session)
    }
  }

  /// Fills the column with the header of the latest chunk of each stream, which version 3 did not have.
  public static func fillHeaders(in session: any SQLSession) throws {
    for row in try session.rows("SELECT * FROM streams") {
      // Damaged totals stay as they are until `verify` computes them again.
      guard var summary = try? StreamSummary(row: row) else { continue }
      summary.header = try StreamSummary.header(ofLatestIn: summary, in: session)
      try summary.save(in: session)
    }
  }
}
