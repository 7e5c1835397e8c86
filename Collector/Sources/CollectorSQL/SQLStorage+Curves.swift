import Chunks
import Collector

extension SQLStorage {
  public func neighbors(
    of name: StreamName, from: Int64, to: Int64
  ) async throws(StorageError) -> [ChunkRecord] {
    try await read { session in
      try [("<", from, "DESC"), (">=", to, "ASC")].compactMap { comparison, time, order in
        let row = try session.row(
          """
          SELECT \(ChunkRecord.columns) FROM chunks
          WHERE device = ? AND stream = ? AND first_time \(comparison) ?
          ORDER BY first_time \(order) LIMIT 1
          """, name.key + [.integer(time)])
        let isBefore = order == "DESC"
        let packed = try session.packedNeighbor(of: name, at: time, isBefore: isBefore)
        let start = try row?.optionalInteger("first_time")
        if let packed, let other = packed.times?.lowerBound,
          start.map({ isBefore ? $0 < other : $0 > other }) ?? true
        {
          return packed
        }
        return row.flatMap { try? ChunkRecord(row: $0) }
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
      let others = sequences.filter { levels[$0] == nil && $0 <= ChunkIdentity.sequenceMax }
      guard let first = others.min(), let last = others.max() else { return levels }
      for pack in try session.packs(of: name, containing: Int64(first)...Int64(last)) {
        levels.merge(
          try session.curves(of: pack, Set(others), isFine: isFine), uniquingKeysWith: { $1 })
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

extension SQLSession {
  /// Returns the nearest chunk of a pack that begins before a time, or at it or after it.
  fileprivate func packedNeighbor(
    of name: StreamName, at time: Int64, isBefore: Bool
  ) throws -> ChunkRecord? {
    // The chunk that contains the time may be the last one of its pack.
    let near =
      isBefore
      ? try packs(
        of: name, where: "first_time < ?", [.integer(time)], by: "first_time DESC", atMost: 1)
      : try packs(
        of: name, where: "first_time >= ? AND last_time >= ?",
        [.integer(time.clampedSubtract(Pack.nanosecondsMax)), .integer(time)], atMost: 2)
    for pack in near {
      let entries = try entries(of: pack) ?? []
      let found =
        isBefore
        ? entries.last { $0.times.lowerBound < time }
        : entries.first { $0.times.lowerBound >= time }
      if let found { return found.record(pack.channels) }
    }
    return nil
  }

  /// Returns the curves of some chunks of a pack, by sequence. Those that follow each other are read at once.
  fileprivate func curves(
    of pack: Pack, _ sequences: Set<UInt64>, isFine: Bool
  ) throws -> [UInt64: [UInt8]] {
    let wanted = try (entries(of: pack) ?? [])
      .filter { sequences.contains($0.sequence) && !$0.fine.isEmpty }
      .map { (sequence: $0.sequence, place: isFine ? $0.fine : $0.coarse) }
    guard let first = wanted.first, let last = wanted.last else { return [:] }
    let all = first.place.lowerBound..<last.place.upperBound
    let bytes = try bytes(of: pack, all)
    var curves: [UInt64: [UInt8]] = [:]
    for (sequence, place) in wanted where place.upperBound - all.lowerBound <= bytes.count {
      curves[sequence] = Array(
        bytes[Int(place.lowerBound - all.lowerBound)..<Int(place.upperBound - all.lowerBound)])
    }
    return curves
  }
}
