import Chunks
import Collector
import GRDB

extension SQLiteStorage {
  public func noteDamage(
    of identity: ChunkIdentity, at time: Int64
  ) async throws(StorageError) {
    try await write { database in
      // Only for a chunk that is stored: it may have been repaired in the meantime, but not removed.
      try database.execute(
        sql: """
          INSERT INTO damage (device, stream, sequence, found_at)
          SELECT device, stream, sequence, ? FROM chunks
          WHERE device = ? AND stream = ? AND sequence = ?
          ON CONFLICT DO NOTHING
          """, arguments: [time] + identity.key)
    }
  }

  public func removeDamage(of identity: ChunkIdentity) async throws(StorageError) {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM damage WHERE device = ? AND stream = ? AND sequence = ?",
        arguments: identity.key)
    }
  }

  public func damage() async throws(StorageError) -> [DamagedChunk] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM damage ORDER BY device, stream, sequence")
        .map { row in
          let identity = try ChunkIdentity(
            device: row.decode(forColumn: "device"), stream: row.decode(forColumn: "stream"),
            sequence: row.sequence ?? 0)
          return DamagedChunk(identity: identity, foundAt: try row.decode(forColumn: "found_at"))
        }
    }
  }

  public func structureProblems() async throws(StorageError) -> [String] {
    try await read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }
}
