import CollectorSQL
import GRDB

@testable import CollectorSQLite

extension SQLiteStorage {
  /// Returns the durability settings of the write connection; for `synchronous`, 2 is FULL.
  func durability() async throws -> (journal: String?, synchronous: Int?) {
    try await database.writer.writeWithoutTransaction { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      )
    }
  }

  /// Changes rows, as a defective disk or program could do.
  func execute(_ sql: String) async throws {
    try await database.writer.write { try $0.execute(sql: sql) }
  }

  /// The value of the first column of the first row.
  func value(_ sql: String) async throws -> Int? {
    try await database.writer.read { try Int.fetchOne($0, sql: sql) }
  }

  /// Lets all writes fail, as on a file system that was mounted again without permission to write.
  func setReadOnly(_ isReadOnly: Bool) async throws {
    try await database.writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA query_only = \(isReadOnly ? "ON" : "OFF")")
    }
  }

  /// Ends all use of the file.
  func close() async throws {
    try database.briefReader?.close()
    try database.writer.close()
  }

  /// The additions of each version of the tables, taken away again; also for PostgreSQL. The latest version comes
  /// first.
  private static let removals: [(version: Int, sql: String)] = [
    (
      6,
      """
      ALTER TABLE streams RENAME COLUMN units TO header;
      UPDATE streams SET header = NULL;
      ALTER TABLE chunks DROP COLUMN object;
      DROP TABLE object_store;
      DROP TABLE removed_objects;
      DROP TABLE deliveries;
      DROP TABLE clock_exchanges;
      DROP TABLE clock_readings;
      DROP TABLE accessory_readings;
      DROP TABLE clock_days;
      DROP TABLE device_labels;
      DROP TABLE device_groups;
      DROP TABLE enrollment_codes;
      DROP INDEX tokens_by_device;
      DROP TABLE packs;
      DROP TABLE pack_bodies;
      DROP TABLE removed_packs;
      """
    ),
    (
      5,
      """
      DELETE FROM stale_nights WHERE kept = changes;
      ALTER TABLE stale_nights DROP COLUMN changes;
      ALTER TABLE stale_nights DROP COLUMN kept;
      """
    ),
    (
      4,
      """
      ALTER TABLE streams DROP COLUMN header;
      ALTER TABLE chunks DROP COLUMN received_at;
      ALTER TABLE tokens DROP COLUMN night_time;
      DROP TABLE alerts;
      DROP TABLE silences;
      DROP TABLE reads;
      DROP TABLE retention;
      """
    ),
  ]

  /// The statements that turn the tables of this version into those of an earlier one, also in PostgreSQL.
  static func statements(toVersion version: Int) -> String {
    removals.filter { $0.version > version }.map(\.sql).joined(separator: "\n")
  }

  /// Gives the database the tables that version 3, 4 or 5 of the program has created.
  func makeVersion(_ version: Int) async throws {
    try await execute(
      "\(Self.statements(toVersion: version)) PRAGMA user_version = \(version);")
  }

  /// Gives the database the tables that version 1 of the program has created.
  func makeVersion1() async throws {
    try await makeVersion(3)
    try await execute(
      """
      ALTER TABLE chunks ADD COLUMN body BLOB;
      UPDATE chunks SET body = (SELECT body FROM bodies WHERE bodies.id = chunks.id);
      DROP TABLE bodies;
      DROP TABLE damage;
      DROP TABLE streams;
      DROP TABLE nights;
      DROP TABLE stale_nights;
      DROP TABLE reports;
      DROP TABLE curves;
      DROP TABLE deletions;
      ALTER TABLE tokens DROP COLUMN readable;
      ALTER TABLE tokens DROP COLUMN expires_at;
      DROP TABLE imports;
      DROP INDEX gaps_by_time;
      DROP INDEX marks_by_time;
      DROP INDEX chunks_by_time;
      PRAGMA user_version = 1;
      """)
  }

  func setSchemaVersion(_ version: Int) async throws {
    try await database.writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }
}
