import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  /// Compares the batch with what is stored, and makes its chunks, in a transaction that only reads, because this can
  /// take seconds, in which nobody else could store anything. The one that writes only inserts them, if the streams
  /// have not changed between the two.
  public func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome {
    for _ in 0..<Self.importTriesMax {
      let (prepared, hasRoom) = try await read { [limits] session in
        if try Self.isKnown(batch, in: session) { return (nil as ImportedChunks?, true) }
        if let request = batch.request, request.isRefused,
          try !Self.hasRoomForRefused(request, of: batch.device, in: session)
        {
          return (nil, false)
        }
        return (try ImportedChunks(batch, limits, in: session), true)
      }
      guard hasRoom else { return .notKept }
      let placed = try await place(prepared)
      do {
        let result = try await write(of: batch.device) { [limits] in
          try Self.store(batch, placed, limits, in: $0)
        }
        await removeObjects(of: result?.withoutObject ?? placed?.chunks ?? [])
        if let result { return result.outcome }
      } catch .limitExceeded(let limit) {
        await removeObjects(of: placed?.chunks ?? [])
        throw .limitExceeded(limit)
      }
    }
    throw .unavailable("the streams of the device change all the time")
  }

  private static var importTriesMax: Int { 5 }

  /// Puts the bytes of all new chunks into objects.
  private func place(_ prepared: ImportedChunks?) async throws(StorageError) -> ImportedChunks? {
    guard objects != nil, var placed = prepared else { return prepared }
    for index in placed.chunks.indices {
      placed.chunks[index] = try await putIntoObject(placed.chunks[index])
    }
    return placed
  }

  private static func key(_ request: ImportedBatch.Request, of device: String) -> [SQLValue] {
    [.text(device), .text(request.format.name), .bytes(request.digest)]
  }

  /// Whether the request or the message of a batch is stored.
  private static func isKnown(_ batch: ImportedBatch, in session: any SQLSession) throws -> Bool {
    if let delivery = batch.delivery, try delivery.isKnown(in: session) { return true }
    guard let request = batch.request else { return false }
    return try session.row(
      "SELECT 1 FROM imports WHERE device = ? AND format = ? AND sha256 = ?",
      key(request, of: batch.device)) != nil
  }

  /// Returns nil if the prepared chunks are not those that the batch has now.
  private static func store(
    _ batch: ImportedBatch, _ prepared: ImportedChunks?, _ limits: StorageLimits,
    in session: any SQLSession
  ) throws -> (outcome: ImportOutcome, withoutObject: [CheckedChunk])? {
    guard try !isKnown(batch, in: session) else {
      try batch.delivery?.save(in: session)
      try session.requireDurability()
      return (.alreadyStored, prepared?.chunks ?? [])
    }
    guard let prepared, try prepared.isCurrent(in: session) else { return nil }
    var writing = ChunkWriting(session, limits)
    var deleted: [CheckedChunk] = []
    var deletedCount = 0
    for chunk in prepared.chunks {
      try Client.requireConnected()
      switch try writing.store(chunk) {
      case .refused(let limit): throw StorageError.limitExceeded(limit)
      case .deleted(let record):
        deleted.append(chunk)
        deletedCount += record.sampleCount
      default: break
      }
    }
    try writing.finish()
    if let request = batch.request {
      try session.execute(
        """
        INSERT INTO imports (device, format, sha256, received_at, is_refused, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        key(request, of: batch.device) + [
          .integer(batch.receivedAt), .integer(request.isRefused),
          // The body has what was deleted.
          .bytes(deletedCount > 0 ? [] : request.body),
        ])
    } else if prepared.chunks.isEmpty {
      // The answer is about earlier transactions, which must survive, too.
      try session.requireDurability()
    }
    try batch.delivery?.save(in: session)
    let outcome = ImportOutcome.stored(
      rows: prepared.rowCount - deletedCount, repeated: prepared.repeatedCount,
      deleted: deletedCount)
    return (outcome, deleted)
  }

  /// Whether another refused body of the device is kept: as many as conflicting chunks.
  private static func hasRoomForRefused(
    _ request: ImportedBatch.Request, of device: String, in session: any SQLSession
  ) throws -> Bool {
    let kept = try session.row(
      """
      SELECT count(*) AS bodies, CAST(coalesce(sum(length(body)), 0) AS BIGINT) AS bytes
      FROM imports WHERE device = ? AND is_refused = 1
      """, [.text(device)])
    let count = try kept?.count("bodies") ?? 0
    let bytes = try kept?.count("bytes") ?? 0
    return count < ChunkWriting.conflictsPerDeviceMax
      && bytes.clampedAdd(request.body.count) <= ChunkWriting.conflictBytesPerDeviceMax
  }
}

/// The new chunks of an imported batch.
private struct ImportedChunks: Sendable {
  fileprivate(set) var chunks: [CheckedChunk] = []
  /// The number of rows in them.
  private(set) var rowCount = 0
  /// The number of rows that their streams have already.
  private(set) var repeatedCount = 0
  /// The totals of the streams from which this was computed.
  private var versions: [StreamName: [Int64]?] = [:]

  init(_ batch: ImportedBatch, _ limits: StorageLimits, in session: any SQLSession) throws {
    var comparable = limits.comparedSamples
    // A stream with many channels has several series, which are next to each other.
    var start = 0
    while start < batch.series.count {
      try Client.requireConnected()
      let stream = batch.series[start].stream
      let end = batch.series[start...].firstIndex { $0.stream != stream } ?? batch.series.count
      let name = StreamName(device: batch.device, stream: stream)
      versions[name] = try Self.version(of: name, in: session)
      let stored = try Self.storedRows(
        of: name, like: batch.series[start..<end], limits, &comparable, in: session)
      var sequence: UInt64?
      var used: Set<UInt64> = []
      for (index, var series) in zip(start..<end, batch.series[start..<end]) {
        let count = series.times.count
        if stored.whole.contains(index) {
          series.removeAllRows()
        } else {
          _ = series.removeRows(in: stored.rows)
        }
        repeatedCount += count - series.times.count
        try series.removeStoredNotes(of: name, in: session)
        guard !series.times.isEmpty || !series.gaps.isEmpty || !series.marks.isEmpty else {
          continue
        }
        rowCount += series.times.count
        let number = try Self.freeSequence(
          of: name, after: sequence, besides: used, in: session)
        sequence = number
        used.insert(number)
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: number)
        var chunk = try CheckedChunk(series, identity: identity)
        chunk.report = DeviceReport(time: batch.receivedAt)
        chunks.append(chunk)
      }
      start = end
    }
  }

  /// Whether no stream has changed since this was computed.
  func isCurrent(in session: any SQLSession) throws -> Bool {
    try versions.allSatisfy { name, version in
      try Self.version(of: name, in: session) == version
    }
  }

  /// Numbers that change with each chunk of a stream; nil without chunks.
  private static func version(
    of name: StreamName, in session: any SQLSession
  ) throws -> [Int64]? {
    let columns = ["chunks", "samples", "bytes", "first_sequence", "last_sequence"]
    let row = try session.row(
      "SELECT \(columns.joined(separator: ", ")) FROM streams WHERE device = ? AND stream = ?",
      name.key)
    return row.map { row in columns.map { (try? row.integer($0)) ?? -1 } }
  }

  /// Returns a free number for a chunk: the one after `previous` if it is free, and otherwise the one after the highest
  /// number that has a free one behind it. The stream may have a chunk with the largest number that exists, if the
  /// device has uploaded one.
  ///
  /// - Parameter used: the numbers of new chunks that are not stored yet.
  private static func freeSequence(
    of name: StreamName, after previous: UInt64?, besides used: Set<UInt64>,
    in session: any SQLSession
  ) throws -> UInt64 {
    if let previous, previous < ChunkIdentity.sequenceMax, !used.contains(previous + 1) {
      let next = try ChunkIdentity(
        device: name.device, stream: name.stream, sequence: previous + 1)
      if try session.storedChunk(next, "1") == nil { return previous + 1 }
    }
    func isFollowed(by table: String, _ column: String, _ end: String) -> String {
      """
      EXISTS (SELECT 1 FROM \(table) AS next WHERE next.device = c.device
        AND next.stream = c.stream AND next.\(column) = c.\(end) + 1)
      """
    }
    var end = Int64(ChunkIdentity.sequenceMax)
    while true {
      let ends = try [("chunks", "sequence"), ("packs", "last_sequence")].compactMap {
        table, column in
        try session.integer(
          """
          SELECT \(column) FROM \(table) AS c
          WHERE device = ? AND stream = ? AND \(column) < ?
            AND NOT \(isFollowed(by: "chunks", "sequence", column))
            AND NOT \(isFollowed(by: "packs", "first_sequence", column))
          ORDER BY \(column) DESC LIMIT 1
          """, name.key + [.integer(end)])
      }
      guard let last = ends.max(), last >= 0 else { return 0 }
      if !used.contains(UInt64(last) + 1) { return UInt64(last) + 1 }
      end = last
    }
  }

  /// The rows of some series that their stream has already. Damaged chunks are left out.
  ///
  /// - Parameter comparable: the number of stored samples that may still be read for the batch.
  private static func storedRows(
    of name: StreamName, like series: ArraySlice<ForeignSeries>, _ limits: StorageLimits,
    _ comparable: inout Int, in session: any SQLSession
  ) throws -> StoredRows {
    let sorted = Set(series.lazy.flatMap(\.times)).sorted()
    guard let first = sorted.first, let last = sorted.last else { return StoredRows() }
    let summary = try? StreamSummary.load(name, in: session)
    var overlapping = ChunkPages(of: name, overlapping: first...last, summary)
    overlapping.columns = "sequence, samples, first_time, last_time"
    // Two rows of a batch can be years apart, and the chunks between them do not matter.
    var chunks: [(sequence: UInt64, sampleCount: Int)] = []
    while case let page = try overlapping.next(in: session), !page.isEmpty {
      chunks += page.compactMap { row in
        // A damaged row cannot be compared, and must not keep anything from being stored.
        guard let sequence = row.sequence, let count = try? row.count("samples"),
          let begin = try? row.integer("first_time"), let end = try? row.integer("last_time")
        else { return nil }
        let next = sorted.firstIndex(ofSecondPart: { $0 >= begin })
        return next < sorted.count && sorted[next] <= end ? (sequence, count) : nil
      }
    }
    let sampleCount = chunks.map(\.sampleCount).clampedSum()
    guard sampleCount <= comparable else {
      throw StorageError.limitExceeded(
        LimitExceeded(.comparedSamples, limit: limits.comparedSamples, name))
    }
    comparable -= sampleCount
    guard !chunks.isEmpty else { return StoredRows() }
    let times = Set(sorted)
    var wanted: Set<ForeignRowIdentity>?
    var found = StoredRows()
    for chunk in chunks {
      try Client.requireConnected()
      let identity = try ChunkIdentity(
        device: name.device, stream: name.stream, sequence: chunk.sequence)
      guard let place = try session.storedChunk(identity, "sha256, object, body") else { continue }
      let stored = try session.body(of: place, identity)
      guard stored.isIntact(as: identity), let reader = try? ChunkReader(stored.bytes),
        let samples = try? reader.contents().samples
      else { continue }
      let channels = reader.header.channels.map(\.name)
      // A part of a file that is imported again is the same chunk again.
      let same = series.indices.filter { series[$0].hasSameRows(samples, channels: channels) }
      found.whole.formUnion(same)
      guard same.isEmpty else { continue }
      let rows =
        wanted
        ?? Set(series.lazy.flatMap { one in one.times.indices.lazy.map(one.identity(ofRow:)) })
      wanted = rows
      found.rows.formUnion(
        Self.rows(of: samples, channels) { times.contains($0) }.lazy.filter(rows.contains))
    }
    return found
  }

  /// The rows of some series that a stream has already.
  private struct StoredRows {
    var rows: Set<ForeignRowIdentity> = []
    /// The indexes of the series whose rows are exactly those of a chunk.
    var whole: Set<Int> = []
  }

  /// The samples of a chunk at some times as rows, which are made one at a time.
  private static func rows(
    of samples: SampleBlock, _ channels: [String], at isWanted: @escaping (Int64) -> Bool
  ) -> some Sequence<ForeignRowIdentity> {
    samples.times.indices.lazy.filter { isWanted(samples.times[$0]) }
      .map { index in
        let values = samples.values[index * channels.count..<(index + 1) * channels.count]
        return ForeignRowIdentity(
          time: samples.times[index], values: zip(channels, values).map { (channel: $0, value: $1) }
        )
      }
  }
}

extension ForeignSeries {
  /// Removes the gaps and marks that the stream has already.
  fileprivate mutating func removeStoredNotes(
    of name: StreamName, in session: any SQLSession
  ) throws {
    gaps = try gaps.filter { gap in
      try session.row(
        """
        SELECT 1 FROM gaps
        WHERE device = ? AND stream = ? AND start_time = ? AND end_time = ? AND cause = ?
        ORDER BY sequence, position LIMIT 1
        """,
        name.key + [.integer(gap.start), .integer(gap.end), .text(gap.cause.rawValue)]) == nil
    }
    marks = try marks.filter { mark in
      try session.row(
        """
        SELECT 1 FROM marks WHERE device = ? AND stream = ? AND time = ? AND name = ?
        ORDER BY sequence, position LIMIT 1
        """,
        name.key + [.integer(mark.time), .text(mark.name)]) == nil
    }
  }
}
