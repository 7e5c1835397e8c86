import Chunks
import Collector

extension SQLStorage {
  public func noteDamage(
    of identity: ChunkIdentity, at time: Int64
  ) async throws(StorageError) {
    try await write(of: identity.device) { session in
      // Only for a chunk that is stored: it may have been deleted in the meantime.
      let row = try session.row(
        "SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence = ?", identity.key)
      guard try row != nil || session.pack(of: identity) != nil else { return }
      try session.execute(
        """
        INSERT INTO damage (device, stream, sequence, found_at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO NOTHING
        """, identity.key + [.integer(time)])
    }
  }

  public func removeDamage(of identity: ChunkIdentity) async throws(StorageError) {
    try await write { session in
      _ = try session.execute(
        "DELETE FROM damage WHERE device = ? AND stream = ? AND sequence = ?", identity.key)
    }
  }

  public func damage() async throws(StorageError) -> [DamagedChunk] {
    try await read { session in
      try session.rows("SELECT * FROM damage ORDER BY device, stream, sequence").map { row in
        DamagedChunk(
          identity: try ChunkIdentity(
            device: row.text("device"), stream: row.text("stream"), sequence: row.sequence ?? 0),
          foundAt: try row.integer("found_at"))
      }
    }
  }

  public func damagedCount() async throws(StorageError) -> Int {
    try await read { session in Int(try session.integer("SELECT count(*) FROM damage") ?? 0) }
  }
}
