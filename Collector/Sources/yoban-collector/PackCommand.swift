import ArgumentParser
import Collector
import Foundation

/// `yoban-collector pack`: packs the nights that have ended, as the server does by itself.
struct PackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract:
      "Pack the chunks of nights that have ended: one row of each stream takes the place of those of its chunks; possible while the server runs.",
    discussion:
      "The server does this by itself every hour. The command is useful before a copy of the database is made, or after an update from an earlier version."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  func run() async throws {
    let storage = await database.open(isExpected: true)
    let report = try await orFail { () async throws(StorageError) in
      try await storage.packClosedNights(at: Date.nowInSeconds)
    }
    printLine(
      "\(report.chunkCount) chunks with \(report.byteCount) bytes are in \(report.packCount) new packs"
    )
  }
}
