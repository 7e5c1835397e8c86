import Collector
import CollectorSQL

/// The partitions of the tables with packs: one of each month, in UTC, with a pack.
///
/// A partition is created as a table of its own and attached then, because that does not wait for readers.
enum PostgresPartitions {
  private static let tables = ["packs", "pack_bodies"]

  /// Creates the partitions that contain a time, in nanoseconds since 1970, if they are missing.
  static func make(containing time: Int64, _ link: PostgresLink) throws {
    let month = PostgresMonth(containing: time)
    guard try !exists(month, link) else { return }
    try link.run("SELECT pg_advisory_xact_lock(\(lock))")
    guard try !exists(month, link) else { return }
    for table in tables {
      let name = "\(table)_\(month.name)"
      try link.run(
        """
        CREATE TABLE \(name) (LIKE \(table) INCLUDING ALL);
        ALTER TABLE \(table) ATTACH PARTITION \(name)
          FOR VALUES FROM (\(month.times.lowerBound)) TO (\(month.times.upperBound));
        """)
    }
  }

  /// The lock that a collector holds while it creates partitions; "packs" in ASCII.
  private static let lock: Int64 = 0x70_61_63_6B_73

  private static func exists(_ month: PostgresMonth, _ link: PostgresLink) throws -> Bool {
    let rows = try link.rows("SELECT to_regclass('packs_\(month.name)') IS NOT NULL AS found", [])
    return rows.first?.integer(at: 0) == 1
  }

  /// Drops the partitions of months with removed packs that have no pack any more, unless somebody reads the tables for
  /// more than two seconds.
  static func dropUnused(_ link: PostgresLink) throws {
    let times = try link.rows(
      "SELECT DISTINCT first_time / 86400000000000 AS day FROM removed_packs", []
    ).compactMap { $0.integer(at: 0) }
    let months = Set(times.map { PostgresMonth(containing: $0 * 86_400_000_000_000) })
    for month in months.sorted(by: { $0.times.lowerBound < $1.times.lowerBound }) {
      guard try exists(month, link), try isEmpty(month, link) else { continue }
      let names = tables.map { "\($0)_\(month.name)" }.joined(separator: ", ")
      try link.run(
        """
        SET LOCAL lock_timeout = '2s';
        LOCK TABLE ONLY packs, ONLY pack_bodies IN ACCESS EXCLUSIVE MODE;
        """)
      // In the order of readers, who lock these first. A pack may have come meanwhile.
      guard try isEmpty(month, link) else { continue }
      try link.run(
        """
        DROP TABLE \(names);
        DELETE FROM removed_packs
        WHERE first_time >= \(month.times.lowerBound) AND first_time < \(month.times.upperBound);
        """)
    }
  }

  private static func isEmpty(_ month: PostgresMonth, _ link: PostgresLink) throws -> Bool {
    try link.rows("SELECT 1::BIGINT FROM packs_\(month.name) LIMIT 1", []).isEmpty
  }
}
