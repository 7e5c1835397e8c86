import CollectorSQL
import Foundation
import GRDB

/// A transaction of a SQLite file.
struct SQLiteSession: SQLSession {
  let database: Database

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    let statement = try database.cachedStatement(sql: sql)
    let columns = SQLRow.Columns(names: statement.columnNames)
    let cursor = try Row.fetchCursor(statement, arguments: Self.arguments(values))
    var rows: [SQLRow] = []
    while let row = try cursor.next() {
      rows.append(
        SQLRow(
          columns: columns,
          values: (0..<columns.names.count).map { index in
            switch (row[index] as DatabaseValue).storage {
            case .null: .null
            case .int64(let value): .integer(value)
            case .double(let value): .real(value)
            case .string(let value): .text(value)
            case .blob(let value): .bytes(Array(value))
            }
          }))
    }
    return rows
  }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try database.cachedStatement(sql: sql).execute(arguments: Self.arguments(values))
    return database.changesCount
  }

  func executeScript(_ sql: String) throws { try database.execute(sql: sql) }

  /// Does nothing: only one transaction writes at a time.
  func lock(devices: Set<String>) {}

  /// Does nothing: a new row gets the largest number plus one.
  func synchronizeIdentities(of tables: [String]) {}

  /// Does nothing: what a transaction reads was synchronized to the disk before it could be read.
  func requireDurability() {}

  private static func arguments(_ values: [SQLValue]) -> StatementArguments {
    StatementArguments(
      values.map { value -> DatabaseValue in
        switch value {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .bytes(let value): Data(value).databaseValue
        case .real(let value): value.databaseValue
        }
      })
  }
}
