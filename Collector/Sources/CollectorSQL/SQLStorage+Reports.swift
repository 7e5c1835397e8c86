import Chunks
import Collector

extension SQLStorage {
  public func report(of device: String) async throws(StorageError) -> DeviceReport? {
    try await read { session in
      try session.row("SELECT * FROM reports WHERE device = ?", [.text(device)]).map { row in
        DeviceReport(
          time: try row.integer("time"), battery: try row.optionalInteger("battery").map(Int.init),
          appVersion: try row.optionalText("app_version"),
          freeBytes: try row.optionalInteger("free_bytes"))
      }
    }
  }
}

extension DeviceReport {
  /// Saves the report. A fact that it does not contain keeps its earlier value.
  func save(for device: String, in session: any SQLSession) throws {
    try session.execute(
      """
      INSERT INTO reports (device, time, battery, app_version, free_bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device) DO UPDATE SET time = excluded.time,
        battery = coalesce(excluded.battery, reports.battery),
        app_version = coalesce(excluded.app_version, reports.app_version),
        free_bytes = coalesce(excluded.free_bytes, reports.free_bytes)
      """,
      [
        .text(device), .integer(time), .optional(battery.map(Int64.init)), .optional(appVersion),
        .optional(freeBytes),
      ])
  }
}
