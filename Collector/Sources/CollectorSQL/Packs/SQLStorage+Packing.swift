import Chunks
import Collector
import Foundation
import ObjectStore

extension SQLStorage {
  public func packClosedNights(at time: Int64) async throws(StorageError) -> PackingReport {
    // The collectors of one database begin at different devices, so that they rarely do the same work.
    try await packClosedNights(at: time, after: randomDevice() ?? "")
  }

  /// - Parameter first: the device after which the work begins. It goes on with the first one at the end.
  func packClosedNights(
    at time: Int64, after first: String
  ) async throws(StorageError) -> PackingReport {
    var report = PackingReport()
    var (last, isSecondPart) = (first, false)
    while !Task.isCancelled {
      guard let device = try await deviceWithRows(after: last), !isSecondPart || device <= first
      else {
        if isSecondPart { break }
        (last, isSecondPart) = ("", true)
        continue
      }
      try await packClosedNights(of: device, at: time, &report)
      last = device
    }
    if report.packCount > 0, !Task.isCancelled {
      try await removeDeletedObjects()
      await database.eraseDeleted()
    }
    return report
  }

  private func randomDevice() async throws(StorageError) -> String? {
    try await read { session in
      let count = try session.integer("SELECT count(DISTINCT device) FROM streams") ?? 0
      let offset = Int64.random(in: 0..<max(1, count))
      return try session.row(
        "SELECT DISTINCT device FROM streams ORDER BY device LIMIT 1 OFFSET ?", [.integer(offset)]
      ).map { try $0.text("device") }
    }
  }

  private func deviceWithRows(after device: String) async throws(StorageError) -> String? {
    try await read { session in
      try session.row(
        "SELECT device FROM chunks WHERE device > ? ORDER BY device LIMIT 1", [.text(device)]
      ).map { try $0.text("device") }
    }
  }

  private func packClosedNights(
    of device: String, at time: Int64, _ report: inout PackingReport
  ) async throws(StorageError) {
    let names = try await streams(of: device).map { StreamName(device: device, stream: $0) }
    var last = Int64.min
    while let first = try await firstTime(of: names, after: last) {
      guard !Task.isCancelled else { return }
      last = first
      guard let night = try await night(of: device, containing: first) else { continue }
      last = max(first, night.span.end)
      guard packPolicy.isClosed(night.span, at: time) else { continue }
      for name in names { try await pack(name, night.span, at: time, &report) }
    }
  }

  /// The time of the first sample after a time of the chunks that are not packed.
  private func firstTime(
    of names: [StreamName], after time: Int64
  ) async throws(StorageError) -> Int64? {
    try await read { session in
      try names.compactMap { name in
        try session.integer(
          """
          SELECT first_time FROM chunks WHERE device = ? AND stream = ? AND first_time > ?
          ORDER BY first_time LIMIT 1
          """, name.key + [.integer(time)])
      }.min()
    }
  }

  private func pack(
    _ name: StreamName, _ night: NightSpan, at time: Int64, _ report: inout PackingReport
  ) async throws(StorageError) {
    let night = night.start...max(night.start, night.end)
    let chunks = try await read { try $0.packableChunks(of: name, in: night) }
    for sequences in packPolicy.packs(of: chunks, in: night, at: time) {
      guard !Task.isCancelled else { return }
      let packed = try await deletions.withTurn(of: name.device) { () async throws(StorageError) in
        try await pack(name, sequences)
      }
      if let packed { report.add(chunkCount: packed.chunkCount, byteCount: packed.byteCount) }
    }
  }

