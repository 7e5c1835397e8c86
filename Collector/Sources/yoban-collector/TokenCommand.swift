import ArgumentParser
import Chunks
import Collector
import Foundation

/// `yoban-collector token`: creates, lists and revokes tokens, also while a server runs.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract:
      "Create, list and revoke the tokens with which devices upload; possible while the server runs.",
    subcommands: [Create.self, List.self, Revoke.self])

  /// Prints only the new token, which is never shown again.
  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Create a token and print it. The database stores only its SHA-256, so the token cannot be shown again."
    )

    @Option(help: "The database of the server; a SQLite file is created if it is missing.")
    var database: DatabaseLocation

    @Option(
      help: "The name of the device. With the token it may store and read its own recordings.")
    var device: String?

    @Flag(
      help:
        "Create a token that may read and delete the recordings of all devices, but store nothing.")
    var admin = false

    @Option(
      help:
        "Create a token that may read the recordings of this device, but store nothing. Repeat this option for more devices."
    )
    var reader: [String] = []

    @Option(help: "The number of days for which the token is valid. Default: until it is revoked.")
    var days: Int?

    func validate() throws {
      guard [device != nil, admin, !reader.isEmpty].count(where: { $0 }) == 1 else {
        throw ValidationError("Give either --device NAME, --reader NAME or --admin.")
      }
      guard (1...36_500).contains(days ?? 1) else {
        throw ValidationError("--days must be from 1 to 36500.")
      }
      for device in reader + [device].compactMap(\.self) {
        do {
          _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
        } catch {
          throw ValidationError("\(error.message) \(error.remedy)")
        }
      }
    }

    func run() async throws {
      let storage = await database.openWithoutBodies()
      let token = Token.random()
      let holder: TokenRecord.Holder =
        if let device { .device(device) } else if admin { .admin } else {
          .reader(Set(reader).sorted())
        }
      let record = TokenRecord(
        hash: token.hash, holder: holder, createdAt: Date.nowInSeconds,
        expiresAt: days.map { Date.nowInSeconds + Int64($0) * 86_400 })
      try await orFail { () async throws(StorageError) in try await storage.add(record) }
      printLine(token.text)
    }
  }

  /// Prints one line per token: id, device, creation, revocation.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "List all tokens, one per line: its id, its device (* for an admin token, read:NAMES for a reader, night:NAME@TIME for a link to a night), when it was created, when it was revoked (- if it was not), and when it expires (- for never)."
    )

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    func run() async throws {
      let storage = await database.openWithoutBodies()
      let tokens = try await orFail { () async throws(StorageError) in try await storage.tokens() }
      for token in tokens {
        let holder =
          switch token.holder {
          case .device(let device): device
          case .reader(let devices): "read:" + devices.joined(separator: ",")
          case .night(let device, let time): "night:\(device)@\(time)"
          case .admin: "*"
          }
        let times = [token.createdAt, token.revokedAt, token.expiresAt]
          .map { $0.map(iso8601) ?? "-" }
        printLine("\(token.hash.id)  \(holder)  \(times.joined(separator: "  "))")
      }
    }
  }

  /// Revokes a token; a running server refuses it from then on.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a token, so that the server refuses it from now on.")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Argument(help: "The id of the token, as `token list` shows it.")
    var id: String

    func run() async throws {
      let storage = await database.openWithoutBodies()
      let found = try await orFail { () async throws(StorageError) in
        try await storage.tokens().filter { $0.hash.id == id && $0.revokedAt == nil }
      }
      guard let token = found.first, found.count == 1 else {
        fail(
          "there is no valid token with the id \(id); yoban-collector token list shows the ids",
          .notFound)
      }
      _ = try await orFail { () async throws(StorageError) in
        try await storage.revokeToken(hash: token.hash, at: Date.nowInSeconds)
      }
    }
  }
}
