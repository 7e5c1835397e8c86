import Chunks
import Collector

// Packs are found by their sequences or times, and their chunks through their index.

/// Where a chunk is stored.
enum StoredChunk {
  /// In a row of `chunks`.
  case row(SQLRow)
  /// In a pack. The entry is nil if the index of the pack is damaged.
  case packed(Pack, PackEntry?)

  /// nil if what is stored about it is damaged.
  var record: ChunkRecord? {
    switch self {
    case .row(let row): try? ChunkRecord(row: row)
    case .packed(let pack, let entry): entry?.record(pack.channels)
    }
  }
}

extension SQLSession {
  /// Returns the packs of a stream for which a condition holds. Damaged rows are left out.
  func packs(
    of name: StreamName, where condition: String = "1 = 1", _ values: [SQLValue] = [],
    by order: String = "first_time", atMost limit: Int = 1_000_000
  ) throws -> [Pack] {
    try rows(
      """
      SELECT \(Pack.columns) FROM packs WHERE device = ? AND stream = ? AND \(condition)
      ORDER BY \(order) LIMIT ?
      """, name.key + values + [.integer(limit)]
    ).compactMap { try? Pack(row: $0) }
  }

  /// Returns the packs with a time in a range, sorted by time.
  func packs(of name: StreamName, overlapping times: ClosedRange<Int64>) throws -> [Pack] {
    try packs(of: name, endingFrom: times.lowerBound, beginningBy: times.upperBound)
  }

  func packs(
    of name: StreamName, endingFrom from: Int64, beginningBy to: Int64,
    atMost limit: Int = 1_000_000
  ) throws -> [Pack] {
    try packs(
      of: name, where: "first_time BETWEEN ? AND ? AND last_time >= ?",
      [.integer(from.clampedSubtract(Pack.nanosecondsMax)), .integer(to), .integer(from)],
      atMost: limit)
  }

  /// Returns the packs with a sequence in a range, sorted by sequence.
  func packs(of name: StreamName, containing sequences: ClosedRange<Int64>) throws -> [Pack] {
    try packs(
      of: name, where: "last_sequence >= ? AND first_sequence <= ?",
      [.integer(sequences.lowerBound), .integer(sequences.upperBound)], by: "first_sequence")
  }

  /// Returns the pack that contains a chunk.
  func pack(of identity: ChunkIdentity) throws -> Pack? {
    let pack = try packs(
      of: identity.name, where: "first_sequence <= ?", [.integer(Int64(identity.sequence))],
      by: "first_sequence DESC", atMost: 1
    ).first
    return pack.flatMap { $0.sequences.contains(identity.sequence) ? $0 : nil }
  }

  func hasPack(of name: StreamName) throws -> Bool {
    try !packs(of: name, by: "first_sequence", atMost: 1).isEmpty
  }

  /// Whether a stream has a chunk, in whatever form.
  func hasChunk(of name: StreamName) throws -> Bool {
    let row = try row(
      "SELECT 1 FROM chunks WHERE device = ? AND stream = ? ORDER BY sequence LIMIT 1", name.key)
    return try row != nil || hasPack(of: name)
  }

  /// Returns what is known about the chunks of a pack, in the order of their sequences; nil if both copies of the index
  /// are damaged. Throws `ObjectNeeded` only if the copy in the database is damaged.
  func entries(of pack: Pack) throws -> [PackEntry]? {
    if let known = packIndexes?.entries(pack.indexDigest, pack.sequences) { return known }
    let row = try row(
      "SELECT contents FROM packs WHERE device = ? AND stream = ? AND first_time = ?", pack.key)
    var index = (try? row?.bytes("contents")) ?? []
    if SHA256Hash.hash(index) != pack.indexDigest { index = try indexBesideBodies(of: pack) }
    guard SHA256Hash.hash(index) == pack.indexDigest,
      let entries = PackIndex.entries(encoded: index, pack.sequences)
    else { return nil }
    packIndexes?.add(entries, pack.indexDigest)
    return entries
  }

  /// Returns the copy of the index; none if it cannot be found.
  func indexBesideBodies(of pack: Pack) throws -> [UInt8] {
    guard let end = PackBytes.placeOfLength(in: pack.storedByteCount),
      let length = PackBytes.lengthOfIndex(atEnd: try bytes(of: pack, end)),
      let place = PackBytes.place(ofIndex: length, in: pack.storedByteCount)
    else { return [] }
    return try bytes(of: pack, place)
  }

