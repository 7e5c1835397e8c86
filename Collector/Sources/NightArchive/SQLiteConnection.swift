internal import CSQLite3
import Foundation

/// A connection to a new SQLite file. It is not `Sendable`: SQLite is opened without locks.
final class SQLiteConnection {
  private var database: OpaquePointer?

  /// Creates a file that only its owner may read.
  init(creatingAt path: String) throws(NightFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
    close(descriptor)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &database, flags, nil))
  }

  deinit { sqlite3_close_v2(database) }

  func execute(_ sql: String) throws(NightFileError) {
    try check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws(NightFileError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
    guard let statement else {
      throw .sqliteFailed(code: SQLITE_MISUSE, message: "A statement is empty.")
    }
    return SQLiteStatement(statement, of: self)
  }

  /// Closes the file. All statements must have been released.
  func finish() throws(NightFileError) {
    try check(sqlite3_close(database))
    database = nil
  }

  func check(_ result: Int32) throws(NightFileError) {
    if result != SQLITE_OK { throw failure() }
  }

  func failure() -> NightFileError {
    .sqliteFailed(
      code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
  }
}

/// A value of a row.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
}

/// A statement that inserts rows.
final class SQLiteStatement {
  private let statement: OpaquePointer
  private let connection: SQLiteConnection

  init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
    self.statement = statement
    self.connection = connection
  }

  deinit { sqlite3_finalize(statement) }

  /// Inserts one row.
  func insert(_ values: [SQLiteValue]) throws(NightFileError) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .null: try connection.check(sqlite3_bind_null(statement, index))
      case .integer(let number): try connection.check(sqlite3_bind_int64(statement, index, number))
      case .text(let text):
        try connection.check(
          csqlite3_bind_text(statement, index, text, UInt64(text.utf8.count)))
      }
    }
    try step()
  }

  /// Inserts rows of one integer and several numbers.
  ///
  /// - Parameters:
  ///   - values: The numbers, row by row; `places.count` for each row.
  ///   - places: The index of the parameter of each number, counted from 1; 0 to leave it out. Every
  ///     other parameter but the first one is null.
  func insert(
    _ times: ArraySlice<Int64>, _ values: ArraySlice<Double>, places: [Int32]
  ) throws(NightFileError) {
    sqlite3_clear_bindings(statement)
    var next = values.startIndex
    for time in times {
      sqlite3_bind_int64(statement, 1, time)
      for place in places {
        if place > 0 { sqlite3_bind_double(statement, place, values[next]) }
        next += 1
      }
      try step()
    }
  }

  private func step() throws(NightFileError) {
    guard sqlite3_step(statement) == SQLITE_DONE else {
      let failure = connection.failure()
      sqlite3_reset(statement)
      throw failure
    }
    sqlite3_reset(statement)
  }
}
