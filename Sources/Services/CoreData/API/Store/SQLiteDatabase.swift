internal import CYobanSQLite
import YobanFoundation
internal import YobanSimulatedApple
internal import YobanVirtualTime

/// A connection with a SQLite file. Use it on one thread at a time.
///
/// SQLite's variables belong to processes (`StaticVariables`), so each call of it that is not inside of
/// another one is in `usingForeignVariables`: a connection of a test without a world can be closed on any
/// thread, at any time.
final class SQLiteDatabase {
  /// A value that a statement takes or gives.
  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    /// Nil if the value is no text.
    var text: String? {
      if case .text(let text) = self { text } else { nil }
    }
  }

  /// An error of SQLite. The code is the extended one.
  struct Failure: Error {
    var code: Int32
    var message: String
    var primary: Int32 { code & 0xff }
  }

  let isInFile: Bool
  private let connection: OpaquePointer
  /// The process that has opened the file. SQLite's variables are those of this process.
  private let owner: ObjectIdentifier?
  private var statements: [String: OpaquePointer] = [:]

  /// - Parameter path: nil for a database in memory.
  init(path: String?, isReadOnly: Bool = false) throws(Failure) {
    connection = try StaticVariables.usingForeignVariables { () throws(Failure) in
      try Self.open(path ?? ":memory:", isReadOnly: isReadOnly)
    }
    isInFile = path != nil
    owner = Self.caller
  }

  private static func open(_ path: String, isReadOnly: Bool) throws(Failure) -> OpaquePointer {
    var connection: OpaquePointer?
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard code == SQLITE_OK, let connection else {
      let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? ""
      sqlite3_close(connection)
      throw Failure(code: code, message: message)
    }
    sqlite3_busy_timeout(connection, 5_000)
    SQLFunctions.add(to: connection)
    return connection
  }

  /// A process that was killed closes nothing; the simulation closes its files.
  deinit {
    if owner == Self.caller { close() }
  }

  private static var caller: ObjectIdentifier? { AppProcess.current.map { ObjectIdentifier($0) } }

  private var isClosed = false
  func close() {
    guard !isClosed else { return }
    isClosed = true
    StaticVariables.usingForeignVariables {
      for statement in statements.values { sqlite3_finalize(statement) }
      statements = [:]
      sqlite3_close(connection)
    }
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(code: code, message: String(cString: sqlite3_errmsg(connection)))
  }

  // MARK: Statements

  /// Runs a statement, and calls the body for each row.
  func run(
    _ sql: String, _ values: [Value] = [], row body: (borrowing Row) throws -> Void = { _ in }
  ) throws {
    try StaticVariables.usingForeignVariables { try step(sql, values, row: body) }
  }

  private func step(_ sql: String, _ values: [Value], row body: (borrowing Row) throws -> Void)
    throws
  {
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
    while true {
      let code = sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: try body(Row(statement))
      case SQLITE_DONE: return
      default: throw failure(code)
      }
    }
  }

  /// The first column of the first row.
  func value(_ sql: String, _ values: [Value] = []) throws -> Value {
    var result = Value.null
    var isFirst = true
    try run(sql, values) { row in
      if isFirst { result = row[0] }
      isFirst = false
    }
    return result
  }

  private func prepare(_ sql: String) throws(Failure) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    // Texts with many values differ from each other, and are not used again.
    if statements.count >= 200 {
      for old in statements.values { sqlite3_finalize(old) }
      statements = [:]
    }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: Value, _ index: Int32, _ statement: OpaquePointer) throws(Failure) {
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code =
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let value): sqlite3_bind_int64(statement, index, value)
      case .real(let value): sqlite3_bind_double(statement, index, value)
      case .text(let text): sqlite3_bind_text(statement, index, text, -1, copy)
      case .blob(let data):
        data.withUnsafeBytes { bytes in
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(statement, index, 0)
            : sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), copy)
        }
      }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }
  var changedRows: Int { Int(sqlite3_changes(connection)) }

  /// Runs a body in a transaction that writes. If it throws, nothing is written.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// A row of a result, valid until the next one is read.
  struct Row: ~Copyable {
    private let statement: OpaquePointer
    init(_ statement: OpaquePointer) { self.statement = statement }

    subscript(_ column: Int) -> Value {
      let index = Int32(column)
      return switch sqlite3_column_type(statement, index) {
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
      case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, index)))
      case SQLITE_BLOB:
        .blob(
          sqlite3_column_blob(statement, index).map {
            Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, index)))
          } ?? Data())
      default: .null
      }
    }

    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
    func text(_ column: Int) -> String {
      sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) } ?? ""
    }
  }
}

/// Functions of predicates that SQLite does not have.
private enum SQLFunctions {
  static func add(to connection: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    // yoban_match(operator, options, text, pattern): NULL if the text is NULL.
    sqlite3_create_function(
      connection, "yoban_match", 4, flags, nil,
      { context, _, arguments in
        guard let arguments, let text = SQLFunctions.text(arguments[2]),
          let pattern = SQLFunctions.text(arguments[3])
        else { return sqlite3_result_null(context) }
        let raw = UInt(sqlite3_value_int64(arguments[0]))
        let options = FormatComparison.Options(rawValue: UInt(sqlite3_value_int64(arguments[1])))
        let type = FormatComparison.Operator(rawValue: raw) ?? .equalTo
        let holds = PredicateValues.compare(text, type, pattern, options)
        sqlite3_result_int(context, holds ? 1 : 0)
      }, nil, nil)
    // yoban_fold(options, text)
    sqlite3_create_function(
      connection, "yoban_fold", 2, flags, nil,
      { context, _, arguments in
        guard let arguments, let text = SQLFunctions.text(arguments[1]) else {
          return sqlite3_result_null(context)
        }
        let options = FormatComparison.Options(rawValue: UInt(sqlite3_value_int64(arguments[0])))
        let folded = PredicateValues.folded(text, options)
        sqlite3_result_text(
          context, folded, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }, nil, nil)
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    sqlite3_value_text(value).map { String(cString: $0) }
  }
}
