import Chunks
import Collector

/// Chunks of a stream, read some thousand at a time, so that not all are in memory: first those with samples, sorted by
/// time, then those without, in the order in which they arrived.
struct ChunkPages: Sendable {
  /// A condition for the rows of `chunks AS c`, with its values.
  struct Condition: Sendable {
    var sql: String
    var values: [SQLValue] = []
  }

  /// The place of the row that was read last.
  private enum Position {
    case withSamples(time: Int64, id: Int64)
    case withoutSamples(id: Int64)
    case end
  }

  let name: StreamName
  /// The columns that are read, apart from those that the order needs.
  var columns = ChunkRecord.columns
  /// The first and the last time at which the chunks with samples may begin.
  var starts: ClosedRange<Int64> = .min ... .max
  var withSamples = Condition(sql: "1 = 1")
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
    withoutSamples = nil
  }

  /// The maximum number of rows that are in memory at once.
  static let rowsMax = 5_000

  /// Reads the next rows; none at the end. Each call may be in another transaction.
  mutating func next(in session: any SQLSession) throws -> [SQLRow] {
    while true {
      try Client.requireConnected()
      let (rows, areWithSamples) = try nextRows(in: session)
      // The number of the row orders chunks of the same time without sorting them for each page.
      if rows.count == Self.rowsMax, let last = rows.last {
        let id = try last.integer("page_id")
        position =
          areWithSamples
          ? .withSamples(time: try last.integer("page_time"), id: id) : .withoutSamples(id: id)
      } else {
        position = areWithSamples && withoutSamples != nil ? .withoutSamples(id: .min) : .end
      }
      if !rows.isEmpty { return rows }
      if case .end = position { return [] }
    }
  }

  private func nextRows(
    in session: any SQLSession
  ) throws -> (rows: [SQLRow], areWithSamples: Bool) {
    let columns = "\(columns), first_time AS page_time, id AS page_id"
    let isInStream = "device = ? AND stream = ?"
    switch position {
    case .withSamples(let time, let id):
      let rows = try session.rows(
        """
        SELECT \(columns) FROM chunks AS c
        WHERE \(isInStream) AND first_time BETWEEN ? AND ? AND (first_time, id) > (?, ?)
          AND \(withSamples.sql)
        ORDER BY first_time, id LIMIT ?
        """,
        name.key + [
          .integer(max(time, starts.lowerBound)), .integer(starts.upperBound), .integer(time),
          .integer(id),
        ] + withSamples.values + [.integer(Self.rowsMax)])
      return (rows, true)
    case .withoutSamples(let id):
      guard let withoutSamples else { return ([], false) }
      let rows = try session.rows(
        """
        SELECT \(columns) FROM chunks AS c
        WHERE \(isInStream) AND first_time IS NULL AND id > ? AND \(withoutSamples.sql)
        ORDER BY id LIMIT ?
        """, name.key + [.integer(id)] + withoutSamples.values + [.integer(Self.rowsMax)])
      return (rows, false)
    case .end:
      return ([], false)
    }
  }
}
