import ArgumentParser
import Chunks
import Collector
import Foundation

/// `yoban-collector retention`: the rules for the age of recordings.
struct RetentionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retention",
    abstract: "Let old recordings be deleted by rules; possible while the server runs.",
    discussion:
      "The server looks every hour, and deletes chunks whose samples, and whose arrival, are older than the rule of their device allows.",
    subcommands: [Set.self, List.self, Remove.self])

  /// The device of a rule: one device, or all that have no rule of their own.
  struct Target: ParsableArguments {
    @Option(help: "The name of a device.")
    var device: String?

    @Flag(help: "All devices that have no rule of their own.")
    var all = false

    func validate() throws {
      guard all != (device != nil) else {
        throw ValidationError("Give either --device NAME or --all.")
      }
      guard let device else { return }
      do {
        _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
      } catch {
        throw ValidationError("\(error.message) \(error.remedy)")
      }
    }

    var name: String { device ?? "all devices without a rule of their own" }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a rule, or replace the one of the same device.")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @OptionGroup var target: Target

    @Option(help: "The number of days for which recordings are kept.")
    var days: Int?

    @Flag(help: "Keep recordings for ever, although there is a rule for all devices.")
    var forever = false

    func validate() throws {
      guard forever != (days != nil) else {
        throw ValidationError("Give either --days N or --forever.")
      }
      guard (1...36_500).contains(days ?? 1) else {
        throw ValidationError("--days must be from 1 to 36500.")
      }
    }

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let rule = RetentionRule(device: target.device, days: days)
      try await orFail { () async throws(StorageError) in try await storage.set(rule) }
      printLine(rule.line)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the rules, one per line: the device (* for all without a rule), and the days."
    )

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let rules = try await orFail { () async throws(StorageError) in
        try await storage.retentionRules()
      }
      for rule in rules { printLine(rule.line) }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a rule. What it has deleted stays deleted.")

    @Option(help: "The database of the server.")
    var database: DatabaseLocation

    @OptionGroup var target: Target

    func run() async throws {
      let storage = await database.openWithoutBodies(isExpected: true)
      let (device, name) = (target.device, target.name)
      let isFound = try await orFail { () async throws(StorageError) in
        try await storage.removeRetentionRule(of: device)
      }
      guard isFound else { fail("there is no rule of \(name)", .notFound) }
    }
  }
}

extension RetentionRule {
  fileprivate var line: String { "\(device ?? "*")  \(days.map { "\($0) days" } ?? "for ever")" }
}
