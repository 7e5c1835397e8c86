import ArgumentParser
import Chunks
import Collector
import Foundation

/// `yoban-collector delete`: deletes recordings, also while a server runs.
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract:
      "Delete recordings of a device for ever, or list what was deleted; possible while the server runs.",
    discussion:
      "Chunks with a sample in the range are deleted as a whole. A device that sends one of them again gets a receipt and may delete it, but it is not stored."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The name of the device.")
  var device: String?

  @Option(help: "The name of a stream. Default: all streams of the device.")
  var stream: String?

  @Option(help: "The first time to delete, in nanoseconds since 1970. Default: the beginning.")
  var from: Int64?

  @Option(
    help:
      "The last time to delete, in nanoseconds since 1970. Default: now, or the last stored sample if it is later."
  )
  var to: Int64?

  @Flag(help: "Delete without asking. Needed if standard input is not a terminal.")
  var yes = false

  @Flag(help: "List the deletions that were made, and delete nothing.")
  var list = false

  func validate() throws {
    guard list != (device != nil) else {
      throw ValidationError("Give either --device NAME or --list.")
    }
    guard from ?? .min <= to ?? .max else {
      throw ValidationError("--from must not be after --to.")
    }
    if let device {
      do {
        _ = try ChunkIdentity(device: device, stream: stream ?? "any", sequence: 0)
      } catch {
        throw ValidationError("\(error.message) \(error.remedy)")
      }
    }
  }

  func run() async throws {
    let storage = await database.open(isExpected: true)
    guard let device else { return try await printDeletions(of: storage) }
    let lastTime = try await orFail { () async throws(StorageError) in
      try await storage.lastTime(of: device, stream: stream)
    }
    guard let lastTime else {
      fail("device \(device) has no recordings\(stream.map { " of \($0)" } ?? "")", .notFound)
    }
    let now = Date.nowInSeconds
    let last = to ?? Deletion.end(lastTime: lastTime, now: now)
    let times = (from ?? .min)...max(from ?? .min, last)
    guard yes || confirms(device) else {
      fail(
        "nothing was deleted: type the name of the device when it is asked for, or add --yes",
        .notFound)
    }
    let deletion = Deletion(
      device: device, stream: stream, times: times, author: "command line", time: now)
    let count = try await orFail { () async throws(StorageError) in
      try await storage.delete(deletion)
    }
    printLine("\(count) chunks deleted")
  }

  private func confirms(_ device: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    let text = "Delete recordings of \(device) for ever? Type the name of the device: "
    FileHandle.standardError.write(Data(text.utf8))
    return readLine() == device
  }

  private func printDeletions(of storage: any CollectorStorage) async throws {
    let records = try await orFail { () async throws(StorageError) in
      try await storage.deletions()
    }
    for record in records {
      let deletion = record.deletion
      printLine(
        "\(iso8601(deletion.time))  \(deletion.author)  \(deletion.device)/\(deletion.stream ?? "*")  \(deletion.times.lowerBound)...\(deletion.times.upperBound)  \(record.chunkCount) chunks"
      )
    }
  }
}
