import Chunks
import Collector

extension SQLSession {
  /// Brings the rows of the chunks of a pack back, and removes the pack, because something in its range will change.
  ///
  /// The bodies go into the database, also if there is a store of objects, because a transaction cannot wait for it;
  /// they are packed again with the next pack. If the index is lost, each chunk gets a row that counts as damaged until
  /// its device sends the chunk again. The transaction must have locked the device. Throws `ObjectNeeded`.
  func thaw(_ pack: Pack) throws {
    guard let entries = try entries(of: pack) else { return try thawLost(pack) }
    let bytes = try bytes(of: pack, 0..<pack.storedByteCount)
    func part(_ place: Range<Int64>) -> [UInt8] {
      Array(bytes.dropFirst(Int(place.lowerBound)).prefix(place.count))
    }
    try remove(pack)
    for entry in entries {
      let id = try insertChunk(
        pack.name, entry.record(pack.channels), receivedAt: entry.receivedAt, object: nil)
      try insert([[.integer(id), .bytes(part(entry.body))]], into: "bodies")
      guard !entry.fine.isEmpty || !entry.coarse.isEmpty else { continue }
      try insert(
        [[.integer(id), .bytes(part(entry.fine)), .bytes(part(entry.coarse))]], into: "curves")
    }
  }

  private func thawLost(_ pack: Pack) throws {
    try remove(pack)
    for sequence in pack.sequences {
      try execute(
        """
        INSERT INTO chunks (device, stream, sequence, sha256, bytes, samples, gaps, is_increasing, channels)
        VALUES (?, ?, ?, ?, 0, 0, 0, 0, ?)
        """, pack.name.key + [.integer(Int64(sequence)), .bytes([]), .text("")])
    }
  }

  /// Removes the row of a pack, and lets its bytes be removed after this transaction.
  func remove(_ pack: Pack) throws {
    try execute("DELETE FROM packs WHERE device = ? AND stream = ? AND first_time = ?", pack.key)
    if let key = pack.objectKey {
      try execute(
        "INSERT INTO removed_objects (key) VALUES (?) ON CONFLICT DO NOTHING", [.text(key.text)])
    }
    try execute(
      "INSERT INTO removed_packs (id, first_time) VALUES (?, ?) ON CONFLICT DO NOTHING",
      [.integer(pack.id), .integer(pack.times.lowerBound)])
  }

  /// Writes the row of a chunk, and returns its number.
  func insertChunk(
    _ name: StreamName, _ record: ChunkRecord, receivedAt: Int64?, object: Int64?
  ) throws -> Int64 {
    let row = try row(
      """
      INSERT INTO chunks (device, stream, sequence, sha256, bytes, samples, gaps, first_time,
        last_time, is_increasing, channels, received_at, object)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      name.key + [
        .integer(Int64(record.sequence)), .bytes(record.digest.bytes), .integer(record.byteCount),
        .integer(record.sampleCount), .integer(record.gapCount),
        .optional(record.times?.lowerBound), .optional(record.times?.upperBound),
        .integer(record.isStrictlyIncreasing), .text(record.channels.joined(separator: ",")),
        .optional(receivedAt), .optional(object),
      ])
    guard let id = try row?.integer("id") else {
      throw StorageError.unavailable("the database has not returned the number of a new row")
    }
    return id
  }
}
