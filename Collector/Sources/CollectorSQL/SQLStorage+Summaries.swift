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

  public func units(of name: StreamName) async throws(StorageError) -> StreamUnits {
    try await read { session in try StreamSummary.current(name, in: session)?.units ?? StreamUnits()
    }
  }

  public func channels(
    of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> StreamChannels {
    try await read { session in
      let summary = try StreamSummary.current(name, in: session)
      let earliest = summary?.earliestStart(containing: times.lowerBound) ?? .min
      var (own, units) = try StreamUnits.read(
        of: name, within: times, beginningFrom: earliest, in: session)
      let names = (summary?.channels ?? []).filter(own.contains)
      units.addUnknown(of: names, from: summary?.units ?? StreamUnits())
      return StreamChannels(names: Array(names), units)
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

  /// Computes the totals in a transaction that only reads, because this takes seconds for a million chunks, in which
  /// nobody else could store anything.
  public func rebuildSummary(of name: StreamName) async throws(StorageError) -> Bool {
    for _ in 0..<Self.rebuildTriesMax {
      let computed = try await read { try ComputedSummary(name, in: $0) }
      let hasChanged = try await write(of: name.device) { try computed.save(in: $0) }
      if let hasChanged { return hasChanged }
    }
    // The stream changes all the time.
    return try await write(of: name.device) { try StreamSummary.rebuild(name, in: $0) }
  }

  private static var rebuildTriesMax: Int { 5 }
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

  /// Computes the totals of a stream again, and writes them, or removes them if it has no chunk. Returns whether they
  /// have changed.
  @discardableResult
  static func rebuild(_ name: StreamName, in session: any SQLSession) throws -> Bool {
    try ComputedSummary(name, in: session).save(in: session) ?? false
  }

  /// Computes the totals of a stream from what is known about its chunks; nil if nothing can be read.
  fileprivate static func computed(
    _ name: StreamName, in session: any SQLSession
  ) throws -> StreamSummary? {
    var summary: StreamSummary?
    // No chunk shares times with a pack, so its totals are enough.
    for pack in try session.packs(of: name) { summary.add(pack) }
    var pages = ChunkPages(of: name)
    pages.readsPacks = false
    var latest: Int64?
    while case let rows = try pages.next(in: session), !rows.isEmpty {
      for row in rows {
        guard let record = try? ChunkRecord(row: row) else { continue }
        var sharesTimes = false
        if let times = record.times {
          sharesTimes = latest.map { times.lowerBound <= $0 } ?? false
          latest = max(latest ?? times.upperBound, times.upperBound)
        }
        summary.add(record, of: name, sharesTimes: sharesTimes)
      }
    }
    guard var summary else { return nil }
    summary.units = try StreamUnits.read(of: name, in: session).units
    // The order in which the channels arrived, and the units of damaged chunks, are known only from earlier totals.
    if let known = try? load(name, in: session) {
      summary.channels = known.channels.intersection(summary.channels).union(summary.channels)
      summary.units.addUnknown(of: summary.channels, from: known.units)
    }
    return summary
  }

  func save(in session: any SQLSession) throws {
    try session.execute(
      """
      INSERT INTO streams (device, stream, channels, chunks, samples, bytes, gaps, first_time,
        last_time, first_sequence, last_sequence, may_repeat, longest, units)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (device, stream) DO UPDATE SET channels = excluded.channels,
        chunks = excluded.chunks, samples = excluded.samples, bytes = excluded.bytes,
        gaps = excluded.gaps, first_time = excluded.first_time, last_time = excluded.last_time,
        first_sequence = excluded.first_sequence, last_sequence = excluded.last_sequence,
        may_repeat = excluded.may_repeat, longest = excluded.longest, units = excluded.units
      """,
      name.key + [
        .text(channels.joined(separator: ",")), .integer(chunkCount), .integer(sampleCount),
        .integer(byteCount), .integer(gapCount), .optional(times?.lowerBound),
        .optional(times?.upperBound), .integer(Int64(sequences.lowerBound)),
        .integer(Int64(sequences.upperBound)), .integer(mayRepeatTimes), .integer(longestChunk),
        .bytes(units.encoded),
      ])
  }
}

extension StreamSummary? {
  /// Adds a chunk to the totals, or begins them with it.
  fileprivate mutating func add(_ chunk: ChunkRecord, of name: StreamName, sharesTimes: Bool) {
    if self == nil {
      self = StreamSummary(name, chunk)
    } else {
      self?.add(chunk, sharesTimes: sharesTimes)
    }
  }

  /// Adds the chunks of a pack to the totals, or begins them with these.
  fileprivate mutating func add(_ pack: Pack) {
    var summary =
      self
      ?? StreamSummary(
        name: pack.name, channels: [], chunkCount: 0, sampleCount: 0, byteCount: 0, gapCount: 0,
        times: pack.times, sequences: pack.sequences, mayRepeatTimes: false, longestChunk: 0)
    summary.channels.append(contentsOf: pack.channels)
    summary.chunkCount = summary.chunkCount.clampedAdd(pack.chunkCount)
    summary.sampleCount = summary.sampleCount.clampedAdd(pack.sampleCount)
    summary.byteCount = summary.byteCount.clampedAdd(pack.byteCount)
    summary.gapCount = summary.gapCount.clampedAdd(pack.gapCount)
    summary.times = summary.times.map { $0.joined(with: pack.times) } ?? pack.times
    summary.sequences =
      min(
        summary.sequences.lowerBound, pack.sequences.lowerBound)...max(
        summary.sequences.upperBound, pack.sequences.upperBound)
    summary.longestChunk = max(summary.longestChunk, pack.longestChunk)
    self = summary
  }
}

/// The totals of a stream that were computed from all of its chunks.
private struct ComputedSummary: Sendable {
  private let name: StreamName
  /// nil if nothing can be read.
  private let summary: StreamSummary?
  /// The number of chunks in the stored totals; nil without totals.
  private let storedCount: Int64?
  /// The highest number of a chunk in the database.
  private let lastID: Int64

  init(_ name: StreamName, in session: any SQLSession) throws {
    self.name = name
    storedCount = try Self.storedCount(of: name, in: session)
    lastID = try session.integer("SELECT max(id) FROM chunks") ?? 0
    summary = try StreamSummary.computed(name, in: session)
  }

  private static func storedCount(
    of name: StreamName, in session: any SQLSession
  ) throws -> Int64? {
    try session.integer("SELECT chunks FROM streams WHERE device = ? AND stream = ?", name.key)
  }

  /// Adds the chunks that were stored after this was computed, and writes the totals. Returns whether they have
  /// changed, or nil, and writes nothing, if chunks were also deleted.
  func save(in session: any SQLSession) throws -> Bool? {
    let new = try session.rows(
      """
      SELECT \(ChunkRecord.columns) FROM (
        SELECT * FROM chunks WHERE id > ? ORDER BY id LIMIT \(Self.newChunksMax)) AS new
      WHERE device = ? AND stream = ?
      """, [.integer(lastID)] + name.key)
    let count = try Self.storedCount(of: name, in: session)
    guard count ?? 0 == (storedCount ?? 0).clampedAdd(Int64(new.count)) else { return nil }
    let before = try? StreamSummary.load(name, in: session)
    guard var summary = try summary(adding: new, before) else {
      let isKept = try session.hasChunk(of: name)
      return try !isKept
        && session.execute("DELETE FROM streams WHERE device = ? AND stream = ?", name.key) > 0
    }
    if !new.isEmpty { summary.units = try StreamUnits.read(of: name, in: session).units }
    guard summary != before else { return false }
    try summary.save(in: session)
    return true
  }

  private func summary(adding rows: [SQLRow], _ stored: StreamSummary?) throws -> StreamSummary? {
    var summary = summary
    for row in rows {
      guard let record = try? ChunkRecord(row: row) else { continue }
      // Whether it shares its times with others was found out when it was stored.
      summary.add(record, of: name, sharesTimes: stored?.mayRepeatTimes ?? true)
    }
    return summary
  }

  /// More chunks than devices send while this is computed.
  private static let newChunksMax = 1_000_000
}

extension SQLStorage {
  /// Computes the totals of all streams, which version 1 of the tables did not have.
  public static func computeSummaries(in session: any SQLSession) throws {
    for row in try session.rows("SELECT DISTINCT device, stream FROM chunks") {
      let name = StreamName(device: try row.text("device"), stream: try row.text("stream"))
      try StreamSummary.rebuild(name, in: session)
    }
  }

  /// Fills the column with the units of the channels of each stream, which version 5 did not have.
  public static func fillUnits(in session: any SQLSession) throws {
    for row in try session.rows("SELECT device, stream FROM streams") {
      let name = StreamName(device: try row.text("device"), stream: try row.text("stream"))
      try session.execute(
        "UPDATE streams SET units = ? WHERE device = ? AND stream = ?",
        [.bytes(try StreamUnits.read(of: name, in: session).units.encoded)] + name.key)
    }
  }
}

extension StreamUnits {
  /// Reads the channels of some chunks of a stream, and their units from the headers of the latest of these chunks.
  /// Damaged headers are left out.
  ///
  /// - Parameters:
  ///   - times: only chunks with samples in this range, in nanoseconds since 1970; nil for all.
  ///   - earliest: the earliest time at which one of these can begin.
  fileprivate static func read(
    of name: StreamName, within times: ClosedRange<Int64>? = nil,
    beginningFrom earliest: Int64 = .min,
    in session: any SQLSession
  ) throws -> (channels: Set<String>, units: StreamUnits) {
    var groups = try groupsOfRows(of: name, in: times, beginningFrom: earliest, in: session)
    groups += try groupsOfPacks(of: name, in: times, in: session)
    groups.sort { $0.latest > $1.latest }
    var (channels, units) = (Set<String>(), StreamUnits())
    for group in groups {
      channels.formUnion(group.channels)
      guard !group.channels.allSatisfy(units.knows) else { continue }
      let identity = try ChunkIdentity(
        device: name.device, stream: name.stream, sequence: group.latest)
      // A header has at most 963 bytes, and a chunk can have megabytes.
      guard let bytes = try session.firstBytes(Self.headerBytesMax, of: identity),
        let header = try? ChunkReader(bytes).header, header.identity == identity
      else { continue }
      units.add(header)
    }
    return (channels, units)
  }

  private static let headerBytesMax: Int64 = 1_000

  /// Chunks with the same channels.
  private struct Group {
    var channels: [String]
    /// The highest sequence.
    var latest: UInt64
  }

  private static func groupsOfRows(
    of name: StreamName, in times: ClosedRange<Int64>?, beginningFrom earliest: Int64,
    in session: any SQLSession
  ) throws -> [Group] {
    var (condition, values) = ("1 = 1", [SQLValue]())
    if let times {
      condition = "first_time BETWEEN ? AND ? AND last_time >= ?"
      values = [
        .integer(earliest), .integer(times.upperBound), .integer(times.lowerBound),
      ]
    }
    return try session.rows(
      """
      SELECT channels, max(sequence) AS sequence FROM chunks
      WHERE device = ? AND stream = ? AND \(condition) GROUP BY channels
      """, name.key + values
    ).compactMap { row in
      guard let channels = try? row.channels(), let sequence = row.sequence else { return nil }
      return Group(channels: channels, latest: sequence)
    }
  }

  private static func groupsOfPacks(
    of name: StreamName, in times: ClosedRange<Int64>?, in session: any SQLSession
  ) throws -> [Group] {
    guard let times else {
      return try session.rows(
        """
        SELECT channels, max(last_sequence) AS sequence FROM packs
        WHERE device = ? AND stream = ? GROUP BY channels
        """, name.key
      ).compactMap { row in
        guard let channels = try? row.channels(), let sequence = row.sequence else { return nil }
        return Group(channels: channels, latest: sequence)
      }
    }
    return try session.packs(of: name, overlapping: times).compactMap { pack in
      let last = try session.entries(of: pack)?.last { $0.times.overlaps(times) }
      return last.map { Group(channels: pack.channels, latest: $0.sequence) }
    }
  }
}
