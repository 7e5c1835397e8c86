import Chunks
import Collector
import Foundation
import GRDB

extension SQLiteStorage {
  public func bytes(of identity: ChunkIdentity) async throws(StorageError) -> [UInt8]? {
    try await read { database in
      try Data.fetchOne(
        database,
        sql: "SELECT body FROM chunks WHERE device = ? AND stream = ? AND sequence = ?",
        arguments: identity.key
      ).map(Array.init)
    }
  }

  public func devices() async throws(StorageError) -> [String] {
    try await read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT device FROM chunks UNION SELECT device FROM tokens WHERE device IS NOT NULL
          ORDER BY device
          """)
    }
  }

  public func streams(of device: String) async throws(StorageError) -> [String] {
    try await read { database in
      try String.fetchAll(
        database, sql: "SELECT DISTINCT stream FROM chunks WHERE device = ? ORDER BY stream",
        arguments: [device])
    }
  }

  public func stream(_ name: StreamName) async throws(StorageError) -> StreamContents? {
    try await read { database in
      let arguments: StatementArguments = [name.device, name.stream]
      func rows(_ columns: String, _ table: String, by order: String) throws -> [Row] {
        try Row.fetchAll(
          database,
          sql: """
            SELECT \(columns) FROM \(table) WHERE device = ? AND stream = ? ORDER BY \(order)
            """, arguments: arguments)
      }
      let chunks = try rows(ChunkRecord.columns, "chunks", by: "sequence")
        .map(ChunkRecord.init(row:))
      guard !chunks.isEmpty else { return nil }
      let gaps = try rows("start_time, end_time, cause", "gaps", by: "sequence, position")
        .map { row in
          Gap(
            start: row[0], end: row[1], cause: GapCause(rawValue: row[2] as String) ?? .unknown)
        }
      let marks = try rows("time, name", "marks", by: "sequence, position")
        .map { row in try Mark(time: row[0], name: row[1] as String) }
      let conflicts = try rows("sequence", "conflicts", by: "sequence, sha256")
        .map { row in UInt64(bitPattern: row[0] as Int64) }
      return StreamContents(chunks: chunks, gaps: gaps, marks: marks, conflicts: conflicts)
    }
  }
}
