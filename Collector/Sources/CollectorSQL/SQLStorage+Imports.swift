import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  public func store(_ batch: ImportedBatch) async throws(StorageError) -> ImportOutcome {
    try await write { session in
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
      var writing = ChunkWriting(session)
      var (rows, repeated) = (0, 0)
      for var series in batch.series {
        let name = StreamName(device: batch.device, stream: series.stream)
        repeated += series.removeRows(in: try storedRows(of: name, like: series, in: session))
        guard !series.times.isEmpty else { continue }
        rows += series.times.count
        let sequence = try session.integer(
          "SELECT max(sequence) FROM chunks WHERE device = ? AND stream = ?", name.key)
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: UInt64((sequence ?? -1) + 1))
        var chunk = try CheckedChunk(series, identity: identity)
        chunk.report = DeviceReport(time: batch.receivedAt)
        _ = try writing.store(chunk)
      }
      try writing.finish()
      return .stored(rows: rows, repeated: repeated)
    }
  }

  /// Whether another refused body of the device is kept: as many as conflicting chunks.
  private func hasRoomForRefused(
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
      && bytes + batch.body.count <= ChunkWriting.conflictBytesPerDeviceMax
  }

  /// The rows that a stream has between the first and the last time of a series. Damaged chunks are left out.
  private func storedRows(
    of name: StreamName, like series: ForeignSeries, in session: any SQLSession
  ) throws -> Set<ForeignRowIdentity> {
    guard let first = series.times.first, let last = series.times.last else { return [] }
    let bodies = try session.rows(
      """
      SELECT sequence, sha256, body FROM chunks LEFT JOIN bodies USING (id)
      WHERE device = ? AND stream = ? AND first_time <= ? AND last_time >= ?
      """, name.key + [.integer(last), .integer(first)])
    var rows: Set<ForeignRowIdentity> = []
    for row in bodies {
      guard let sequence = row.sequence,
        let identity = try? ChunkIdentity(
          device: name.device, stream: name.stream, sequence: sequence)
      else { continue }
      let body = StoredBody(row: row)
      guard body.isIntact(as: identity), let samples = try? SampleBlock(allSamplesOf: body.bytes),
        let channels = try? ChunkReader(body.bytes).header.channels.map(\.name)
      else { continue }
      for (index, time) in samples.times.enumerated() where (first...last).contains(time) {
        let values = samples.values[index * channels.count..<(index + 1) * channels.count]
        rows.insert(
          ForeignRowIdentity(
            time: time, values: zip(channels, values).map { (channel: $0, value: $1) }))
      }
    }
    return rows
  }
}
