import CSQLite
import Foundation

/// Raw SQLite: one blob per transaction, one connection, write-ahead log, full synchronization.
enum Yardstick {
  /// Stores the blobs in a new file, and returns the number of transactions per second.
  static func run(_ blobs: [[UInt8]], in folder: String) -> Double {
    let path = folder + "/yardstick.sqlite"
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    var database: OpaquePointer?
    check(sqlite3_open(path, &database))
    defer { sqlite3_close(database) }
    execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE blobs (id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
      """, database)
    var statement: OpaquePointer?
    check(sqlite3_prepare_v2(database, "INSERT INTO blobs (blob) VALUES (?)", -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    let start = ContinuousClock.now
    for blob in blobs {
      // Without BEGIN, a statement is a transaction of its own.
      check(sqlite3_bind_blob(statement, 1, blob, Int32(blob.count), nil))
      check(sqlite3_step(statement), SQLITE_DONE)
      check(sqlite3_reset(statement))
    }
    return Double(blobs.count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private static func execute(_ statements: String, _ database: OpaquePointer?) {
    check(sqlite3_exec(database, statements, nil, nil, nil))
  }

  private static func check(_ code: Int32, _ expected: Int32 = SQLITE_OK) {
    require(
      code == expected, "SQLite has returned \(code): \(String(cString: sqlite3_errstr(code)))")
  }
}
