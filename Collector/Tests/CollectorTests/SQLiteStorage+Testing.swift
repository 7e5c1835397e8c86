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

  /// The statements that turn the tables of version 6 into those of version 5, also in PostgreSQL.
  static var statementsToVersion5: String {
    """
    DROP TABLE clock_exchanges;
    DROP TABLE clock_readings;
    DROP TABLE accessory_readings;
    """
  }

  /// The statements that turn the tables of this version into those of version 4, also in PostgreSQL.
  static var statementsToVersion4: String {
    """
    \(statementsToVersion5)
    DELETE FROM stale_nights WHERE kept = changes;
    ALTER TABLE stale_nights DROP COLUMN changes;
    ALTER TABLE stale_nights DROP COLUMN kept;
    """
  }

  /// The statements that turn the tables of this version into those of version 3, also in PostgreSQL.
  static var statementsToVersion3: String {
    """
    \(statementsToVersion4)
    ALTER TABLE streams DROP COLUMN header;
    ALTER TABLE chunks DROP COLUMN received_at;
    ALTER TABLE tokens DROP COLUMN night_time;
    DROP TABLE alerts;
    DROP TABLE silences;
    DROP TABLE reads;
    DROP TABLE retention;
    """
  }

  /// Gives the database the tables that version 5 of the program has created.
  func makeVersion5() async throws {
    try await execute("\(Self.statementsToVersion5) PRAGMA user_version = 5;")
  }

  /// Gives the database the tables that version 4 of the program has created.
  func makeVersion4() async throws {
    try await execute("\(Self.statementsToVersion4) PRAGMA user_version = 4;")
  }

  /// Gives the database the tables that version 3 of the program has created.
  func makeVersion3() async throws {
    try await execute("\(Self.statementsToVersion3) PRAGMA user_version = 3;")
  }

  /// Gives the database the tables that version 1 of the program has created.
  func makeVersion1() async throws {
    try await makeVersion3()
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