  /// Packs some chunks; returns nil, and packs nothing, if one of them is damaged or has changed meanwhile.
  ///
  /// First the bytes are written into an object, if there is a store of objects, then the row of the pack takes the
  /// place of those of the chunks, in one transaction. If this ends between these, the object is an orphan.
  func pack(
    _ name: StreamName, _ sequences: ClosedRange<UInt64>
  ) async throws(StorageError) -> Pack? {
    let rows = try await read { try $0.rowsToPack(of: name, sequences) }
    guard let chunks = try await intactChunks(of: rows, name) else { return nil }
    guard let bytes = try? PackBytes(chunks) else {
      throw .unavailable("there is no memory to compress the index of a pack")
    }
    var pack = Pack(name, sequences, chunks, bytes)
    if let objects {
      pack.object = Int64.random(in: 0 ... .max)
      let key = pack.objectKey?.text ?? ""
      try await objectErrors { () async throws(ObjectStoreError) in
        try await objects.put(bytes.bytes, at: key, sha256: SHA256Hash.hash(bytes.bytes))
      }
    }
    try await database.write { [pack] in try $0.makePartition(containing: pack.times.lowerBound) }
    let isPacked = try await write(of: name.device) { [pack] session in
      guard try session.areUnchanged(rows, pack) else { return false }
      try session.replaceRows(with: pack, bytes)
      return true
    }
    if !isPacked, let objects, let key = pack.objectKey { try? await objects.remove(key.text) }
    return isPacked ? pack : nil
  }

  /// Returns the chunks of rows, or nil if one of them is damaged, which is noted.
  private func intactChunks(
    of rows: [SQLRow], _ name: StreamName
  ) async throws(StorageError) -> [PackBytes.Chunk]? {
    let bodies = try await read { session in
      var bodies: [StoredBody?] = []
      var isComplete = true
      for row in rows {
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: row.sequence ?? 0)
        do {
          bodies.append(try session.body(of: row, identity))
        } catch is ObjectNeeded {
          // All objects are read at once.
          isComplete = false
        }
      }
      guard isComplete else { throw ObjectNeeded() }
      return bodies
    }
    var chunks: [PackBytes.Chunk] = []
    for (row, body) in zip(rows, bodies) {
      guard let body, let record = try? ChunkRecord(row: row),
        let identity = try? ChunkIdentity(
          device: name.device, stream: name.stream, sequence: record.sequence)
      else { return nil }
      guard body.isIntact(as: identity), body.bytes.count == record.byteCount else {
        try await noteDamage(of: identity, at: Date.nowInSeconds)
        return nil
      }
      chunks.append(
        PackBytes.Chunk(
          record: record, receivedAt: try? row.integer("received_at"), body: body.bytes,
          coarse: (try? row.bytes("coarse")) ?? [], fine: (try? row.bytes("fine")) ?? []))
    }
    return chunks.isEmpty ? nil : chunks
  }
}

extension Pack {
  fileprivate init(
    _ name: StreamName, _ sequences: ClosedRange<UInt64>, _ chunks: [PackBytes.Chunk],
    _ bytes: PackBytes
  ) {
    let times = bytes.entries.map(\.times)
    self.init(
      name: name, id: .random(in: 0 ... .max), sequences: sequences,
      times: (times.first?.lowerBound ?? 0)...(times.last?.upperBound ?? 0),
      sampleCount: chunks.map(\.record.sampleCount).clampedSum(),
      byteCount: chunks.map(\.record.byteCount).clampedSum(),
      gapCount: chunks.map(\.record.gapCount).clampedSum(),
      longestChunk: times.map { $0.upperBound - $0.lowerBound }.max() ?? 0,
      receivedAt: chunks.compactMap(\.receivedAt).max(),
      channels: chunks.first?.record.channels ?? [], object: nil,
      storedByteCount: Int64(bytes.bytes.count), indexDigest: SHA256Hash.hash(bytes.index))
  }
}

