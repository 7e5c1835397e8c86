import ArgumentParser
import Chunks
import Collector
import Foundation
import RecordingFiles

/// `yoban-collector import`: stores recordings from files of other devices, also while a server runs.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Store recordings from files: ActiGraph .gt3x, Axivity .cwa, GENEActiv .bin, and exports of Sensor Logger.",
    discussion:
      "All files are read to their ends first; if one of them cannot be imported, nothing is stored. What is stored already is not stored again, so a file can be imported again, also after an interruption. Possible while the server runs."
  )

  @Argument(help: "The files.", completion: .file())
  var files: [String]

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The name of the device. Default: the one in the file, such as a serial number.")
  var device: String?

  @Option(
    help:
      "The time zone to which the clock of the device was set, such as Europe/Paris or +01:00. Default: the one in the file."
  )
  var timeZone: String?

  @Flag(help: "Store what is whole of a file that ends in the middle.")
  var incomplete = false

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    if let device {
      do {
        _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
      } catch {
        throw ValidationError("\(error.message) \(error.remedy)")
      }
    }
  }

  func run() async throws {
    var checked: [(file: FileImport, contents: FileImport.Contents)] = []
    var failures: [String] = []
    for path in files {
      do {
        let file = try FileImport(
          path, device: device, zone: timeZone, allowsTruncation: incomplete)
        checked.append((file, try file.check()))
      } catch {
        failures.append("\(path): \(error)")
      }
    }
    guard failures.isEmpty else {
      fail(
        (failures + ["Nothing was stored."]).joined(separator: "\nyoban-collector: "),
        .notImportable)
    }
    let storage = await database.open()
    for (file, contents) in checked {
      let outcomes = try await store(file, contents, in: storage)
      printLine(Self.report(file, contents, outcomes))
    }
  }

  private func store(
    _ file: FileImport, _ contents: FileImport.Contents, in storage: any CollectorStorage
  ) async throws -> [String: FileImport.Outcome] {
    let isShown = isatty(STDERR_FILENO) == 1
    func show(_ text: String) {
      if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
    }
    do {
      let outcomes = try await file.store(contents, in: storage) { count in
        show("\(file.path): \(count * 100 / max(1, contents.partCount)) %")
      }
      show("")
      return outcomes
    } catch let error as StorageError {
      show("")
      fail(
        "\(file.path): \(error.explanation). What was stored before stays; import the file again to go on.",
        .database)
    } catch {
      show("")
      fail("\(file.path): \(error)", .notImportable)
    }
  }

  /// The report about a file: a line for it, and one for each stream and each reason why something is not stored.
  static func report(
    _ file: FileImport, _ contents: FileImport.Contents, _ outcomes: [String: FileImport.Outcome]
  ) -> String {
    var lines = ["\(file.path): \(file.facts.format), device \(file.device)"]
    if let times = contents.times {
      let (first, last) = (times.lowerBound, times.upperBound)
      lines[0] += ", \(iso8601(first / 1_000_000_000)) to \(iso8601(last / 1_000_000_000))"
    }
    for stream in contents.sampleCounts.keys.sorted() {
      let outcome = outcomes[stream] ?? FileImport.Outcome()
      var parts = ["\(outcome.stored) samples stored"]
      if outcome.repeated > 0 { parts.append("\(outcome.repeated) already stored") }
      if outcome.deleted > 0 {
        parts.append("\(outcome.deleted) not stored, because their time was deleted")
      }
      for (cause, count) in (contents.gapCounts[stream] ?? [:]).sorted(by: { $0.key < $1.key }) {
        parts.append("\(count) \(count == 1 ? "gap" : "gaps") (\(cause))")
      }
      lines.append("  \(stream): \(parts.joined(separator: ", "))")
    }
    for (reason, count) in contents.skipped.counts.sorted(by: { $0.key < $1.key }) {
      lines.append("  skipped: \(count) \(reason)")
    }
    return lines.joined(separator: "\n")
  }
}
