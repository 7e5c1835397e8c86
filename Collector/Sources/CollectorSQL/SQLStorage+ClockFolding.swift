import Collector

extension SQLStorage {
  public func foldClocks(
    of device: String, after last: Int64?, receivedBefore time: Int64
  ) async throws(StorageError) -> Int64? {
    let found = try await read { session -> (day: Int64, isClosed: Bool)? in
      let sources = try Self.scopes(of: device, in: session)
      let first = last.map { ClockDays.minutes(ofDay: $0).upperBound } ?? .min
      let next = try sources.compactMap { source in
        try session.integer(
          "SELECT minute FROM \(source.from) AND minute > ? ORDER BY minute LIMIT 1",
          source.values + [.integer(first)])
      }.min()
      guard let next else { return nil }
      let day = next.floorDivided(by: ClockDigest.minutesPerDay)
      var count =
        try session.integer(
          "SELECT measurements FROM clock_days WHERE device = ? AND day = ?",
          [.text(device), .integer(day)]) ?? 0
      for source in sources {
        let row = try session.row(
          """
          SELECT count(*) AS total, max(received_at) AS latest
          FROM \(source.from) AND minute BETWEEN ? AND ?
          """, source.values + ClockDays.minutes(ofDay: day).values)
        count = count.clampedAdd(try row?.integer("total") ?? 0)
        if let latest = try? row?.integer("latest"), latest >= time { return (day, false) }
      }
      return (day, count <= Int64(ClockDayContent.rowsMax))
    }
    guard let found else { return nil }
    if found.isClosed {
      try await write(of: device) { try Self.fold(found.day, of: device, in: $0) }
    }
    return found.day
  }

  /// Moves the rows of a day into one.
  private static func fold(_ day: Int64, of device: String, in session: any SQLSession) throws {
    var rows = ClockRowSet()
    for row in try ClockDays.rows(of: device, onDay: day, session) ?? [] { rows.add(row) }
    let minutes = ClockDays.minutes(ofDay: day).values
    let sources = try scopes(of: device, in: session)
    var count = rows.count
    for source in sources {
      let found = try session.rows(
        """
        SELECT * FROM \(source.from) AND minute BETWEEN ? AND ?
        LIMIT \(ClockDayContent.rowsMax + 1)
        """, source.values + minutes)
      count += found.count
      // A row that cannot be read is not in any answer, and ends here.
      for row in found.compactMap({ ClockRow($0, in: source.table) }) where row.day == day {
        rows.add(row)
      }
    }
    // Others may have come since the day was chosen.
    guard count <= ClockDayContent.rowsMax else { return }
    try ClockDays.store(rows, of: device, onDay: day, session)
    for source in sources {
      try session.execute(
        "DELETE FROM \(source.from) AND minute BETWEEN ? AND ?", source.values + minutes)
    }
  }

  /// A table with rows of a device that an index has by time.
  private struct Scope {
    var table: ClockTable
    var from: String
    var values: [SQLValue]
  }

  private static func scopes(of device: String, in session: any SQLSession) throws -> [Scope] {
    var scopes = [ClockTable.exchanges, .readings].map { table in
      Scope(table: table, from: "\(table.name) WHERE device = ?", values: [.text(device)])
    }
    // The rows of accessories have the stream before the time.
    let table = ClockTable.accessories
    var last = ""
    while let stream = try session.row(
      """
      SELECT stream FROM \(table.name) WHERE device = ? AND stream > ?
      ORDER BY stream LIMIT 1
      """, [.text(device), .text(last)])?.text(at: 0)
    {
      scopes.append(
        Scope(
          table: table, from: "\(table.name) WHERE device = ? AND stream = ?",
          values: [.text(device), .text(stream)]))
      last = stream
    }
    return scopes
  }
}
