import GRDB

@testable import CollectorSQLite

extension SQLiteStorage {
  /// Returns the durability settings of the write connection; for `synchronous`, 2 is FULL.
  func durability() async throws -> (journal: String?, synchronous: Int?) {
    try await database.writeWithoutTransaction { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      )
    }
  }

  func setSchemaVersion(_ version: Int) async throws {
    try await database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }
}
