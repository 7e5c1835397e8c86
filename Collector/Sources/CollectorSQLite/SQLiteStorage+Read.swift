import Chunks
import Collector
import Foundation
import GRDB

extension SQLiteStorage {
  public func body(of identity: ChunkIdentity) async throws(StorageError) -> StoredBody? {
    try await read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT sha256, body FROM chunks LEFT JOIN bodies USING (id)
          WHERE device = ? AND stream = ? AND sequence = ?
          """,
        arguments: identity.key)
      return row.map(StoredBody.init(row:))
    }
  }

  public func devices() async throws(StorageError) -> [String] {
    try await read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT device FROM streams UNION SELECT device FROM tokens WHERE device IS NOT NULL
          ORDER BY device
          """)
    }
  }

  public func streams(of device: String) async throws(StorageError) -> [String] {
    try await read { database in
      try String.fetchAll(
        database, sql: "SELECT stream FROM streams WHERE device = ? ORDER BY stream",
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
      /// Rows that cannot be decoded are left out, and their chunk counts as damaged.
      var damaged = Set(try rows("sequence", "damage", by: "sequence").compactMap(\.sequence))
      func decoded<Value>(_ rows: [Row], _ decode: (Row) throws -> Value) -> [Value] {
        rows.compactMap { row in
          do {
            return try decode(row)
          } catch {
            if let sequence = row.sequence { damaged.insert(sequence) }
            return nil
          }
        }
      }
      let chunks = decoded(
        try rows(ChunkRecord.columns, "chunks", by: "sequence"), ChunkRecord.init(row:))
      guard !chunks.isEmpty || !damaged.isEmpty else { return nil }
      let gaps = decoded(
        try rows("sequence, start_time, end_time, cause", "gaps", by: "sequence, position"),
        Gap.init(row:))
      let marks = decoded(
        try rows("sequence, time, name", "marks", by: "sequence, position"), Mark.init(row:))
      let conflicts = try rows("sequence", "conflicts", by: "sequence, sha256")
        .compactMap(\.sequence)
      return StreamContents(
        chunks: chunks, gaps: gaps, marks: marks, conflicts: conflicts, damaged: damaged.sorted())
    }
  }
}