extension SQLSession {
  /// Returns what the policy needs to know about the chunks of a stream with a time in a night, as many as are packed
  /// at once.
  fileprivate func packableChunks(
    of name: StreamName, in night: ClosedRange<Int64>
  ) throws -> [PackPolicy.Chunk] {
    let damaged = Set(
      try rows("SELECT sequence FROM damage WHERE device = ? AND stream = ?", name.key)
        .compactMap(\.sequence))
    var pages = ChunkPages(
      of: name, overlapping: night, try StreamSummary.current(name, in: self))
    pages.columns += ", received_at"
    pages.readsPacks = false
    var chunks: [PackPolicy.Chunk] = []
    while chunks.count < 4 * ChunkPages.rowsMax {
      let rows = try pages.next(in: self)
      guard !rows.isEmpty else { break }
      for row in rows {
        guard let sequence = row.sequence, let times = try? row.times() else { continue }
        let record = try? ChunkRecord(row: row)
        chunks.append(
          PackPolicy.Chunk(
            sequence: sequence, byteCount: record?.byteCount ?? 0,
            gapCount: record?.gapCount ?? 0, times: times,
            isSound: record?.isStrictlyIncreasing == true && !damaged.contains(sequence),
            channels: record?.channels.joined(separator: ",") ?? "",
            receivedAt: try? row.optionalInteger("received_at")))
      }
    }
    return chunks
  }

  fileprivate func rowsToPack(
    of name: StreamName, _ sequences: ClosedRange<UInt64>
  ) throws -> [SQLRow] {
    try rows(
      """
      SELECT \(ChunkRecord.columns), id, received_at, object, body, fine, coarse
      FROM chunks LEFT JOIN bodies USING (id) LEFT JOIN curves USING (id)
      WHERE device = ? AND stream = ? AND sequence BETWEEN ? AND ? ORDER BY sequence
      """,
      name.key + [
        .integer(Int64(sequences.lowerBound)), .integer(Int64(sequences.upperBound)),
      ])
  }

  /// Whether the rows of the chunks of a new pack are still as they were read, and nothing else shares times with them.
  fileprivate func areUnchanged(_ rows: [SQLRow], _ pack: Pack) throws -> Bool {
    let columns = ["sequence", "id", "sha256", "object"]
    let now = try self.rows(
      """
      SELECT \(columns.joined(separator: ", ")) FROM chunks WHERE \(Pack.isInRange) ORDER BY sequence
      """, pack.rangeValues)
    guard rows.count == pack.chunkCount,
      now.map({ row in columns.map(row.value) }) == rows.map({ row in columns.map(row.value) }),
      try row("SELECT 1 FROM damage WHERE \(Pack.isInRange)", pack.rangeValues) == nil,
      // A deletion may have found out already which rows it deletes.
      try row(
        "SELECT 1 FROM deletions WHERE device = ? AND chunks < 0", [.text(pack.name.device)]) == nil
    else { return false }
    let earliest = try StreamSummary.current(pack.name, in: self)?
      .earliestStart(containing: pack.times.lowerBound)
    let sharing = try integer(
      """
      SELECT count(*) FROM chunks
      WHERE device = ? AND stream = ? AND first_time BETWEEN ? AND ? AND last_time >= ?
      """,
      pack.name.key + [
        .integer(earliest ?? .min), .integer(pack.times.upperBound),
        .integer(pack.times.lowerBound),
      ])
    return try sharing == Int64(rows.count)
      && packs(of: pack.name, overlapping: pack.times).isEmpty
  }

  fileprivate func replaceRows(with pack: Pack, _ bytes: PackBytes) throws {
    let (isInRange, values) = (Pack.isInRange, pack.rangeValues)
    try execute(
      """
      INSERT INTO removed_objects (key) SELECT \(ObjectKey.ofRow) FROM chunks
      WHERE \(isInRange) AND object IS NOT NULL ON CONFLICT DO NOTHING
      """, values)
    for table in ["bodies", "curves"] {
      try execute(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM chunks WHERE \(isInRange))", values)
    }
    try execute("DELETE FROM chunks WHERE \(isInRange)", values)
    try pack.insert(index: bytes.index, in: self)
    guard pack.object == nil else { return }
    for row in pack.bodyRows(bytes.bytes) { try insert([row], into: "pack_bodies") }
  }
}
