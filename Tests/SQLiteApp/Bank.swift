import CYobanSQLite
import Foundation

/// An app's use of SQLite: each transfer moves an amount between two accounts, and notes itself.
struct Bank {
  enum Journal: String, CaseIterable { case delete, wal }
  /// `extra` is `full`, and a commit synchronizes the folder after it has deleted the rollback journal.
  enum Synchronization: String, CaseIterable { case extra, full, off }

  /// An error of SQLite, with its message.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let database: OpaquePointer
  static let accounts = 40

  static var path: String {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appending(path: "bank.sqlite").path
  }

  init(_ journal: Journal, _ synchronization: Synchronization) throws {
    var database: OpaquePointer?
    let code = sqlite3_open(Self.path, &database)
    guard code == SQLITE_OK, let database else { throw Failure(description: "open: \(code)") }
    self.database = database
    sqlite3_busy_timeout(database, 1000)
    try run("PRAGMA journal_mode = \(journal.rawValue)")
    try run("PRAGMA synchronous = \(synchronization.rawValue)")
    try run("PRAGMA wal_autocheckpoint = 8")
    try run("BEGIN IMMEDIATE")
    try run(
      "CREATE TABLE IF NOT EXISTS account (id INTEGER PRIMARY KEY, amount INTEGER, note TEXT)")
    try run("CREATE TABLE IF NOT EXISTS transfer (number INTEGER PRIMARY KEY)")
    if try number("SELECT count(*) FROM account") == 0 {
      for id in 0..<Self.accounts {
        // The rows fill some pages.
        let note = String(repeating: "x", count: 200)
        try run("INSERT INTO account VALUES (\(id), 100, '\(note)')")
      }
    }
    try run("COMMIT")
  }

  func close() { sqlite3_close(database) }

  /// Moves an amount. When the call returns, the transfer is stored.
  func transfer(_ number: Int) throws {
    let (from, to) = (number * 7 % Self.accounts, (number * 13 + 1) % Self.accounts)
    try run("BEGIN IMMEDIATE")
    try run("UPDATE account SET amount = amount - \(number) WHERE id = \(from)")
    try run("UPDATE account SET amount = amount + \(number) WHERE id = \(to)")
    try run("INSERT INTO transfer VALUES (\(number))")
    try run("COMMIT")
  }

  /// Returns what is wrong with the database; nil for nothing.
  ///
  /// - Parameters:
  ///   - stored: the number of transfers that were acknowledged; all of them must be there.
  ///   - begun: the number of transfers that were begun; no more may be there.
  func problem(stored: Int, begun: Int) throws -> String? {
    let check = try text("PRAGMA integrity_check")
    guard check == "ok" else { return "integrity_check: \(check.prefix(60))" }
    let sum = try number("SELECT sum(amount) FROM account")
    guard sum == Self.accounts * 100 else { return "the amounts have the sum \(sum)" }
    let count = try number("SELECT count(*) FROM transfer")
    let last = try number("SELECT ifnull(max(number), 0) FROM transfer")
    guard count == last else { return "transfers are missing before the last one" }
    guard count >= stored else {
      return "\(stored) transfers were acknowledged, \(count) are there"
    }
    return count <= begun ? nil : "\(begun) transfers were begun, \(count) are there"
  }

  // MARK: SQL

  private func run(_ sql: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(database, sql, nil, nil, &message)
    guard code != SQLITE_OK else { return }
    let text = message.map { String(cString: $0) } ?? ""
    sqlite3_free(message)
    throw Failure(description: "\(sql.prefix(40)): \(text) (\(code))")
  }

  private func text(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: "\(sql): \(String(cString: sqlite3_errmsg(database)))")
    }
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else {
      throw Failure(description: "\(sql): \(String(cString: sqlite3_errmsg(database))) (\(code))")
    }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }

  private func number(_ sql: String) throws -> Int { Int(try text(sql)) ?? 0 }
}
