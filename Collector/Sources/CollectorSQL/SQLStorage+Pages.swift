import Chunks
import Collector

// Lists are read in pages: each begins after the last entry of the one before.

extension SQLStorage {
  public func devices(
    after name: String?, containing text: String, in group: String?, atMost limit: Int
  ) async throws(StorageError) -> [String] {
    try await read { session in
      let literal = ["!", "_", "%"].reduce(text.lowercased()) { $0.replacing($1, with: "!" + $1) }
      let isInGroup = "AND device IN (SELECT device FROM device_groups WHERE name = ?)"
      return try session.rows(
        """
        SELECT device FROM (\(Self.knownDevices)) AS known LEFT JOIN device_labels USING (device)
        WHERE device > ? AND (lower(device) LIKE ? ESCAPE '!' OR lower(label) LIKE ? ESCAPE '!')
        \(group == nil ? "" : isInGroup) ORDER BY device LIMIT ?
        """,
        [.text(name ?? ""), .text("%\(literal)%"), .text("%\(literal)%")]
          + (group.map { [.text($0)] } ?? []) + [.integer(limit)]
      ).map { try $0.text("device") }
    }
  }

  /// Every device that has a chunk or a token, once.
  static var knownDevices: String {
    "SELECT device FROM streams UNION SELECT device FROM tokens WHERE device IS NOT NULL"
  }

  public func isKnown(device: String) async throws(StorageError) -> Bool {
    try await read { session in
      try session.row(
        """
        SELECT 1 FROM streams WHERE device = ? UNION SELECT 1 FROM tokens WHERE device = ?
        """, [.text(device), .text(device)]) != nil
    }
  }

  public func chunks(
    of name: StreamName, after sequence: UInt64?, atMost limit: Int
  ) async throws(StorageError) -> [ChunkRecord]? {
    try await read { session in
      guard try Self.exists(name, in: session) else { return nil }
      // Rows that cannot be read are left out, and more rows are read in their place.
      var last = sequence.map { Int64($0) } ?? -1
      var records: [ChunkRecord] = []
      // The rows up to the first pack, then its chunks, and so on.
      while records.count < limit {
        let pack = try session.packs(
          of: name, where: "last_sequence > ?", [.integer(last)], by: "first_sequence", atMost: 1
        ).first
        let end = pack.map { Int64($0.sequences.lowerBound) } ?? .max
        let rows = try session.rows(
          """
          SELECT \(ChunkRecord.columns) FROM chunks
          WHERE device = ? AND stream = ? AND sequence > ? AND sequence <= ?
          ORDER BY sequence LIMIT ?
          """, name.key + [.integer(last), .integer(end), .integer(limit - records.count)])
        records += rows.compactMap { try? ChunkRecord(row: $0) }
        if let final = rows.last?.sequence {
          last = Int64(final)
        } else if let pack {
          let left = limit - records.count
          records += try (session.entries(of: pack) ?? []).lazy
            .filter { Int64($0.sequence) > last }.prefix(left).map { $0.record(pack.channels) }
          last = Int64(pack.sequences.upperBound)
        } else {
          break
        }
      }
      return records
    }
  }

  public func gaps(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedGap]? {
    try await read { session in
      guard try Self.exists(name, in: session) else { return nil }
      return try session.rows(
        """
        SELECT \(Gap.columns) FROM gaps
        WHERE device = ? AND stream = ? AND (start_time, sequence, position) > (?, ?, ?)
        ORDER BY start_time, sequence, position LIMIT ?
        """, name.key + Self.values(of: position) + [.integer(limit)]
      ).compactMap { row in
        guard let gap = try? Gap(row: row), let sequence = row.sequence,
          let index = try? row.count("position")
        else { return nil }
        return PlacedGap(
          gap: gap, position: GapPosition(start: gap.start, sequence: sequence, index: index))
      }
    }
  }

  public func marks(
    of name: StreamName, after position: GapPosition?, atMost limit: Int
  ) async throws(StorageError) -> [PlacedMark]? {
    try await read { session in
      guard try Self.exists(name, in: session) else { return nil }
      return try session.rows(
        """
        SELECT sequence, position, time, name FROM marks
        WHERE device = ? AND stream = ? AND (time, sequence, position) > (?, ?, ?)
        ORDER BY time, sequence, position LIMIT ?
        """, name.key + Self.values(of: position) + [.integer(limit)]
      ).compactMap { row in
        guard let mark = try? Mark(row: row), let sequence = row.sequence,
          let index = try? row.count("position")
        else { return nil }
        return PlacedMark(
          mark: mark, position: GapPosition(start: mark.time, sequence: sequence, index: index))
      }
    }
  }

  /// The values with which rows after a position are compared.
  private static func values(of position: GapPosition?) -> [SQLValue] {
    position.map {
      [.integer($0.start), .integer(Int64(clamping: $0.sequence)), .integer($0.index)]
    } ?? [.integer(Int64.min), .integer(-1), .integer(-1)]
  }

  private static func exists(_ name: StreamName, in session: any SQLSession) throws -> Bool {
    try session.row("SELECT 1 FROM streams WHERE device = ? AND stream = ?", name.key) != nil
  }
}
