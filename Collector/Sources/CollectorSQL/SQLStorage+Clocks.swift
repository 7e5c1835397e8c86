import Chunks
import ClockOffsets
import Collector
import CollectorContract

extension SQLStorage {
  /// The time before and after the samples in which measurements count, in minutes: two days.
  private static var marginMinutes: Int64 { ClockDigest.daysAround * ClockDigest.minutesPerDay }
  /// The maximum number of rows of each kind that are read.
  private static var rowsMax: Int { 20_000 }
  /// The maximum number of clocks of phones that pass on recordings, and of streams of accessories, that are read.
  private static var relaysMax: Int { 200 }
  private static var accessoriesMax: Int { 16 }

  public func clockMeasurements(
    of device: String, in times: ClosedRange<Int64>
  ) async throws(StorageError) -> ClockMeasurements {
    let minutes = times.minutes(widenedBy: Self.marginMinutes)
    return try await read { session in
      let own = try Self.rows(
        .exchanges, where: "device = ? AND minute BETWEEN ? AND ? AND clock LIKE 'recorded:%'",
        [.text(device)] + minutes.values, in: session
      ).compactMap(\.exchange)
      var measurements = ClockMeasurements(
        exchanges: own + (try Self.relayExchanges(of: device, for: own, in: session)))
      let streams = try session.rows(
        """
        SELECT DISTINCT stream FROM accessory_readings
        WHERE device = ? AND minute BETWEEN ? AND ? ORDER BY stream LIMIT \(Self.accessoriesMax)
        """, [.text(device)] + times.minutes(widenedBy: 1).values)
      var rows = try Self.rows(
        .readings, where: "device = ? AND minute BETWEEN ? AND ?",
        [.text(device)] + minutes.values, in: session)
      for stream in streams.compactMap({ $0.text(at: 0) }) {
        rows += try Self.rows(
          .accessories, where: "device = ? AND stream = ? AND minute BETWEEN ? AND ?",
          [.text(device), .text(stream)] + minutes.values, in: session)
      }
      for row in rows { row.add(to: &measurements) }
      return measurements
    }
  }

  /// The number of rows that are read at once.
  private static var rowsPerPage: Int { 5_000 }

  public func clockDigests(
    of device: String
  ) async throws(StorageError) -> [Int64: ClockDigest] {
    var days: [Int64: ClockDigest] = [:]
    for table in ClockTable.allCases {
      var last: SQLRow?
      repeat {
        let rows = try await read { [last] session in
          try table.rows(of: device, after: last, atMost: Self.rowsPerPage, in: session)
        }
        for row in rows.compactMap({ ClockRow($0, in: table) }) {
          row.add(to: &days[row.day, default: ClockDigest()])
        }
        last = rows.count < Self.rowsPerPage ? nil : rows.last
      } while last != nil
    }
    return days
  }

  /// The exchanges with the collector of those phones with which a device has compared its clock.
  private static func relayExchanges(
    of device: String, for own: [ClockMeasurements.Exchange], in session: any SQLSession
  ) throws -> [ClockMeasurements.Exchange] {
    var times: [String: ClosedRange<Int64>] = [:]
    for exchange in own {
      guard case .relay = exchange.reference else { continue }
      let range = exchange.stamps.arrived...exchange.stamps.answered
      times[exchange.reference.name] = times[exchange.reference.name]?.joined(with: range) ?? range
    }
    let relays = times.sorted { $0.key < $1.key }.prefix(relaysMax)
    return try relays.flatMap { name, times in
      try rows(
        .exchanges, where: "device = ? AND clock = ? AND minute BETWEEN ? AND ?",
        [.text(device), .text(name)] + times.minutes(widenedBy: marginMinutes).values,
        atMost: rowsMax / relays.count, in: session
      ).compactMap(\.exchange)
    }
  }

  /// Reads rows of a table. If they are too many, those of some minutes, evenly spread.
  private static func rows(
    _ table: ClockTable, where condition: String, _ values: [SQLValue],
    atMost rowsMax: Int = rowsMax, in session: any SQLSession
  ) throws -> [ClockRow] {
    let count = try session.integer("SELECT count(*) FROM \(table.name) WHERE \(condition)", values) ?? 0
    let step = (max(0, count - 1)) / Int64(rowsMax) + 1
    return try session.rows(
      """
      SELECT * FROM \(table.name) WHERE \(condition) AND minute % ? = 0
      ORDER BY minute LIMIT \(rowsMax)
      """, values + [.integer(step)]
    ).compactMap { ClockRow($0, in: table) }
  }
}

