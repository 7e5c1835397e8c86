import Chunks
import Collector

/// Chunks of a stream, read some thousand at a time, so that not all are in memory: first those with samples, sorted by
/// time, then those without.
struct ChunkPages: Sendable {
  /// A condition for the rows of `chunks AS c`, with its values.
  struct Condition: Sendable {
    var sql: String
    var values: [SQLValue] = []
  }

  /// What was read last.
  private enum Position {
    case withSamples(time: Int64, id: Int64)
    case withoutSamples(sequence: Int64)
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

  init(of name: StreamName) { self.name = name }

  /// The maximum number of rows that are in memory at once.
  static let rowsMax = 5_000

  /// Reads the next rows; none at the end. Each call may be in another transaction.
  mutating func next(in session: any SQLSession) throws -> [SQLRow] {
    while true {
      try Client.requireConnected()
      switch position {
      case .withSamples(let time, let id):
        // Other orders would sort all chunks of the same time for each page.
        let rows = try session.rows(
          """
          SELECT \(columns), first_time AS page_time, id AS page_id FROM chunks AS c
          WHERE device = ? AND stream = ? AND (first_time, id) > (?, ?)
            AND first_time BETWEEN ? AND ? AND \(withSamples.sql)
          ORDER BY first_time, id LIMIT ?
          """,
          name.key + [
            .integer(time), .integer(id), .integer(starts.lowerBound), .integer(starts.upperBound),
          ] + withSamples.values + [.integer(Self.rowsMax)])
        if rows.count == Self.rowsMax, let last = rows.last {
          position = .withSamples(
            time: try last.integer("page_time"), id: try last.integer("page_id"))
        } else {
          position = withoutSamples == nil ? .end : .withoutSamples(sequence: -1)
        }
        if !rows.isEmpty { return rows }
      case .withoutSamples(let sequence):
        let condition = withoutSamples ?? Condition(sql: "1 = 0")
        let rows = try session.rows(
          """
          SELECT \(columns), sequence AS page_sequence FROM chunks AS c
          WHERE device = ? AND stream = ? AND first_time IS NULL AND sequence > ?
            AND \(condition.sql)
          ORDER BY sequence LIMIT ?
          """, name.key + [.integer(sequence)] + condition.values + [.integer(Self.rowsMax)])
        position =
          if rows.count == Self.rowsMax, let last = rows.last {
            .withoutSamples(sequence: try last.integer("page_sequence"))
          } else {
            .end
          }
        if !rows.isEmpty { return rows }
      case .end:
        return []
      }
    }
  }
}
