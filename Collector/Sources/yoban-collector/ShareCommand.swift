import ArgumentParser
import Chunks
import Collector
import Foundation

/// `yoban-collector share`: a link to one night.
struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Create a link with which one night can be read, and print its path.",
    discussion:
      "Whoever has the link can read this night and nothing else. yoban-collector token list shows the link, and token revoke ends it."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The name of the device.")
  var device: String

  @Option(
    help:
      "A time in the night, in nanoseconds since 1970: the number at the end of the address of its page."
  )
  var night: Int64

  @Option(help: "The number of days for which the link is valid.")
  var days = 7

  @Option(
    help: "The address of the server, such as https://nights.example.org, to print a whole link.")
  var address = ""

  func validate() throws {
    guard (1...36_500).contains(days) else {
      throw ValidationError("--days must be from 1 to 36500.")
    }
    do {
      _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
    } catch {
      throw ValidationError("\(error.message) \(error.remedy)")
    }
  }

  func run() async throws {
    let storage = await database.openWithoutBodies(isExpected: true)
    let (device, time) = (device, night)
    let found = try await orFail { () async throws(StorageError) in
      try await storage.night(of: device, containing: time)
    }
    guard let found else {
      fail("device \(device) has no night at the time \(time)", .notFound)
    }
    let token = Token.random()
    let record = TokenRecord(
      hash: token.hash, holder: .night(device: device, time: found.span.start),
      createdAt: Date.nowInSeconds, expiresAt: Date.nowInSeconds + Int64(days) * 86_400)
    try await orFail { () async throws(StorageError) in try await storage.add(record) }
    let prefix = address.hasSuffix("/") ? String(address.dropLast()) : address
    printLine("\(prefix)/shared/\(token.text)")
  }
}
