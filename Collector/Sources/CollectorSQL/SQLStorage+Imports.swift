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
        if batch.isRefused, try !Self.hasRoomForRefused(batch, in: session) { return (nil, false) }
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

  private static func key(of batch: ImportedBatch) -> [SQLValue] {
    [.text(batch.device), .text(batch.format.name), .bytes(batch.digest)]
  }

  private static func isKnown(_ batch: ImportedBatch, in session: any SQLSession) throws -> Bool {
    if let delivery = batch.delivery, try delivery.isKnown(in: session) { return true }
    return try session.row(
      "SELECT 1 FROM imports WHERE device = ? AND format = ? AND sha256 = ?", key(of: batch)) != nil
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
    for chunk in prepared.chunks {
      try Client.requireConnected()
      switch try writing.store(chunk) {
      case .refused(let limit): throw StorageError.limitExceeded(limit)
      case .deleted: deleted.append(chunk)
      default: break
      }
    }
    try writing.finish()
    try session.execute(
      """
      INSERT INTO imports (device, format, sha256, received_at, is_refused, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      key(of: batch) + [
        .integer(batch.receivedAt), .integer(batch.isRefused),
        // The body has what was deleted.
        .bytes(deleted.isEmpty ? batch.body : []),
      ])
    try batch.delivery?.save(in: session)
    return (.stored(rows: prepared.rowCount, repeated: prepared.repeatedCount), deleted)
  }

  /// Whether another refused body of the device is kept: as many as conflicting chunks.
  private static func hasRoomForRefused(
    _ batch: ImportedBatch, in session: any SQLSession
  ) throws -> Bool {
    let kept = try session.row(
      """
      SELECT count(*) AS bodies, CAST(coalesce(sum(length(body)), 0) AS BIGINT) AS bytes
      FROM imports WHERE device = ? AND is_refused = 1
      """, [.text(batch.device)])
    let count = try kept?.count("bodies") ?? 0
    let bytes = try kept?.count("bytes") ?? 0
    return count < ChunkWriting.conflictsPerDeviceMax
      && bytes.clampedAdd(batch.body.count) <= ChunkWriting.conflictBytesPerDeviceMax
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
      for var series in batch.series[start..<end] {
        repeatedCount += series.removeRows(in: stored)
        guard !series.times.isEmpty else { continue }
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
    if let previous, previous < ChunkIdentity.sequenceMax, !used.contains(previous + 1),
      try session.row(
        "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ?",
        name.key + [.integer(Int64(previous) + 1)]) == nil
    {
      return previous + 1
    }
    var end = Int64(ChunkIdentity.sequenceMax)
    while true {
      let last = try session.integer(
        """
        SELECT sequence FROM chunks AS c
        WHERE device = ? AND stream = ? AND sequence < ? AND NOT EXISTS (
          SELECT 1 FROM chunks AS next
          WHERE next.device = c.device AND next.stream = c.stream AND next.sequence = c.sequence + 1)
        ORDER BY sequence DESC LIMIT 1
        """, name.key + [.integer(end)])
      guard let last, last >= 0 else { return 0 }
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
  ) throws -> Set<ForeignRowIdentity> {
    let sorted = Set(series.lazy.flatMap(\.times)).sorted()
    guard let first = sorted.first, let last = sorted.last else { return [] }
    let summary = try? StreamSummary.load(name, in: session)
    var overlapping = ChunkPages(of: name, overlapping: first...last, summary)
    overlapping.columns = "id, samples, first_time, last_time"
    // Two rows of a batch can be years apart, and the chunks between them do not matter.
    var chunks: [(id: Int64, sampleCount: Int)] = []
    while case let page = try overlapping.next(in: session), !page.isEmpty {
      chunks += page.compactMap { row in
        // A damaged row cannot be compared, and must not keep anything from being stored.
        guard let id = try? row.integer("id"), let count = try? row.count("samples"),
          let begin = try? row.integer("first_time"), let end = try? row.integer("last_time")
        else { return nil }
        let next = sorted.firstIndex(ofSecondPart: { $0 >= begin })
        return next < sorted.count && sorted[next] <= end ? (id, count) : nil
      }
    }
    let sampleCount = chunks.map(\.sampleCount).clampedSum()
    guard sampleCount <= comparable else {
      throw StorageError.limitExceeded(
        LimitExceeded(.comparedSamples, limit: limits.comparedSamples, name))
    }
    comparable -= sampleCount
    guard !chunks.isEmpty else { return [] }
    let wanted = Set(
      series.lazy.flatMap { one in one.times.indices.lazy.map(one.identity(ofRow:)) })
    let times = Set(sorted)
    var rows: Set<ForeignRowIdentity> = []
    for chunk in chunks {
      try Client.requireConnected()
      let body = try session.row(
        "SELECT sequence, sha256, object, body FROM chunks LEFT JOIN bodies USING (id) WHERE id = ?",
        [.integer(chunk.id)])
      guard let body, let sequence = body.sequence,
        let identity = try? ChunkIdentity(
          device: name.device, stream: name.stream, sequence: sequence)
      else { continue }
      let found = Self.rows(of: try session.body(of: body, identity), identity) {
        times.contains($0)
      }
      rows.formUnion(found.lazy.filter(wanted.contains))
    }
    return rows
  }

  /// The rows of a stored chunk at some times, which are made one at a time.
  private static func rows(
    of body: StoredBody, _ identity: ChunkIdentity, at isWanted: @escaping (Int64) -> Bool
  ) -> some Sequence<ForeignRowIdentity> {
    var samples = SampleBlock(channelCount: 1)
    var channels: [String] = []
    if body.isIntact(as: identity), let reader = try? ChunkReader(body.bytes),
      let contents = try? reader.contents()
    {
      samples = contents.samples
      channels = reader.header.channels.map(\.name)
    }
    return samples.times.indices.lazy.filter { [samples] in isWanted(samples.times[$0]) }
      .map { [samples, channels] index in
        let values = samples.values[index * channels.count..<(index + 1) * channels.count]
        return ForeignRowIdentity(
          time: samples.times[index], values: zip(channels, values).map { (channel: $0, value: $1) }
        )
      }
  }
}
