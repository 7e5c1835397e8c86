import CLibPQ
import Collector
import CollectorSQL

/// An open connection of libpq. Not thread-safe: `PostgresConnection` uses it on one thread.
final class PostgresLink {
  private let connection: OpaquePointer
  /// The names of the prepared statements, by their text.
  private var prepared: [String: String] = [:]
  /// The warnings of the server since the last `commit` began.
  private var warnings: [String] = []

  var isUsable: Bool { PQstatus(connection) == CONNECTION_OK }

  /// Connects, and checks that the server makes transactions durable. Throws `StorageError` or
  /// `PostgresError`.
  init(url: String) throws {
    guard let connection = Self.connect(to: url) else {
      throw StorageError.unavailable("there is no memory for a connection to PostgreSQL")
    }
    self.connection = connection
    guard isUsable else { throw PostgresError(message: lastMessage) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = PQsetNoticeReceiver(
      connection,
      { context, result in
        guard let context, PostgresLink.field("V", of: result) == "WARNING" else { return }
        let link = Unmanaged<PostgresLink>.fromOpaque(context).takeUnretainedValue()
        link.warnings.append(PostgresLink.field("M", of: result) ?? "")
      }, context)
    try prepareSession()
  }

  deinit { PQfinish(connection) }

  /// The parameters of the URL have priority over these: of several values, libpq uses the last.
  private static func connect(to url: String) -> OpaquePointer? {
    let parameters = [
      ("target_session_attrs", "read-write"), ("connect_timeout", "10"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
      ("application_name", "yoban-collector"), ("client_encoding", "UTF8"), ("dbname", url),
    ]
    return withCStrings(parameters.map(\.0)) { names in
      withCStrings(parameters.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
  }

  private func prepareSession() throws {
    guard PQserverVersion(connection) >= 140_000 else {
      throw StorageError.unavailable("PostgreSQL 14 or newer is needed")
    }
    try run("SET idle_in_transaction_session_timeout = '30s'")
    try run("SET client_connection_check_interval = '10s'")
    try run("SET lock_timeout = '30s'")
    // To compile a statement takes longer than to run any of these.
    try run("SET jit = off")
    // A statement that is canceled while it waits for a standby would be committed without it.
    try run("SET statement_timeout = 0")
    for (name, allowed) in [
      ("synchronous_commit", ["on", "remote_apply"]), ("fsync", ["on"]),
      ("full_page_writes", ["on"]),
    ] {
      let value = try rows("SELECT current_setting('\(name)')", []).first?.text(at: 0) ?? ""
      guard allowed.contains(value) else {
        throw StorageError.unavailable(
          "the setting \(name) of PostgreSQL is \(value): a receipt would be sent before the chunk is durable. Set it to \(allowed.joined(separator: " or "))."
        )
      }
    }
  }

  // MARK: Statements

  /// Runs statements without parameters and results.
  func run(_ sql: String) throws {
    try check(PQexec(connection, sql)) { _ in }
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    try execute(sql, values) { PostgresResult.rows(of: $0) }
  }

  /// Returns the number of changed rows.
  func change(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try execute(sql, values) { Int(String(cString: PQcmdTuples($0))) ?? 0 }
  }

  /// Ends the transaction. When this returns, the transaction is durable.
  ///
  /// If the wait for a synchronous standby is canceled, the server commits on its own disk only, answers with
  /// success, and says so in a warning. So every warning is a failure: the sender sends again.
  func commit() throws {
    warnings = []
    try check(PQexec(connection, "COMMIT")) { result in
      let done = String(cString: PQcmdStatus(result))
      guard done == "COMMIT" else {
        throw PostgresError(message: "the transaction was rolled back by the server")
      }
    }
    if let warning = warnings.first { throw PostgresError(state: "01000", message: warning) }
  }

  private func execute<Value>(
    _ sql: String, _ values: [SQLValue], _ body: (OpaquePointer) throws -> Value
  ) throws -> Value {
    let name = try prepared[sql] ?? prepare(sql, values)
    let parameters = values.map(PostgresParameter.init)
    return try PostgresParameter.withPointers(parameters) { pointers, lengths, formats in
      let result = PQexecPrepared(
        connection, name, Int32(values.count), pointers, lengths, formats, 1)
      return try check(result, body)
    }
  }

  private func prepare(_ sql: String, _ values: [SQLValue]) throws -> String {
    let name = "s\(prepared.count)"
    let types = values.map { PostgresParameter($0).type }
    try check(
      PQprepare(connection, name, Self.numbered(sql), Int32(types.count), types)
    ) { _ in }
    prepared[sql] = name
    return name
  }

  /// Replaces each `?` by `$1`, `$2` and so on. No statement has a question mark in a text.
  private static func numbered(_ sql: String) -> String {
    var number = 0
    return sql.reduce(into: "") { text, character in
      if character == "?" {
        number += 1
        text += "$\(number)"
      } else {
        text.append(character)
      }
    }
  }

  @discardableResult
  private func check<Value>(
    _ result: OpaquePointer?, _ body: (OpaquePointer) throws -> Value
  ) throws -> Value {
    guard let result else { throw PostgresError(message: lastMessage) }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return try body(result)
    default:
      throw PostgresError(
        state: isUsable ? Self.field("C", of: result) : nil,
        message: Self.field("M", of: result) ?? lastMessage)
    }
  }

  private var lastMessage: String {
    let message = String(cString: PQerrorMessage(connection))
    return message.split(separator: "\n").joined(separator: " ")
  }

  /// A field of an error or a warning: "V" is its severity, "C" its code, "M" its message.
  private static func field(_ code: Character, of result: OpaquePointer?) -> String? {
    PQresultErrorField(result, Int32(code.asciiValue!)).map { String(cString: $0) }
  }
}

/// Calls a body with a list of C strings that ends with nil.
private func withCStrings<Value>(
  _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Value
) -> Value {
  func next(_ rest: ArraySlice<String>, _ pointers: [UnsafePointer<CChar>?]) -> Value {
    guard let first = rest.first else { return body(pointers + [nil]) }
    return first.withCString { next(rest.dropFirst(), pointers + [$0]) }
  }
  return next(strings[...], [])
}
