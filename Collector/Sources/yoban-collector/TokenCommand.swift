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

    @Flag(help: "Create a token that may read the recordings of all devices, but store nothing.")
    var admin = false

    func validate() throws {
      guard (device != nil) != admin else {
        throw ValidationError("Give either --device NAME or --admin.")
      }
      if let device {
        do {
          _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
        } catch {
          throw ValidationError("\(error.message) \(error.remedy)")
        }
      }
    }

    func run() async throws {
      let storage = await database.open()
      let token = Token.random()
      let record = TokenRecord(
        hash: token.hash, holder: device.map { .device($0) } ?? .admin, createdAt: now())
      try await orFail { () async throws(StorageError) in try await storage.add(record) }
      printLine(token.text)
    }
  }

  /// Prints one line per token: id, device, creation, revocation.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "List all tokens, one per line: its id, its device (* for an admin token), when it was created, and when it was revoked (- if it is valid)."
    )

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    func run() async throws {
      let storage = await database.open()
      let tokens = try await orFail { () async throws(StorageError) in try await storage.tokens() }
      for token in tokens {
        var holder = "*"
        if case .device(let device) = token.holder { holder = device }
        let times = [token.createdAt, token.revokedAt].map { $0.map(iso8601) ?? "-" }
        printLine("\(token.hash.id)  \(holder)  \(times[0])  \(times[1])")
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
      let storage = await database.open()
      let found = try await orFail { () async throws(StorageError) in
        try await storage.tokens().filter { $0.hash.id == id && $0.revokedAt == nil }
      }
      guard let token = found.first, found.count == 1 else {
        fail(
          "there is no valid token with the id \(id); yoban-collector token list shows the ids",
          .notFound)
      }
      _ = try await orFail { () async throws(StorageError) in
        try await storage.revokeToken(hash: token.hash, at: now())
      }
    }
  }
}

private func now() -> Int64 { Int64(Date().timeIntervalSince1970) }

private func iso8601(_ seconds: Int64) -> String {
  Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
}
