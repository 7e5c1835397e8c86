import Foundation
import GRDB
import GRDBSQLite

/// A new SQLite file, which has one connection.
///
/// All statements are those of GRDB's cache: a statement that outlives its connection would keep the transaction open,
/// and SQLite would then call hooks of GRDB that no longer exist.
struct NightDatabase {
  private let queue: DatabaseQueue

  /// Creates a file that only its owner may read.
  init(creatingAt path: String) throws(NightFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(path: path, code: errno) }
    close(descriptor)
    var configuration = Configuration()
    configuration.label = "yoban-night"
    // The transaction of the file lasts from the first call to the last one.
    configuration.allowsUnsafeTransactions = true
    queue = try Self.translatingErrors {
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  func run<Value>(_ body: (Database) throws -> Value) throws(NightFileError) -> Value {
    try Self.translatingErrors { try queue.inDatabase(body) }
  }

  func execute(_ sql: String) throws(NightFileError) { try run { try $0.execute(sql: sql) } }

  /// Closes the file.
  func finish() throws(NightFileError) { try Self.translatingErrors { try queue.close() } }

  private static func translatingErrors<Value>(
    _ body: () throws -> Value
  ) throws(NightFileError) -> Value {
    do {
      return try body()
    } catch let error as NightFileError {
      throw error
    } catch let error as DatabaseError {
      throw .sqliteFailed(
        code: error.extendedResultCode.rawValue, message: error.message ?? "There is no message.")
    } catch {
      throw .sqliteFailed(code: SQLITE_ERROR, message: "\(error)")
    }
  }
}

extension Statement {
  /// Inserts rows of a time, several numbers, and a corrected time.
  ///
  /// The numbers are bound here: a night has millions of them, and GRDB's general values take more time than SQLite.
  ///
  /// - Parameters:
  ///   - values: The numbers, row by row; `places.count` for each row.
  ///   - places: The index of the parameter of each number, counted from 1; 0 to leave it out. Every
  ///     other parameter but the first one is null.
  ///   - corrected: The corrected time of each row; a row without one has null.
  ///   - correctedPlace: The index of the parameter of the corrected time, which its uncertainty follows.
  func insert(
    _ times: ArraySlice<Int64>, _ values: ArraySlice<Double>, places: [Int32],
    corrected: [ArchivedTime?], at correctedPlace: Int32, in database: Database
  ) throws {
    sqlite3_clear_bindings(sqliteStatement)
    var next = values.startIndex
    for (row, time) in times.enumerated() {
      sqlite3_bind_int64(sqliteStatement, 1, time)
      if let known = row < corrected.count ? corrected[row] : nil {
        sqlite3_bind_int64(sqliteStatement, correctedPlace, known.time)
        sqlite3_bind_int64(sqliteStatement, correctedPlace + 1, known.uncertainty)
      } else {
        sqlite3_bind_null(sqliteStatement, correctedPlace)
        sqlite3_bind_null(sqliteStatement, correctedPlace + 1)
      }
      for place in places {
        if place > 0 { sqlite3_bind_double(sqliteStatement, place, values[next]) }
        next += 1
      }
      let code = sqlite3_step(sqliteStatement)
      defer { sqlite3_reset(sqliteStatement) }
      guard code == SQLITE_DONE else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
    }
  }
}
