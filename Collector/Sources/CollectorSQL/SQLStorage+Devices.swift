import Collector

extension SQLStorage {
  public func descriptions(
    of devices: [String]
  ) async throws(StorageError) -> [String: DeviceDescription] {
    try await read { session in
      var result: [String: DeviceDescription] = [:]
      // A statement can have a limited number of parameters.
      for start in stride(from: 0, to: devices.count, by: Self.devicesPerStatement) {
        let part = devices[start...].prefix(Self.devicesPerStatement).map(SQLValue.text)
        let isWanted = "device IN (\(part.map { _ in "?" }.joined(separator: ", ")))"
        for row in try session.rows(
          "SELECT device, label FROM device_labels WHERE \(isWanted)", part)
        {
          result[try row.text("device"), default: DeviceDescription()].label = try row.text("label")
        }
        for row in try session.rows(
          "SELECT device, name FROM device_groups WHERE \(isWanted) ORDER BY name", part)
        {
          let device = try row.text("device")
          result[device, default: DeviceDescription()].groups.append(try row.text("name"))
        }
      }
      return result
    }
  }

  private static var devicesPerStatement: Int { 500 }

  public func setLabel(
    _ label: String?, of device: String
  ) async throws(StorageError) {
    try await write(of: device) { session in
      if let label {
        try DeviceDescription(label: label).save(for: device, in: session)
      } else {
        try session.execute("DELETE FROM device_labels WHERE device = ?", [.text(device)])
      }
    }
  }

  public func add(
    _ devices: [String], toGroup group: String
  ) async throws(StorageError) {
    try await write { session in
      for device in devices {
        try DeviceDescription(groups: [group]).save(for: device, in: session)
      }
    }
  }

  public func remove(
    _ devices: [String], fromGroup group: String
  ) async throws(StorageError) -> Int {
    try await write { session in
      try devices.reduce(0) { count, device in
        try count
          + session.execute(
            "DELETE FROM device_groups WHERE name = ? AND device = ?",
            [.text(group), .text(device)])
      }
    }
  }

  public func groups() async throws(StorageError) -> [String] {
    try await read { session in
      try session.rows("SELECT DISTINCT name FROM device_groups ORDER BY name")
        .map { try $0.text("name") }
    }
  }

  public func nightStates(
    _ question: NightQuestion
  ) async throws(StorageError) -> NightStates {
    try await read { session in
      let states = "WITH states AS MATERIALIZED (\(Self.states(question)))"
      let isInGroup = "AND device IN (SELECT device FROM device_groups WHERE name = ?)"
      let rows = try session.rows(
        """
        \(states) SELECT device, state FROM states
        WHERE (state, device) > (?, ?) \(question.group == nil ? "" : isInGroup)
        ORDER BY state, device LIMIT ?
        """,
        [.integer(question.after?.state.rawValue ?? -1), .text(question.after?.device ?? "")]
          + (question.group.map { [.text($0)] } ?? []) + [.integer(question.limit)])
      var result = NightStates()
      result.devices = try rows.map {
        NightStatePosition(state: try $0.nightState(), device: try $0.text("device"))
      }
      for row in try session.rows(
        "\(states) SELECT state, count(*) AS devices FROM states GROUP BY state")
      {
        result.all[try row.nightState()] = try row.count("devices")
      }
      for row in try session.rows(
        """
        \(states) SELECT name, state, count(*) AS devices
        FROM states JOIN device_groups USING (device) GROUP BY name, state ORDER BY name
        """)
      {
        let name = try row.text("name")
        if result.groups.last?.name != name { result.groups.append((name, .init())) }
        result.groups[result.groups.count - 1].counts[try row.nightState()] =
          try row.count("devices")
      }
      return result
    }
  }

  /// The statement for the state of each device.
  ///
  /// The index of chunks by their first time finds a chunk in the night, and the key of packs a pack. Chunks that are
  /// longer than two days are found only if they begin less than two days before it.
  private static func states(_ question: NightQuestion) -> String {
    let (from, to) = (question.times.lowerBound, question.times.upperBound)
    let longest: Int64 = 2 * 86_400 * 1_000_000_000
    let earliest = max(from, .min + longest)
    return """
      SELECT device, CASE
        WHEN EXISTS (
          SELECT 1 FROM streams s JOIN chunks c ON c.device = s.device AND c.stream = s.stream
            AND c.first_time >= \(earliest)
              - CASE WHEN s.longest < \(longest) THEN s.longest ELSE \(longest) END
            AND c.first_time <= \(to) AND c.last_time >= \(from)
          WHERE s.device = known.device AND s.first_time <= \(to) AND s.last_time >= \(from)
        ) OR EXISTS (
          SELECT 1 FROM streams s JOIN packs p ON p.device = s.device AND p.stream = s.stream
            AND p.first_time >= \(from.clampedSubtract(Pack.nanosecondsMax))
            AND p.first_time <= \(to) AND p.last_time >= \(from)
          WHERE s.device = known.device AND s.first_time <= \(to) AND s.last_time >= \(from)
        ) THEN \(NightState.sent.rawValue)
        WHEN EXISTS (
          SELECT 1 FROM tokens t WHERE t.device = known.device AND t.revoked_at IS NULL
            AND (t.expires_at IS NULL OR t.expires_at > \(question.now))
        ) THEN \(NightState.missing.rawValue)
        ELSE \(NightState.inactive.rawValue) END AS state
      FROM (\(knownDevices)) AS known
      """
  }
}

extension SQLRow {
  fileprivate func nightState() throws -> NightState {
    guard let state = NightState(rawValue: try integer("state")) else {
      throw StorageError.damagedRow("state")
    }
    return state
  }
}

extension DeviceDescription {
  /// Adds the groups, and replaces the label if there is one.
  func save(for device: String, in session: any SQLSession) throws {
    if let label {
      try session.execute(
        """
        INSERT INTO device_labels (device, label) VALUES (?, ?)
        ON CONFLICT (device) DO UPDATE SET label = excluded.label
        """, [.text(device), .text(label)])
    }
    for group in groups {
      try session.execute(
        """
        INSERT INTO device_groups (name, device) VALUES (?, ?) ON CONFLICT (name, device) DO NOTHING
        """, [.text(group), .text(device)])
    }
  }
}
