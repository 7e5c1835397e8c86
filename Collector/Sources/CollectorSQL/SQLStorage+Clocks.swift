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
      let folded = try ClockDays(of: device, in: minutes, session)
      let streams = try Self.accessories(
        of: device, in: times.minutes(widenedBy: 1), folded, session)
      let sources = [.own, .readings] + streams.map(ClockSource.accessory)
      var measurements = ClockMeasurements()
      for row in try Self.rows(
        of: Dictionary(uniqueKeysWithValues: sources.map { ($0, minutes) }), folded, session)
      {
        row.add(to: &measurements)
      }
      measurements.exchanges += try Self.relayExchanges(
        of: device, for: measurements.exchanges, in: session)
      return measurements
    }
  }

  /// The streams with readings of an accessory, or some of them if they are many.
  private static func accessories(
    of device: String, in minutes: ClosedRange<Int64>, _ folded: ClockDays,
    _ session: any SQLSession
  ) throws -> [String] {
    var streams = Set(
      try session.rows(
        """
        SELECT DISTINCT stream FROM accessory_readings
        WHERE device = ? AND minute BETWEEN ? AND ? ORDER BY stream LIMIT \(accessoriesMax)
        """, [.text(device)] + minutes.values
      ).compactMap { $0.text(at: 0) })
    try folded.forEach { row in
      guard case .accessory(let stream) = row.source, minutes.contains(row.minute) else { return }
      streams.insert(stream)
    }
    return Array(streams.sorted().prefix(accessoriesMax))
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
    guard let first = relays.first?.value else { return [] }
    let all = relays.dropFirst().reduce(first) { $0.joined(with: $1.value) }
    let folded = try ClockDays(
      of: device, in: all.minutes(widenedBy: marginMinutes), hasRelays: true, session)
    let ranges = relays.map { name, times in
      (ClockSource.relay(name), times.minutes(widenedBy: marginMinutes))
    }
    return try rows(
      of: Dictionary(uniqueKeysWithValues: ranges), atMost: rowsMax / relays.count, folded, session
    ).compactMap(\.exchange)
  }

  /// Reads the measurements of some clocks, each in a range of minutes. If they are too many, those of some minutes,
  /// evenly spread.
  private static func rows(
    of sources: [ClockSource: ClosedRange<Int64>], atMost rowsMax: Int = rowsMax,
    _ folded: ClockDays, _ session: any SQLSession
  ) throws -> [ClockRow] {
    var counts: [ClockSource: Int64] = [:]
    for (source, minutes) in sources {
      let (rows, values) = folded.rows(of: source, in: minutes)
      counts[source] = try session.integer("SELECT count(*) \(rows)", values) ?? 0
    }
    try folded.forEach { row in
      guard sources[row.source]?.contains(row.minute) == true else { return }
      counts[row.source, default: 0] += 1
    }
    let steps = counts.mapValues { max(0, $0 - 1) / Int64(rowsMax) + 1 }
    var found = ClockRowSet()
    try folded.forEach { row in
      guard sources[row.source]?.contains(row.minute) == true,
        row.minute % (steps[row.source] ?? 1) == 0
      else { return }
      found.add(row)
    }
    for (source, minutes) in sources {
      let (rows, values) = folded.rows(of: source, in: minutes)
      let live = try session.rows(
        "SELECT * \(rows) AND minute % ? = 0 ORDER BY minute LIMIT \(rowsMax)",
        values + [.integer(steps[source] ?? 1)])
      for row in live.compactMap({ ClockRow($0, in: source.table) }) { found.add(row) }
    }
    return found.sorted
  }

  /// The number of rows that are read at once.
  private static var rowsPerPage: Int { 5_000 }

  /// The number of times that the digests are read again because days were folded meanwhile.
  private static var triesMax: Int { 3 }

  public func clockDigests(
    of device: String
  ) async throws(StorageError) -> [Int64: ClockDigest] {
    var folded = try await foldedDigests(of: device)
    for _ in 1..<Self.triesMax {
      let digests = try await clockDigests(of: device, beside: folded)
      let now = try await foldedDigests(of: device)
      if now.days == folded.days { return digests }
      folded = now
    }
    return try await clockDigests(of: device, beside: folded)
  }

  private func clockDigests(
    of device: String, beside folded: (days: [Int64: ClockDigest], damaged: Set<Int64>)
  ) async throws(StorageError) -> [Int64: ClockDigest] {
    var (days, late) = folded
    try await forEachRow(of: device) { row in
      if folded.days[row.day] != nil {
        late.insert(row.day)
      } else {
        row.add(to: &days[row.day, default: ClockDigest()])
      }
    }
    // A measurement that has come after its day was folded may be there already.
    for day in late {
      var known = ClockRowSet()
      for row in try await read({ try ClockDays.rows(of: device, onDay: day, $0) }) ?? [] {
        known.add(row)
      }
      var digest = ClockDigest()
      try await forEachRow(of: device, in: ClockDays.minutes(ofDay: day)) { row in
        if known.contains(row) { known.add(row) } else { row.add(to: &digest) }
      }
      for row in known.sorted { row.add(to: &digest) }
      days[day] = digest
    }
    return days
  }

  /// Returns the digests of folded days, and the days whose digests cannot be read.
  private func foldedDigests(
    of device: String
  ) async throws(StorageError) -> (days: [Int64: ClockDigest], damaged: Set<Int64>) {
    var days: [Int64: ClockDigest] = [:]
    var damaged: Set<Int64> = []
    var last = Int64.min
    while true {
      let rows = try await read { [last] session in
        try session.rows(
          """
          SELECT day, digest FROM clock_days WHERE device = ? AND day > ?
          ORDER BY day LIMIT \(Self.rowsPerPage)
          """, [.text(device), .integer(last)])
      }
      for row in rows {
        guard let day = row.integer(at: 0) else { continue }
        let digest = row.text(at: 1).flatMap { ClockDigest($0) }
        days[day] = digest ?? ClockDigest()
        if digest == nil { damaged.insert(day) }
      }
      guard rows.count == Self.rowsPerPage, let final = rows.last?.integer(at: 0) else {
        return (days, damaged)
      }
      last = final
    }
  }

  /// Calls a closure with each measurement of a device that is not folded.
  private func forEachRow(
    of device: String, in minutes: ClosedRange<Int64> = .min ... .max, _ body: (ClockRow) -> Void
  ) async throws(StorageError) {
    for table in ClockTable.allCases {
      var last: SQLRow?
      repeat {
        let rows = try await read { [last] session in
          try table.rows(
            of: device, in: minutes, after: last, atMost: Self.rowsPerPage, in: session)
        }
        for row in rows.compactMap({ ClockRow($0, in: table) }) { body(row) }
        last = rows.count < Self.rowsPerPage ? nil : rows.last
      } while last != nil
    }
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
}

extension ClosedRange<Int64> {
  /// The minutes of a range of nanoseconds, and some more before and after them.
  func minutes(widenedBy margin: Int64) -> ClosedRange<Int64> {
    lowerBound.minute - margin...upperBound.minute + margin
  }
}
