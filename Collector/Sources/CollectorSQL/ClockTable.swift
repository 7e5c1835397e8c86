import ClockOffsets
import Collector
import CollectorContract

/// A table with measurements of clocks.
enum ClockTable: UInt8, CaseIterable {
  case exchanges, readings, accessories

  var name: String {
    switch self {
    case .exchanges: "clock_exchanges"
    case .readings: "clock_readings"
    case .accessories: "accessory_readings"
    }
  }

  /// The columns with names.
  var texts: [String] {
    switch self {
    case .exchanges: ["clock", "reference"]
    case .readings: []
    case .accessories: ["stream"]
    }
  }

  /// The columns with times in nanoseconds.
  var numbers: [String] {
    switch self {
    case .exchanges: ["sent", "arrived", "answered", "returned"]
    case .readings: ["recorded", "since", "wall"]
    case .accessories: ["recorded", "accessory"]
    }
  }

  /// The columns by which an index has the rows of a device.
  private var order: [String] {
    switch self {
    case .exchanges: ["minute", "clock", "reference", "sent"]
    case .readings: ["minute", "since"]
    case .accessories: ["stream", "minute"]
    }
  }

  /// Reads rows of a device in a range of minutes, in one order.
  func rows(
    of device: String, in minutes: ClosedRange<Int64>, after last: SQLRow?, atMost limit: Int,
    in session: any SQLSession
  ) throws -> [SQLRow] {
    let columns = order.joined(separator: ", ")
    let marks = order.map { _ in "?" }.joined(separator: ", ")
    return try session.rows(
      """
      SELECT * FROM \(name) WHERE device = ? AND minute BETWEEN ? AND ?
        \(last == nil ? "" : "AND (\(columns)) > (\(marks))")
      ORDER BY \(columns) LIMIT \(limit)
      """,
      [.text(device)] + minutes.values + (last.map { row in order.map { row.value($0) } } ?? []))
  }
}

/// A measurement of clocks as a row has it.
struct ClockRow: Hashable, Sendable {
  let table: ClockTable
  /// The values of `table.texts`.
  let texts: [String]
  /// The values of `table.numbers`. The first one is the time of the samples.
  let numbers: [Int64]
  /// In seconds since 1970.
  let receivedAt: Int64

  /// The time of the samples, in minutes since 1970.
  var minute: Int64 { numbers[0].minute }
  var day: Int64 { numbers[0].day }

  init(_ table: ClockTable, _ texts: [String], _ numbers: [Int64], receivedAt: Int64) {
    (self.table, self.texts, self.numbers, self.receivedAt) = (table, texts, numbers, receivedAt)
  }

  /// nil if the row cannot be read: an estimate from the others is better than none.
  init?(_ row: SQLRow, in table: ClockTable) {
    guard let texts = try? table.texts.map(row.text),
      let numbers = try? table.numbers.map(row.integer),
      let receivedAt = try? row.integer("received_at")
    else { return nil }
    self.init(table, texts, numbers, receivedAt: receivedAt)
  }

  /// Adds it to what is known, if it has valid values.
  func add(to measurements: inout ClockMeasurements) {
    switch table {
    case .exchanges:
      if let exchange { measurements.exchanges.append(exchange) }
    case .readings:
      measurements.walls.append(
        .init(since: numbers[1], recorded: numbers[0], wall: numbers[2]))
    case .accessories:
      measurements.accessories[texts[0], default: []].append(
        .init(recorded: numbers[0], accessory: numbers[1]))
    }
  }

  func add(to digest: inout ClockDigest) {
    switch table {
    case .exchanges:
      if let exchange { digest.add(exchange) }
    case .readings:
      digest.add(
        ClockMeasurements.WallReading(since: numbers[1], recorded: numbers[0], wall: numbers[2]))
    case .accessories:
      digest.add(
        ClockMeasurements.AccessoryReading(recorded: numbers[0], accessory: numbers[1]),
        of: texts[0])
    }
  }

  /// nil for another measurement, and if the values are not valid.
  var exchange: ClockMeasurements.Exchange? {
    guard table == .exchanges, let clock = MeasuredClock(name: texts[0]),
      let reference = MeasuredClock(name: texts[1]),
      let stamps = ClockExchange(
        sent: numbers[0], arrived: numbers[1], answered: numbers[2], returned: numbers[3])
    else { return nil }
    return ClockMeasurements.Exchange(clock, to: reference, stamps)
  }
}
