import Chunks
import Collector

extension SQLStorage {
  public func add(
    _ alert: Alert, unlessRaisedSince time: Int64?
  ) async throws(StorageError) -> Bool {
    try await write(of: alert.device) { session in
      if let time {
        let earlier = try session.row(
          """
          SELECT 1 FROM alerts WHERE device = ? AND kind = ? AND subject = ? AND raised_at > ?
          ORDER BY raised_at LIMIT 1
          """,
          [
            .text(alert.device), .text(alert.kind.rawValue), .text(alert.subject), .integer(time),
          ])
        guard earlier == nil else { return false }
      }
      return try alert.insert(in: session)
    }
  }

  public func devicesWithoutUpload(
    since time: Int64
  ) async throws(StorageError) -> [DeviceActivity] {
    try await read { session in
      try session.rows(
        """
        SELECT device, time FROM reports
        WHERE time <= ? AND device NOT IN (SELECT device FROM silences) ORDER BY device
        """, [.integer(time)]
      ).map { DeviceActivity(device: try $0.text("device"), lastUpload: try $0.integer("time")) }
    }
  }

  public func noteSilence(
    _ activity: DeviceActivity, _ alert: Alert?
  ) async throws(StorageError) {
    try await write(of: activity.device) { session in
      let count = try session.execute(
        """
        INSERT INTO silences (device, last_upload, is_reported)
        SELECT device, time, \(alert == nil ? 0 : 1) FROM reports WHERE device = ? AND time = ?
        ON CONFLICT (device) DO NOTHING
        """, [.text(activity.device), .integer(activity.lastUpload)])
      if count > 0 { try alert?.insert(in: session) }
    }
  }

  public func returnedDevices() async throws(StorageError) -> [ReturnedDevice] {
    try await read { session in
      try session.rows(
        """
        SELECT device, time, is_reported FROM silences JOIN reports USING (device)
        WHERE time > last_upload ORDER BY device
        """
      ).map { row in
        ReturnedDevice(
          activity: DeviceActivity(
            device: try row.text("device"), lastUpload: try row.integer("time")),
          isReported: try row.flag("is_reported"))
      }
    }
  }

  public func endSilence(
    of activity: DeviceActivity, _ alert: Alert?
  ) async throws(StorageError) {
    try await write { session -> Void in
      let count = try session.execute(
        "DELETE FROM silences WHERE device = ?", [.text(activity.device)])
      if count > 0 { try alert?.insert(in: session) }
    }
  }

  public func takeAlert(
    after device: String?, at time: Int64, until: Int64
  ) async throws(StorageError) -> WaitingAlert? {
    // Mostly there is nothing to do, and a write would wait for uploads.
    let isDue = try await read { session in
      try session.row(
        "SELECT 1 FROM alerts WHERE next_at <= ? ORDER BY next_at LIMIT 1", [.integer(time)]) != nil
    }
    guard isDue else { return nil }
    return try await write { session in
      try session.rows(
        """
        UPDATE alerts SET next_at = ? WHERE next_at <= ? AND id IN (
          SELECT id FROM alerts WHERE next_at <= ?
          ORDER BY CASE WHEN device > ? THEN 0 ELSE 1 END, device, id LIMIT 1) RETURNING *
        """, [.integer(until), .integer(time), .integer(time), .text(device ?? "")]
      ).compactMap(WaitingAlert.init(row:)).first
    }
  }

  public func note(
    _ outcome: AlertOutcome, of alert: Int64
  ) async throws(StorageError) {
    try await write { session -> Void in
      switch outcome {
      case .sent(let time):
        try session.execute(
          "UPDATE alerts SET next_at = NULL, sent_at = ? WHERE id = ?",
          [.integer(time), .integer(alert)])
      case .failed(let nextAt):
        try session.execute(
          "UPDATE alerts SET next_at = ?, attempts = attempts + 1 WHERE id = ?",
          [.integer(nextAt), .integer(alert)])
      case .givenUp:
        try session.execute(
          "UPDATE alerts SET next_at = NULL, attempts = attempts + 1 WHERE id = ?",
          [.integer(alert)])
      }
    }
  }

  public func waitingAlertCount() async throws(StorageError) -> Int {
    try await read { session in
      Int(
        try session.integer("SELECT count(*) FROM alerts WHERE next_at IS NOT NULL") ?? 0)
    }
  }

  public func removeAlerts(before time: Int64) async throws(StorageError) {
    let isNeeded = try await read { session in
      try session.row(
        """
        SELECT 1 FROM alerts WHERE next_at IS NULL AND raised_at < ?
        ORDER BY raised_at LIMIT 1
        """, [.integer(time)])
        != nil
    }
    guard isNeeded else { return }
    try await write { session in
      _ = try session.execute(
        "DELETE FROM alerts WHERE next_at IS NULL AND raised_at < ?", [.integer(time)])
    }
  }
}

extension Alert {
  /// Adds the alert, which can be sent at once. Returns false if too many of the device wait.
  @discardableResult
  func insert(in session: any SQLSession) throws -> Bool {
    let isFull = try session.row(
      """
      SELECT 1 FROM alerts WHERE device = ? AND next_at IS NOT NULL
      ORDER BY next_at LIMIT 1 OFFSET 199
      """, [.text(device)])
    guard isFull == nil else { return false }
    try session.execute(
      """
      INSERT INTO alerts (device, kind, subject, raised_at, content, attempts, next_at)
      VALUES (?, ?, ?, ?, ?, 0, ?)
      """,
      [
        .text(device), .text(kind.rawValue), .text(subject), .integer(time), .bytes(content),
        .integer(time),
      ])
    return true
  }
}

extension WaitingAlert {
  /// Nil if the row is damaged: an alert must not keep the others from being sent.
  fileprivate init?(row: SQLRow) {
    guard let id = try? row.integer("id"), let attempts = try? row.count("attempts"),
      let device = try? row.text("device"), let subject = try? row.text("subject"),
      let kind = (try? row.text("kind")).flatMap(Alert.Kind.init(rawValue:)),
      let time = try? row.integer("raised_at"), let content = try? row.bytes("content")
    else { return nil }
    self.init(
      id: id,
      alert: Alert(kind: kind, device: device, subject: subject, time: time, content: content),
      attempts: attempts)
  }
}
