import Chunks
import Collector

extension SQLSession {
  /// The times of chunks whose nights may change when a chunk is stored or deleted: the chunk before it knows whether
  /// chunks are missing after it, and one without samples has the time of a neighbor; nil if no neighbor has samples.
  ///
  /// - Parameter hasSamples: whether the chunk has, or had, samples.
  func nightNeighbors(
    of name: StreamName, _ sequence: UInt64, hasSamples: Bool
  ) throws -> ClosedRange<Int64>? {
    let before = try neighbor(of: name, sequence, "<", "DESC")
    if let before, hasSamples { return before }
    // If the chunk is now the first with samples, those before it had the time of the chunk after it.
    let after = try neighbor(of: name, sequence, ">", "ASC")
    return before.map { before in after.map { before.joined(with: $0) } ?? before } ?? after
  }

  /// The times of the next chunk with samples, or pack, in one direction; nil if there is none, and all times if it is
  /// not found among the nearest chunks.
  private func neighbor(
    of name: StreamName, _ sequence: UInt64, _ comparison: String, _ order: String
  ) throws -> ClosedRange<Int64>? {
    func distance(_ other: UInt64) -> UInt64 { max(other, sequence) - min(other, sequence) }
    /// Returns the times of the nearest pack, or those of a row that is nearer.
    func nearer(_ row: SQLRow?) throws -> ClosedRange<Int64>? {
      let times = row.map { (try? $0.times()) ?? .min ... .max }
      if let next = row?.sequence, distance(next) == 1 { return times }
      let pack = try packs(
        of: name, where: "first_sequence \(comparison) ?", [.integer(Int64(sequence))],
        by: "first_sequence \(order)", atMost: 1
      ).first
      guard let pack else { return times }
      guard let next = row?.sequence else { return pack.times }
      return distance(next) < distance(pack.sequences.lowerBound) ? times : pack.times
    }
    // Mostly, the nearest one has samples.
    for count in [1, 1_000] {
      let nearest = """
        (SELECT sequence, first_time, last_time FROM chunks
        WHERE device = ? AND stream = ? AND sequence \(comparison) ?
        ORDER BY sequence \(order) LIMIT \(count)) AS nearest
        """
      let key = name.key + [.integer(Int64(sequence))]
      let row = try row(
        """
        SELECT sequence, first_time, last_time FROM \(nearest)
        WHERE first_time IS NOT NULL ORDER BY sequence \(order) LIMIT 1
        """, key)
      if let row { return try nearer(row) }
      let searched = try integer("SELECT count(*) FROM \(nearest)", key) ?? 0
      guard searched == count else { return try nearer(nil) }
    }
    return .min ... .max
  }
}
