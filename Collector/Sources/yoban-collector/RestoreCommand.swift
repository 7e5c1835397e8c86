import ArgumentParser
import Collector
import CollectorPostgres
import CollectorSQLite
import Foundation

/// `yoban-collector restore`: makes a database from a copy that `backup` has made, and reads all of it.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make a new database from a copy that backup has made, and verify it.",
    discussion:
      "Nothing is overwritten: stop the server, move its damaged database away, restore the copy in its place, and start the server."
  )

  @Argument(help: "The copy that backup has made.")
  var copy: String

  @Option(
    help: "The SQLite file to create, which must not exist, or an empty PostgreSQL database.")
  var database: DatabaseLocation

  func run() async throws {
    guard FileManager.default.fileExists(atPath: copy) else {
      fail("there is no file \(copy)", .database)
    }
    if database.isPostgres {
      guard let source = await DatabaseLocation(argument: copy)?.open() as? SQLiteStorage,
        let target = await database.open(
          try await source.objectLocation().flatMap(BodyLocation.init)) as? PostgresStorage
      else { preconditionFailure("the locations are a file and a PostgreSQL database") }
      try await orFail { () async throws(StorageError) in
        try await MigrateCommand.copy(source, to: target)
      }
    } else {
      do throws(StorageError) {
        try await SQLiteBackup.copyOnThread(copy, to: database.text)
      } catch {
        if case .alreadyExists = error {
          fail(
            "there is already a file \(database.text), \(database.text)-wal or \(database.text)-shm: move it away first",
            .database)
        }
        fail("cannot restore \(copy): \(error.explanation)", .database)
      }
    }
    try await VerifyCommand.verify(await database.open())
  }
}