  /// Returns some of the stored bytes of a pack; fewer if some are missing. Throws `ObjectNeeded`.
  ///
  /// - Parameter digest: of these bytes, if it is known.
  func bytes(
    of pack: Pack, _ place: Range<Int64>, digest: ChunkDigest? = nil
  ) throws -> [UInt8] {
    guard !place.isEmpty else { return [] }
    if let key = pack.objectKey {
      guard let objects else { throw StorageError.bodiesAreInObjects }
      return try objects.bytes(of: .init(key: key.text, range: place, digest: digest))
    }
    var found: [UInt8] = []
    let size = PackBytes.partBytes
    for position in place.lowerBound / size...(place.upperBound - 1) / size {
      let start = max(place.lowerBound - position * size, 0)
      let end = min(place.upperBound - position * size, size)
      let row = try row(
        """
        SELECT substr(body, CAST(? AS INTEGER), CAST(? AS INTEGER)) AS body FROM pack_bodies
        WHERE id = ? AND first_time = ? AND position = ?
        """,
        [
          .integer(start + 1), .integer(end - start), .integer(pack.id),
          .integer(pack.times.lowerBound), .integer(position),
        ])
      found += (try? row?.bytes("body")) ?? []
    }
    return found
  }

  /// Returns where a chunk is stored; nil if it is not.
  ///
  /// - Parameter columns: of its row, with those of the body if they are needed.
  func storedChunk(
    _ identity: ChunkIdentity, _ columns: String = ChunkRecord.columns
  ) throws -> StoredChunk? {
    let row = try row(
      """
      SELECT \(columns) FROM chunks LEFT JOIN bodies USING (id)
      WHERE device = ? AND stream = ? AND sequence = ?
      """, identity.key)
    return try row.map(StoredChunk.row) ?? packedChunk(identity)
  }

  func packedChunk(_ identity: ChunkIdentity) throws -> StoredChunk? {
    guard let pack = try pack(of: identity) else { return nil }
    let index = Int(identity.sequence - pack.sequences.lowerBound)
    return .packed(pack, try entries(of: pack)?[index])
  }

  /// Returns the bytes of a chunk with the digest that is stored beside them. Throws `ObjectNeeded`.
  ///
  /// - Parameter stored: a row with the columns `sha256`, `object` and `body`, or a place in a pack.
  func body(of stored: StoredChunk, _ identity: ChunkIdentity) throws -> StoredBody {
    switch stored {
    case .row(let row): return try body(of: row, identity)
    case .packed(let pack, let entry):
      guard let entry else { return StoredBody(bytes: [], digest: nil) }
      return StoredBody(
        bytes: try bytes(of: pack, entry.body, digest: entry.digest), digest: entry.digest)
    }
  }

  /// Returns the first bytes of a chunk, at most `count`. Throws `ObjectNeeded`.
  func firstBytes(_ count: Int64, of identity: ChunkIdentity) throws -> [UInt8]? {
    switch try storedChunk(identity, "sha256, object, substr(body, 1, \(count)) AS body") {
    case nil: return nil
    case .row(let row): return try bytes(of: row, identity, first: count)
    case .packed(let pack, let entry):
      guard let entry else { return [] }
      let end = min(entry.body.upperBound, entry.body.lowerBound + count)
      return try bytes(of: pack, entry.body.lowerBound..<end)
    }
  }
}

extension Pack {
  /// The rows that the chunks of the pack had in `chunks`, without `id`, `object`, `device` and `stream`.
  func rows(_ entries: [PackEntry]) -> [SQLRow] {
    entries.map { entry in
      SQLRow(
        columns: Self.chunkColumns,
        values: [
          .integer(Int64(entry.sequence)), .bytes(entry.digest.bytes), .integer(entry.body.count),
          .integer(entry.sampleCount), .integer(entry.gapCount),
          .integer(entry.times.lowerBound), .integer(entry.times.upperBound), .integer(true),
          .text(channels.joined(separator: ",")), .optional(entry.receivedAt),
        ])
    }
  }

  private static let chunkColumns = SQLRow.Columns(names: [
    "sequence", "sha256", "bytes", "samples", "gaps", "first_time", "last_time", "is_increasing",
    "channels", "received_at",
  ])
}