/// The rows about clocks of one upload.
struct ClockRows {
  private let device: SQLValue
  private let stream: SQLValue
  private let clocks: UploadedClocks
  /// In seconds since 1970.
  private let receivedAt: SQLValue

  init(of chunk: CheckedChunk) {
    device = .text(chunk.identity.device)
    stream = .text(chunk.identity.stream)
    clocks = chunk.clocks
    receivedAt = .integer(chunk.report?.time ?? 0)
  }

  func insert(in session: any SQLSession) throws {
    for exchange in clocks.report.exchanges {
      let stamps = exchange.stamps
      try session.execute(
        """
        INSERT INTO clock_exchanges (device, clock, reference, sent, arrived, answered, returned,
          minute, received_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (device, clock, reference, sent) DO NOTHING
        """,
        [
          device, .text(exchange.clock.name), .text(exchange.reference.name),
          .integer(stamps.sent), .integer(stamps.arrived), .integer(stamps.answered),
          .integer(stamps.returned), .integer(stamps.sent.minute), receivedAt,
        ])
    }
    if let stamp = clocks.report.stamp, case .recorded(let since) = stamp.clock {
      try session.execute(
        """
        INSERT INTO clock_readings (device, since, minute, recorded, wall, received_at)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (device, since, minute) DO NOTHING
        """,
        [
          device, .integer(since), .integer(stamp.time.minute), .integer(stamp.time),
          .integer(stamp.wall), receivedAt,
        ])
    }
    for reading in clocks.accessory {
      // Of two chunks with samples of the same minute, the reading counts that was under way for the shorter time.
      try session.execute(
        """
        INSERT INTO accessory_readings (device, stream, minute, recorded, accessory, received_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (device, stream, minute) DO UPDATE SET recorded = excluded.recorded,
          accessory = excluded.accessory, received_at = excluded.received_at
        WHERE excluded.accessory - excluded.recorded
          > accessory_readings.accessory - accessory_readings.recorded
        """,
        [
          device, stream, .integer(reading.recorded.minute), .integer(reading.recorded),
          .integer(reading.accessory), receivedAt,
        ])
    }
  }

  /// Removes what was measured in a range of times.
  ///
  /// - Parameter stream: the stream whose accessory is meant; nil for everything of the device.
  static func remove(
    of device: String, stream: String?, in times: ClosedRange<Int64>, in session: any SQLSession
  ) throws {
    let range = [SQLValue.text(device)] + times.minutes(widenedBy: 0).values
    let isInRange = "device = ? AND minute BETWEEN ? AND ?"
    if let stream {
      try session.execute(
        "DELETE FROM accessory_readings WHERE \(isInRange) AND stream = ?", range + [.text(stream)])
      return
    }
    for table in tables { try session.execute("DELETE FROM \(table) WHERE \(isInRange)", range) }
  }

  /// Removes what is old, as recordings are removed.
  ///
  /// - Parameters:
  ///   - samples: the time of samples, in nanoseconds since 1970.
  ///   - arrival: in seconds since 1970.
  static func remove(
    of device: String, samplesBefore samples: Int64, receivedBefore arrival: Int64,
    in session: any SQLSession
  ) throws {
    for table in tables {
      try session.execute(
        "DELETE FROM \(table) WHERE device = ? AND minute < ? AND received_at < ?",
        [.text(device), .integer(samples.minute), .integer(arrival)])
    }
  }

  private static let tables = ["clock_exchanges", "clock_readings", "accessory_readings"]
}

extension ClosedRange<Int64> {
  /// The minutes of a range of nanoseconds, and some more before and after them.
  fileprivate func minutes(widenedBy margin: Int64) -> ClosedRange<Int64> {
    lowerBound.minute - margin...upperBound.minute + margin
  }

  fileprivate var values: [SQLValue] { [.integer(lowerBound), .integer(upperBound)] }
}
