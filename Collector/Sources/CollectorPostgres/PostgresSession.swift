import Chunks
import Collector
import CollectorSQL

/// A transaction of PostgreSQL.
struct PostgresSession: SQLSession {
  let link: PostgresLink

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] { try link.rows(sql, values) }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int { try link.change(sql, values) }

  func executeScript(_ sql: String) throws { try link.run(sql) }

  /// Locks numbers that are computed from the names, in ascending order, so that two transactions never wait
  /// for each other. Two names with the same number only wait longer than necessary.
  func lock(devices: Set<String>) throws {
    for key in devices.map(Self.lockKey).sorted() {
      _ = try link.rows("SELECT pg_advisory_xact_lock(?)", [.integer(key)])
    }
  }

  func tryLock(device: String) throws -> Bool {
    let rows = try link.rows(
      "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1::BIGINT ELSE 0::BIGINT END",
      [.integer(Self.lockKey(of: device))])
    return rows.first?.integer(at: 0) == 1
  }

  private static func lockKey(of device: String) -> Int64 {
    SHA256Hash.hash(Array("device \(device)".utf8)).prefix(8)
      .reduce(0 as Int64) { $0 << 8 | Int64($1) }
  }

  func synchronizeIdentities(of tables: [String]) throws {
    for table in tables {
      _ = try link.rows(
        """
        SELECT setval(pg_get_serial_sequence('\(table)', 'id'),
          (SELECT coalesce(max(id), 0) + 1 FROM \(table)), false)
        """, [])
    }
  }

  func makePartition(containing time: Int64) throws {
    try PostgresPartitions.make(containing: time, link)
  }

  func dropUnusedPartitions() throws { try PostgresPartitions.dropUnused(link) }

  /// Writes a message into the log of the server, which nobody reads. A transaction that has written nothing
  /// would not wait for the standby, so it could confirm what only this server has.
  func requireDurability() throws {
    _ = try link.rows("SELECT pg_logical_emit_message(true, 'yoban', '')", [])
  }
}
