import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  public func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome {
    try await write { [limits] in try Self.store(batch, limits, in: $0) }
  }

  private static func store(
    _ batch: ImportedBatch, _ limits: StorageLimits, in session: any SQLSession
  ) throws -> ImportOutcome {
    try session.lock(devices: [batch.device])
    let key: [SQLValue] = [
      .text(batch.device), .text(batch.format.rawValue), .bytes(batch.digest),
    ]
    let known = try session.row(
      "SELECT 1 FROM imports WHERE device = ? AND format = ? AND sha256 = ?", key)
    guard known == nil else {
      try session.requireDurability()
      return .alreadyStored
    }
    if batch.isRefused, try !hasRoomForRefused(batch, in: session) { return .notKept }
    try session.execute(
      """
      INSERT INTO imports (device, format, sha256, received_at, is_refused, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      key + [
        .integer(batch.receivedAt), .integer(batch.isRefused), .bytes(batch.body),
      ])
    var writing = ChunkWriting(session, limits)
    var (rows, repeated) = (0, 0)
    var comparable = limits.comparedSamples
    // A stream with many channels has several series, which are next to each other.
    var start = 0
    while start < batch.series.count {
      let stream = batch.series[start].stream
      let end = batch.series[start...].firstIndex { $0.stream != stream } ?? batch.series.count
      let name = StreamName(device: batch.device, stream: stream)
      let stored = try storedRows(
        of: name, like: batch.series[start..<end], limits, &comparable, in: session)
      var sequence: UInt64?
      for var series in batch.series[start..<end] {
        repeated += series.removeRows(in: stored)
        guard !series.times.isEmpty else { continue }
        rows += series.times.count
        let number = try freeSequence(of: name, after: sequence, in: session)
        sequence = number
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: number)
        var chunk = try CheckedChunk(series, identity: identity)
        chunk.report = DeviceReport(time: batch.receivedAt)
        if case .refused(let limit) = try writing.store(chunk) {
          throw StorageError.limitExceeded(limit)
        }
      }
      start = end
    }
    try writing.finish()
    return .stored(rows: rows, repeated: repeated)
  }

  /// Returns a free number for a chunk: the one after `previous` if it is free, and otherwise the one after the highest
  /// number that has a free one behind it. The stream may have a chunk with the largest number that exists, if the
  /// device has uploaded one.
  private static func freeSequence(
    of name: StreamName, after previous: UInt64?, in session: any SQLSession
  ) throws -> UInt64 {
    if let previous, previous < ChunkIdentity.sequenceMax,
      try session.row(
        "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ?",
        name.key + [.integer(Int64(previous) + 1)]) == nil
    {
      return previous + 1
    }
    let last = try session.integer(
      """
      SELECT sequence FROM chunks AS c
      WHERE device = ? AND stream = ? AND sequence < \(ChunkIdentity.sequenceMax) AND NOT EXISTS (
        SELECT 1 FROM chunks AS next
        WHERE next.device = c.device AND next.stream = c.stream AND next.sequence = c.sequence + 1)
      ORDER BY sequence DESC LIMIT 1
      """, name.key)
    return last.map { UInt64(max($0, -1) + 1) } ?? 0
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
    let overlapping = try session.rows(
      """
      SELECT id, samples, first_time, last_time FROM chunks
      WHERE device = ? AND stream = ? AND first_time >= ? AND first_time <= ? AND last_time >= ?
      """,
      name.key + [
        .integer(summary?.earliestStart(containing: first) ?? .min), .integer(last),
        .integer(first),
      ])
    // Two rows of a batch can be years apart, and the chunks between them do not matter.
    let chunks = try overlapping.filter { row in
      let begin = try row.integer("first_time")
      let next = sorted.firstIndex(ofSecondPart: { $0 >= begin })
      return try next < sorted.count && sorted[next] <= row.integer("last_time")
    }
    let sampleCount = try chunks.map { try $0.count("samples") }.clampedSum()
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
      let body = try session.row(
        "SELECT sequence, sha256, body FROM chunks LEFT JOIN bodies USING (id) WHERE id = ?",
        [.integer(try chunk.integer("id"))])
      guard let body, let sequence = body.sequence,
        let identity = try? ChunkIdentity(
          device: name.device, stream: name.stream, sequence: sequence)
      else { continue }
      let found = Self.rows(of: StoredBody(row: body), identity) { times.contains($0) }
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
