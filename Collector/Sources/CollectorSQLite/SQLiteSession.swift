import CollectorSQL
import GRDB
import GRDBSQLite

/// A transaction of a SQLite file.
///
/// Statements are prepared once by GRDB, and bound and run here: an upload runs about ten small ones, for which
/// GRDB's general values take more time than SQLite.
struct SQLiteSession: SQLSession {
  let database: Database

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    let statement = try database.cachedStatement(sql: sql)
    var columns: SQLRow.Columns?
    var rows: [SQLRow] = []
    try run(statement, values) { pointer in
      let shared = columns ?? SQLRow.Columns(names: statement.columnNames)
      columns = shared
      rows.append(
        SQLRow(
          columns: shared,
          values: (0..<sqlite3_column_count(pointer)).map { Self.value(pointer, $0) }))
    }
    return rows
  }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try run(database.cachedStatement(sql: sql), values) { _ in }
    return database.changesCount
  }

  func executeScript(_ sql: String) throws { try database.execute(sql: sql) }

  /// Does nothing: only one transaction writes at a time.
  func lock(devices: Set<String>) {}

  func tryLock(device: String) -> Bool { true }

  /// Does nothing: a new row gets the largest number plus one.
  func synchronizeIdentities(of tables: [String]) {}

  /// Does nothing: what a transaction reads was synchronized to the disk before it could be read.
  func requireDurability() {}

  /// Runs a statement, and calls a closure for each row.
  private func run(
    _ statement: Statement, _ values: [SQLValue], _ row: (OpaquePointer) -> Void
  ) throws {
    let pointer = statement.sqliteStatement
    precondition(
      sqlite3_bind_parameter_count(pointer) == values.count,
      "the statement has another number of parameters")
    defer {
      // The result repeats the error of the last step.
      _ = sqlite3_reset(pointer)
      _ = sqlite3_clear_bindings(pointer)
    }
    for (index, value) in values.enumerated() {
      try check(Self.bind(value, to: pointer, at: Int32(index + 1)), SQLITE_OK, statement)
    }
    var code = sqlite3_step(pointer)
    while code == SQLITE_ROW {
      row(pointer)
      code = sqlite3_step(pointer)
    }
    try check(code, SQLITE_DONE, statement)
  }

  private func check(_ code: Int32, _ expected: Int32, _ statement: Statement) throws {
    guard code != expected else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage,
      sql: statement.sql)
  }

  /// Lets SQLite copy the bytes of a value.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private static func bind(
    _ value: SQLValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(var value):
      // Something empty may have no address, which would be NULL.
      guard !value.isEmpty else { return sqlite3_bind_text(statement, index, "", 0, transient) }
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            statement, index, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let value):
      guard !value.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
      return sqlite3_bind_blob64(statement, index, value, UInt64(value.count), transient)
    }
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLValue {
    func bytes(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      return .text(
        String(decoding: bytes(sqlite3_column_text(statement, column)), as: UTF8.self))
    case SQLITE_BLOB: return .bytes(Array(bytes(sqlite3_column_blob(statement, column))))
    default: return .null
    }
  }
}
