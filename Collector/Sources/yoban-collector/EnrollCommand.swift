import ArgumentParser
import Collector
import Foundation
import QRCode

/// `yoban-collector enroll`: codes with which apps get their address, name and token.
struct EnrollCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll",
    abstract:
      "Make codes with which apps get their address, name and token; possible while the server runs.",
    discussion:
      "Each code is good for one installation of an app. On a terminal it is printed as a QR code, too. The database stores only its SHA-256, so it cannot be shown again.",
    subcommands: [Make.self, List.self, Revoke.self], defaultSubcommand: Make.self)

  /// Prints new codes.
  struct Make: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make codes (the default).")

    @Option(help: "The database of the server; a SQLite file is created if it is missing.")
    var database: DatabaseLocation

    @Option(help: "The address of the server as apps reach it, such as https://collector.example.")
    var url: String

    @Option(
      help:
        "The name of the device, or with --count of several devices without the numbers at their ends. Default: names such as device-01."
    )
    var device: String?

    @Option(help: "The number of devices, each with its own code.")
    var count = 1

    @Option(help: "A label for the device, such as \"bed 4\".")
    var label: String?

    @Option(help: "A group to which the devices belong. Repeat this option for more groups.")
    var group: [String] = []

    @Option(help: "The time for which the codes can be used, such as 7d, 12h or 30m.")
    var expires = "7d"

    @Flag(
      help:
        "Allow a device that exists, for an installation that has lost its token. A new installation needs a new name."
    )
    var again = false

    @Flag(help: "Print each code as a JSON object on a line.")
    var json = false

    func validate() throws { _ = try offer() }

    private func offer() throws -> EnrollmentOffer {
      guard let seconds = ValidTime.seconds(expires) else {
        throw ValidationError("--expires must be a time such as 7d, 12h or 30m.")
      }
      do {
        return try EnrollmentOffer(
          device: device, count: count, label: label, groups: group, collector: url,
          validSeconds: seconds, author: "command line", allowsKnown: again)
      } catch {
        throw ValidationError("\(error)")
      }
    }

    func run() async throws {
      let offer = try offer()
      let storage = await database.openWithoutBodies()
      let made: [EnrollmentOffer.Made]
      do {
        made = try await offer.make(in: storage, now: Date.nowInSeconds)
      } catch let error as EnrollmentOffer.Invalid {
        fail(error.description, .notFound)
      } catch let error as StorageError {
        fail(error.explanation, .database)
      }
      if offer.collector.scheme == "http", !Self.isThisMachine(offer.collector.host() ?? "") {
        FileHandle.standardError.write(
          Data(
            "yoban-collector: with http, everybody on the way can read the code, the token and the recordings; use https\n"
              .utf8))
      }
      let isTerminal = isatty(STDOUT_FILENO) == 1
      for made in made {
        if json {
          printLine(made.jsonLine)
        } else if isTerminal {
          printCode(made)
        } else {
          printLine("\(made.record.device)  \(made.code.text)")
        }
      }
    }

    private static func isThisMachine(_ host: String) -> Bool {
      ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    private func printCode(_ made: EnrollmentOffer.Made) {
      let label = made.record.description.label.map { " (\($0))" } ?? ""
      printLine("\(made.record.device)\(label), until \(iso8601(made.record.expiresAt)):")
      // The text of a code is short enough.
      for line in (try? QRCode(made.code.text))?.terminalLines ?? [] { printLine(line) }
      printLine(made.code.text)
      printLine("")
    }
  }

  /// Prints one line for each code.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "List the latest codes, one per line, the newest first: its id, the device, its state (open, used, expired or revoked), when it was made, until when it is valid, and when it was used (- if it was not)."
    )

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Option(help: "The maximum number of codes.")
    var limit = 1_000

    func validate() throws {
      guard (1...1_000_000).contains(limit) else {
        throw ValidationError("--limit must be from 1 to 1000000.")
      }
    }

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let limit = limit
      let codes = try await orFail { () async throws(StorageError) in
        try await storage.enrollments(atMost: limit)
      }
      let now = Date.nowInSeconds
      for code in codes {
        let times = [code.createdAt, code.expiresAt, code.use?.time].map { $0.map(iso8601) ?? "-" }
        printLine(
          "\(code.id)  \(code.device)  \(code.state(at: now).rawValue)  \(times.joined(separator: "  "))"
        )
      }
    }
  }

  /// Revokes a code that was not used.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Revoke a code that was not used; for one that was used, revoke the token of its device.")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @Argument(help: "The id of the code, as `enroll list` shows it.")
    var id: String

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let now = Date.nowInSeconds
      let found = try await orFail { () async throws(StorageError) in
        try await storage.enrollments(atMost: .max).filter {
          $0.id == id && [.open, .expired].contains($0.state(at: now))
        }
      }
      guard let code = found.first, found.count == 1 else {
        fail(
          "there is no code with the id \(id) that was not used; yoban-collector enroll list shows the ids",
          .notFound)
      }
      _ = try await orFail { () async throws(StorageError) in
        try await storage.revokeEnrollment(hash: code.hash, at: now)
      }
    }
  }
}
