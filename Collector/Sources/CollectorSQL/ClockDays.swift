import Collector

/// Days of a device whose measurements are folded: one row of the table `clock_days` has all of a day in UTC.
struct ClockDays {
  let device: String
  private let session: any SQLSession
  let days: [Int64]

  /// The maximum number of days of which one answer reads the content. Of more, some are read, evenly spread.
  private static let readMax = 100

  /// - Parameters:
  ///   - minutes: the times that count, in minutes since 1970.
  ///   - hasRelays: whether only days count that have measurements of phones that pass on recordings.
  init(
    of device: String, in minutes: ClosedRange<Int64>, hasRelays: Bool = false,
    _ session: any SQLSession
  ) throws {
    (self.device, self.session) = (device, session)
    let range = [minutes.lowerBound, minutes.upperBound].map {
      SQLValue.integer($0.floorDivided(by: ClockDigest.minutesPerDay))
    }
    let condition =
      "device = ? AND day BETWEEN ? AND ?\(hasRelays ? " AND has_relays = 1" : "")"
    let values = [.text(device)] + range
    let count =
      try session.integer("SELECT count(*) FROM clock_days WHERE \(condition)", values) ?? 0
    days = try session.rows(
      """
      SELECT day FROM clock_days WHERE \(condition) AND abs(day) % ? = 0
      ORDER BY day LIMIT \(2 * Self.readMax)
      """, values + [.integer(max(0, count - 1) / Int64(Self.readMax) + 1)]
    ).compactMap { $0.integer(at: 0) }
  }

  /// Calls a closure with each measurement of the days. Those of one day are in memory.
  func forEach(_ body: (ClockRow) throws -> Void) throws {
    for day in days {
      for row in try Self.rows(of: device, onDay: day, session) ?? [] { try body(row) }
    }
  }

  /// The measurements of a folded day; nil if it is not folded or damaged.
  static func rows(
    of device: String, onDay day: Int64, _ session: any SQLSession
  ) throws -> [ClockRow]? {
    let row = try session.row(
      "SELECT content FROM clock_days WHERE device = ? AND day = ?",
      [.text(device), .integer(day)])
    return (try? row?.bytes("content")).flatMap { ClockDayContent.decode($0) }?
      .filter { $0.day == day }
  }

  /// Replaces the row of a day, and removes it if there are no measurements.
  static func store(
    _ rows: ClockRowSet, of device: String, onDay day: Int64, _ session: any SQLSession
  ) throws {
    let key: [SQLValue] = [.text(device), .integer(day)]
    try session.execute("DELETE FROM clock_days WHERE device = ? AND day = ?", key)
    let sorted = rows.sorted
    guard !sorted.isEmpty else { return }
    var digest = ClockDigest()
    for row in sorted { row.add(to: &digest) }
    try session.execute(
      """
      INSERT INTO clock_days (device, day, measurements, has_relays, digest, content)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      key + [
        .integer(sorted.count), .integer(!digest.relays.isEmpty), .text(digest.text),
        .bytes(ClockDayContent.encode(sorted)),
      ])
  }

  /// The rows of a clock in a range of minutes that are not folded: the part of a query after its columns.
  func rows(
    of source: ClockSource, in minutes: ClosedRange<Int64>
  ) -> (sql: String, values: [SQLValue]) {
    let (condition, values) = source.condition
    return (
      "FROM \(source.table.name) WHERE device = ? AND minute BETWEEN ? AND ? AND \(condition)",
      [.text(device)] + minutes.values + values
    )
  }

  static func minutes(ofDay day: Int64) -> ClosedRange<Int64> {
    let first = day.clampedMultiply(ClockDigest.minutesPerDay)
    return first...first.clampedAdd(ClockDigest.minutesPerDay - 1)
  }
}
