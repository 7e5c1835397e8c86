import ArgumentParser
import Collector
import CollectorSQLite
import Foundation

/// `yoban-collector backup`: copies a SQLite file while the server runs.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy a SQLite database into a new file; possible while the server runs.",
    discussion:
      "The copy has the state of one moment. yoban-collector restore makes a database from it. A PostgreSQL database is copied with pg_dump or pg_basebackup."
  )

  @Option(help: "The SQLite file of the server.")
  var database: DatabaseLocation

  @Argument(help: "The new file. It must not exist.")
  var file: String

  func validate() throws {
    guard !database.isPostgres else {
      throw ValidationError(
        "backup copies a SQLite file. Copy a PostgreSQL database with pg_dump or pg_basebackup.")
    }
  }

  func run() async throws {
    guard FileManager.default.fileExists(atPath: database.text) else {
      fail("there is no file \(database.text)", .database)
    }
    let (source, copy) = (database.text, file)
    let progress = Task.detached { await Self.showProgress(of: copy) }
    do throws(StorageError) {
      try await SQLiteBackup.copyOnThread(source, to: copy)
    } catch {
      progress.cancel()
      if case .alreadyExists = error {
        fail("there is already a file \(copy), or one with this name and -wal or -shm", .database)
      }
      fail("cannot copy \(source): \(error.explanation)", .database)
    }
    progress.cancel()
    let size = try? FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int
    printLine("\(size ?? 0) bytes copied to \(copy)")
    if let storage = await database.openWithoutBodies(isExpected: true) as? SQLiteStorage,
      let location = try? await storage.objectLocation()
    {
      printLine("the bodies of its chunks are in \(location) and were not copied")
    }
  }

  /// Shows the size of the copy on standard error, if that is a terminal.
  private static func showProgress(of copy: String) async {
    guard isatty(STDERR_FILENO) == 1 else { return }
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(250))
      let size = try? FileManager.default.attributesOfItem(atPath: copy + ".partial")[.size] as? Int
      FileHandle.standardError.write(Data("\r\u{1B}[Kcopied \(size ?? 0) bytes".utf8))
    }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
