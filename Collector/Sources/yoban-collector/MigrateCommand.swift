import ArgumentParser
import Collector
import CollectorPostgres
import CollectorSQL
import CollectorSQLite
import Foundation

/// `yoban-collector migrate`: copies everything from a SQLite file into a PostgreSQL database, or back.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract:
      "Copy all recordings and tokens into another, empty database, such as from SQLite to PostgreSQL.",
    discussion:
      "Stop the server first; devices keep what they cannot send meanwhile. If the command fails, delete the new database before the next try. Run verify on the new database, then start the server with it."
  )

  @Option(help: "The database with the data.")
  var from: DatabaseLocation

  @Option(help: "The database to copy to, which must be empty.")
  var to: DatabaseLocation

  @Option(
    help:
      "Where the bodies of chunks are stored afterwards, such as s3://BUCKET/PREFIX?region=eu-central-1. Default: in the new database itself. If it is where they are already, they are not copied."
  )
  var bodies: BodyLocation?

  func validate() throws {
    guard from.text != to.text else {
      throw ValidationError("--from and --to must be different databases.")
    }
  }

  func run() async throws {
    let source = await from.open(isExpected: true)
    let target = await to.open(bodies)
    try await orFail { () async throws(StorageError) in
      switch (source, target) {
      case (let source as SQLiteStorage, let target as PostgresStorage):
        try await Self.copy(source, to: target)
      case (let source as SQLiteStorage, let target as SQLiteStorage):
        try await Self.copy(source, to: target)
      case (let source as PostgresStorage, let target as SQLiteStorage):
        try await Self.copy(source, to: target)
      case (let source as PostgresStorage, let target as PostgresStorage):
        try await Self.copy(source, to: target)
      default: preconditionFailure("a database is either a SQLite file or in PostgreSQL")
      }
    }
  }

  static func copy<From, To>(
    _ source: SQLStorage<From>, to target: SQLStorage<To>
  ) async throws(StorageError) {
    let isShown = isatty(STDERR_FILENO) == 1
    var counts: [(table: String, rows: Int)] = []
    try await source.copyAll(to: target) { table, rows in
      if counts.last?.table == table { counts.removeLast() }
      counts.append((table, rows))
      if isShown {
        FileHandle.standardError.write(Data("\r\u{1B}[K\(table): \(rows) rows".utf8))
      }
    }
    if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    for count in counts { printLine("\(count.table): \(count.rows) rows copied") }
  }
}
