import Chunks
import Collector

/// Chunks of a stream, read some thousand at a time, so that not all are in memory: first those with samples, sorted by
/// time, also those of packs, then those without, in the order in which they arrived.
struct ChunkPages: Sendable {
  /// A condition for the rows of `chunks AS c`, with its values.
  struct Condition: Sendable {
    var sql: String
    var values: [SQLValue] = []
  }

  /// The place of the row that was read last.
  private enum Position {
    case withSamples(time: Int64, id: Int64)
    /// Before the chunks of a pack.
    case pack(Pack)
    case withoutSamples(id: Int64)
    case end
  }

  let name: StreamName
  /// The columns that are read, apart from those that the order needs.
  var columns = ChunkRecord.columns
  /// The first and the last time at which the chunks with samples may begin.
  var starts: ClosedRange<Int64> = .min ... .max
  var withSamples = Condition(sql: "1 = 1")
  /// The earliest last time of a chunk of a pack.
  var packedTimesFrom = Int64.min
  /// Whether the chunks of packs are read, too. They have no `id`.
  var readsPacks = true
  /// nil if chunks without samples are not read.
  var withoutSamples: Condition? = Condition(sql: "1 = 1")
  private var position = Position.withSamples(time: .min, id: .min)

  /// Creates the pages of all chunks.
  init(of name: StreamName) { self.name = name }

  /// Creates the pages of the chunks that may have a sample in a range of times.
  ///
  /// - Parameter summary: the totals of the stream, which say how long before the range such a chunk can begin.
  init(of name: StreamName, overlapping times: ClosedRange<Int64>, _ summary: StreamSummary?) {
    self.init(of: name)
    let earliest = summary?.earliestStart(containing: times.lowerBound) ?? .min
    starts = min(earliest, times.upperBound)...times.upperBound
    withSamples = Condition(sql: "last_time >= ?", values: [.integer(times.lowerBound)])
    packedTimesFrom = times.lowerBound
    withoutSamples = nil
  }

  /// The maximum number of rows that are in memory at once.
  static let rowsMax = 5_000

  /// Reads the next rows; none at the end. Each call may be in another transaction.
  mutating func next(in session: any SQLSession) throws -> [SQLRow] {
    while true {
      try Client.requireConnected()
      if case .pack(let pack) = position {
        position = .withSamples(time: pack.times.upperBound, id: .max)
        let rows = try self.rows(of: pack, in: session)
        if !rows.isEmpty { return rows }
        continue
      }
      let (rows, pack, areWithSamples) = try nextRows(in: session)
      // The number of the row orders chunks of the same time without sorting them for each page.
      if rows.count == Self.rowsMax, let last = rows.last {
        let id = try last.integer("page_id")
        position =
          areWithSamples
          ? .withSamples(time: try last.integer("page_time"), id: id) : .withoutSamples(id: id)
      } else if let pack {
        position = .pack(pack)
      } else {
        position = areWithSamples && withoutSamples != nil ? .withoutSamples(id: .min) : .end
      }
      if !rows.isEmpty { return rows }
      if case .end = position { return [] }
    }
  }

  private func nextRows(
    in session: any SQLSession
  ) throws -> (rows: [SQLRow], pack: Pack?, areWithSamples: Bool) {
    let columns = "\(columns), first_time AS page_time, id AS page_id"
    let isInStream = "device = ? AND stream = ?"
    switch position {
    case .withSamples(let time, let id):
      // No chunk shares times with a pack.
      let pack = try nextPack(after: time, in: session)
      let rows = try session.rows(
        """
        SELECT \(columns) FROM chunks AS c
        WHERE \(isInStream) AND first_time BETWEEN ? AND ? AND (first_time, id) > (?, ?)
          AND \(withSamples.sql)
        ORDER BY first_time, id LIMIT ?
        """,
        name.key + [
          .integer(max(time, starts.lowerBound)),
          .integer(min(starts.upperBound, pack?.times.lowerBound ?? .max)), .integer(time),
          .integer(id),
        ] + withSamples.values + [.integer(Self.rowsMax)])
      return (rows, pack, true)
    case .withoutSamples(let id):
      guard let withoutSamples else { return ([], nil, false) }
      let rows = try session.rows(
        """
        SELECT \(columns) FROM chunks AS c
        WHERE \(isInStream) AND first_time IS NULL AND id > ? AND \(withoutSamples.sql)
        ORDER BY id LIMIT ?
        """, name.key + [.integer(id)] + withoutSamples.values + [.integer(Self.rowsMax)])
      return (rows, nil, false)
    case .pack, .end:
      return ([], nil, false)
    }
  }

  /// Returns the first pack behind a time that may have a chunk to read.
  private func nextPack(after time: Int64, in session: any SQLSession) throws -> Pack? {
    guard readsPacks else { return nil }
    let begin = max(time, starts.lowerBound)
    return try session.packs(
      of: name, where: "first_time BETWEEN ? AND ? AND last_time >= ? AND last_time > ?",
      [
        .integer(begin.clampedSubtract(Pack.nanosecondsMax)), .integer(starts.upperBound),
        .integer(max(starts.lowerBound, packedTimesFrom)), .integer(time),
      ], atMost: 1
    ).first
  }

  /// The rows of the chunks of a pack; none if its index is damaged.
  private func rows(of pack: Pack, in session: any SQLSession) throws -> [SQLRow] {
    let entries = try session.entries(of: pack) ?? []
    return pack.rows(
      entries.filter {
        starts.contains($0.times.lowerBound) && $0.times.upperBound >= packedTimesFrom
      })
  }
}
