import Chunks
import Collector

extension SQLStorage {
  public func neighbors(
    of name: StreamName, from: Int64, to: Int64
  ) async throws(StorageError) -> [ChunkRecord] {
    try await read { session in
      try [("<", from, "DESC"), (">=", to, "ASC")].compactMap { comparison, time, order in
        try session.row(
          """
          SELECT \(ChunkRecord.columns) FROM chunks
          WHERE device = ? AND stream = ? AND first_time \(comparison) ?
          ORDER BY first_time \(order) LIMIT 1
          """, name.key + [.integer(time)]
        ).flatMap { try? ChunkRecord(row: $0) }
      }
    }
  }

  public func curves(
    of name: StreamName, _ sequences: [UInt64], isFine: Bool
  ) async throws(StorageError) -> [UInt64: [UInt8]] {
    guard !sequences.isEmpty else { return [:] }
    return try await read { session in
      let rows = try session.rows(
        """
        SELECT sequence, \(isFine ? "fine" : "coarse") AS level FROM chunks JOIN curves USING (id)
        WHERE device = ? AND stream = ?
          AND sequence IN (\(sequences.map { _ in "?" }.joined(separator: ", ")))
        """, name.key + sequences.map { .integer(Int64(clamping: $0)) })
      var levels: [UInt64: [UInt8]] = [:]
      for row in rows {
        if let sequence = row.sequence { levels[sequence] = try? row.bytes("level") }
      }
      return levels
    }
  }

  public func marks(
    of name: StreamName, in times: ClosedRange<Int64>, atMost limit: Int
  ) async throws(StorageError) -> [Mark] {
    try await read { session in
      try session.rows(
        """
        SELECT time, name FROM marks WHERE device = ? AND stream = ? AND time BETWEEN ? AND ?
        ORDER BY time, name LIMIT ?
        """,
        name.key + [.integer(times.lowerBound), .integer(times.upperBound), .integer(limit)]
      ).compactMap { try? Mark(row: $0) }
    }
  }

  public func hasMark(
    _ mark: String, of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> Bool {
    try await read { session in
      try session.row(
        """
        SELECT 1 FROM marks
        WHERE device = ? AND stream = ? AND time BETWEEN ? AND ? AND name = ?
        ORDER BY time LIMIT 1
        """,
        name.key + [.integer(times.lowerBound), .integer(times.upperBound), .text(mark)]) != nil
    }
  }
}
