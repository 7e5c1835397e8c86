import Chunks
import Collector
import CollectorSQL
import GRDB

/// Creates the tables of a SQLite file, and changes those of earlier versions into those of this one.
enum SQLiteMigration {
  /// Safe while other processes do the same. Returns the version of the file if it is newer than this program
  /// knows; then nothing is changed.
  static func run(in database: Database) throws -> Int? {
    let session = SQLiteSession(database: database)
    let dialect = SQLiteDatabase.dialect
    var newer: Int?
    try database.inTransaction(.immediate) {
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard found <= Schema.version else {
        newer = found
        return .rollback
      }
      guard found < Schema.version else { return .commit }
      if found == 0 {
        try session.executeScript(Schema.tables(dialect))
      } else {
        if found < 2 { try separateBodies(session) }
        if found < 3 { try session.executeScript(Schema.addedInVersion3(dialect)) }
        if found < 4 { try session.executeScript(Schema.addedInVersion4(dialect)) }
        if found < 5 { try session.executeScript(Schema.addedInVersion5(dialect)) }
        try session.executeScript(Schema.addedInVersion6(dialect))
        // All columns exist now, so that the new ones can be filled.
        if found < 2 { try SQLiteStorage.computeSummaries(in: session) }
        if found < 3 { try session.executeScript(Schema.filledInVersion3) }
        try SQLiteStorage.fillUnits(in: session)
      }
      try session.executeScript("PRAGMA user_version = \(Schema.version)")
      return .commit
    }
    return newer
  }

  /// Needs free space for a second copy of all bytes. If it fails, the database is as before.
  private static func separateBodies(_ session: SQLiteSession) throws {
    try session.executeScript(
      """
      \(Schema.addedInVersion2(SQLiteDatabase.dialect))
      INSERT INTO bodies (id, body) SELECT id, body FROM chunks;
      ALTER TABLE chunks DROP COLUMN body;
      """)
  }
}
