import Collector
import CollectorSQL

/// Creates the tables of a PostgreSQL database.
enum PostgresSchema {
  /// The lock that a collector holds while it creates tables; "yoban" in ASCII.
  private static let lock: Int64 = 0x79_6F_62_61_6E

  /// Safe while other collectors do the same.
  static func prepare(_ session: any SQLSession) throws {
    try session.executeScript("SELECT pg_advisory_xact_lock(\(lock))")
    let exists = try session.rows("SELECT to_regclass('yoban_schema') IS NOT NULL AS found")
      .first?.integer(at: 0)
    guard exists == 1 else {
      return try session.executeScript(
        """
        CREATE TABLE yoban_schema (version BIGINT NOT NULL);
        INSERT INTO yoban_schema VALUES (\(Schema.version));
        \(Schema.tables(PostgresDatabase.dialect))
        ALTER TABLE bodies ALTER COLUMN body SET STORAGE EXTERNAL;
        ALTER TABLE pack_bodies ALTER COLUMN body SET STORAGE EXTERNAL;
        """)
    }
    let found = Int(
      try session.rows("SELECT version FROM yoban_schema").first?.integer(at: 0) ?? 0)
    guard found <= Schema.version else {
      throw StorageError.newerSchema(found: found, known: Schema.version)
    }
    guard found < Schema.version else { return }
    // Version 3 was the first one with PostgreSQL.
    guard found >= 3 else {
      throw StorageError.unavailable(
        "the table yoban_schema has the version \(found), which no collector has written")
    }
    let dialect = PostgresDatabase.dialect
    if found < 4 { try session.executeScript(Schema.addedInVersion4(dialect)) }
    if found < 5 { try session.executeScript(Schema.addedInVersion5(dialect)) }
    try session.executeScript(
      """
      \(Schema.addedInVersion6(dialect))
      ALTER TABLE pack_bodies ALTER COLUMN body SET STORAGE EXTERNAL;
      """)
    try PostgresStorage.fillUnits(in: session)
    try session.executeScript("UPDATE yoban_schema SET version = \(Schema.version)")
  }
}
