import Collector

extension SQLStorage {
  /// Removes what was measured in a range of times.
  ///
  /// - Parameter stream: the stream whose accessory is meant; nil for everything of the device.
  func removeClocks(
    of device: String, stream: String?, in times: ClosedRange<Int64>
  ) async throws(StorageError) {
    let minutes = times.minutes(widenedBy: 0)
    try await write(of: device) { session in
      let range = [SQLValue.text(device)] + minutes.values
      let isInRange = "device = ? AND minute BETWEEN ? AND ?"
      if let stream {
        try session.execute(
          "DELETE FROM accessory_readings WHERE \(isInRange) AND stream = ?",
          range + [.text(stream)])
        return
      }
      for table in ClockTable.allCases {
        try session.execute("DELETE FROM \(table.name) WHERE \(isInRange)", range)
      }
    }
    // Rows that are folded meanwhile are not in the range any more.
    try await removeFoldedClocks(of: device, in: minutes) { row in
      minutes.contains(row.minute) && (stream.map { row.source == .accessory($0) } ?? true)
    }
  }

  /// Removes what is old, as recordings are removed.
  ///
  /// - Parameters:
  ///   - samples: the time of samples, in nanoseconds since 1970.
  ///   - arrival: in seconds since 1970.
  func removeClocks(
    of device: String, samplesBefore samples: Int64, receivedBefore arrival: Int64
  ) async throws(StorageError) {
    try await write(of: device) { session in
      for table in ClockTable.allCases {
        try session.execute(
          "DELETE FROM \(table.name) WHERE device = ? AND minute < ? AND received_at < ?",
          [.text(device), .integer(samples.minute), .integer(arrival)])
      }
    }
    try await removeFoldedClocks(of: device, in: Int64.min.minute...samples.minute) { row in
      row.minute < samples.minute && row.receivedAt < arrival
    }
  }

  /// The number of days that are looked at together.
  private static var daysPerStep: Int { 20 }

  /// Removes measurements from the folded days of a device, in short transactions. What cannot be read on these days is
  /// removed, too.
  func removeFoldedClocks(
    of device: String, in minutes: ClosedRange<Int64>,
    where isRemoved: @escaping @Sendable (ClockRow) -> Bool
  ) async throws(StorageError) {
    let days =
      minutes.lowerBound.floorDivided(
        by: ClockDigest.minutesPerDay)...minutes.upperBound.floorDivided(
        by: ClockDigest.minutesPerDay)
    var first = days.lowerBound
    while first <= days.upperBound {
      let (found, changed) = try await read { [first] session in
        let found = try session.rows(
          """
          SELECT day FROM clock_days WHERE device = ? AND day BETWEEN ? AND ?
          ORDER BY day LIMIT \(Self.daysPerStep)
          """, [.text(device), .integer(first), .integer(days.upperBound)]
        ).compactMap { $0.integer(at: 0) }
        let changed = try found.filter { day in
          try ClockDays.rows(of: device, onDay: day, session)?.contains(where: isRemoved) ?? true
        }
        return (found, changed)
      }
      if !changed.isEmpty {
        try await write(of: device) { session in
          for day in changed {
            var left = ClockRowSet()
            for row in try ClockDays.rows(of: device, onDay: day, session) ?? []
            where !isRemoved(row) {
              left.add(row)
            }
            try ClockDays.store(left, of: device, onDay: day, session)
          }
        }
      }
      guard found.count == Self.daysPerStep, let last = found.last else { break }
      first = last.clampedAdd(1)
    }
  }
}

extension ClosedRange<Int64> {
  var values: [SQLValue] { [.integer(lowerBound), .integer(upperBound)] }
}
