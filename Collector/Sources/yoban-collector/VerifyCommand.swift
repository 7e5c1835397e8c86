import ArgumentParser
import Chunks
import Collector
import Foundation

/// `yoban-collector verify`: reads everything and says what is damaged.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Read every stored chunk, compare it with the SHA-256 of what was sent, name the damaged ones, and say in which encodings the samples are stored; possible while the server runs.",
    discussion:
      "Exit code 0 if everything is intact, 5 if something is damaged. A damaged chunk is repaired when its device sends it again."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(
    help:
      "Look also for objects that belong to no chunk: list says how many there are, remove deletes them, store stores their chunks again, which is right after an older copy of the database was restored."
  )
  var orphans: OrphanChoice?

  @Option(
    help:
      "The age in hours of the youngest orphans that are removed or stored: the upload of younger ones may be under way."
  )
  var orphanAge = 24

  enum OrphanChoice: String, CaseIterable, ExpressibleByArgument { case list, remove, store }

  func validate() throws {
    guard (1...876_000).contains(orphanAge) else {
      throw ValidationError("--orphan-age must be from 1 to 876000 hours.")
    }
  }

  func run() async throws {
    let storage = await database.open(isExpected: true)
    if let orphans { try await report(orphans, in: storage) }
    try await Self.verify(storage)
  }

  private func report(_ choice: OrphanChoice, in storage: any CollectorStorage) async throws {
    let report = try await orFail { () async throws(StorageError) in
      let time = Date.nowInSeconds - Int64(orphanAge) * 3_600
      switch choice {
      case .list: return try await storage.resolveOrphans(writtenBefore: .min, .remove)
      case .remove: return try await storage.resolveOrphans(writtenBefore: time, .remove)
      case .store: return try await storage.resolveOrphans(writtenBefore: time, .store)
      }
    }
    for key in report.unusable { printLine("orphan that is no new chunk: \(key)") }
    let verb = choice == .store ? "stored again" : "removed"
    printLine(
      "\(report.objectCount) objects, \(report.resolvedCount) orphans with \(report.resolvedBytes) bytes \(verb), \(report.youngCount) \(choice == .list ? "orphans" : "younger orphans") left"
    )
  }

  /// Reads everything, prints the result, and throws an exit code if something is damaged.
  static func verify(_ storage: any CollectorStorage) async throws {
    let progress = VerificationProgress()
    let result = try await orFail { () async throws(StorageError) in
      try await storage.verify(at: Date.nowInSeconds) { progress.show($0) }
    }
    progress.clear()
    for problem in result.structure { printLine("database: \(problem)") }
    for identity in result.damaged { printLine("damaged: \(identity)") }
    for (encoding, use) in result.encodings.sorted(by: { $0.key < $1.key }) {
      let mean = String(format: "%.2f", Double(use.bytes) / Double(use.samples))
      printLine(
        "\(encoding.rawValue): \(use.samples) samples in \(use.bytes) bytes, \(mean) bytes per sample"
      )
    }
    printLine(
      "\(result.chunks) chunks with \(result.bytes) intact bytes, \(result.damaged.count) damaged")
    if !result.isIntact { throw ExitCode(Failure.damaged.rawValue) }
  }
}

/// A line on standard error that says how far a verification is, at most four times a second. Silent if
/// standard error is not a terminal.
private final class VerificationProgress {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now - .seconds(1)

  func show(_ result: Verification) {
    guard isShown, last.duration(to: .now) > .milliseconds(250) else { return }
    last = .now
    write("\r\u{1B}[Kchecked \(result.chunks) chunks, \(result.damaged.count) damaged")
  }

  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
