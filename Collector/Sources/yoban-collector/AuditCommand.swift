import ArgumentParser
import Collector
import Foundation

/// `yoban-collector audit`: who has read and deleted what.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "List who has read and deleted recordings, the latest first.",
    discussion:
      "One line for each minute, token, device, stream and kind of data: the minute, the id of the token (local for a program on the same machine that needed none), read or delete, the device and stream (* for several), the kind of data, and the number of requests or of deleted chunks."
  )

  @Option(help: "The database of the server.")
  var database: DatabaseLocation

  @Option(help: "The name of a device. Default: all devices.")
  var device: String?

  @Option(help: "The number of days to list.")
  var days = 30

  func validate() throws {
    guard (1...36_500).contains(days) else {
      throw ValidationError("--days must be from 1 to 36500.")
    }
  }

  func run() async throws {
    let storage = await database.openWithoutBodies(isExpected: true)
    let (device, since) = (device, Date.nowInSeconds - Int64(days) * 86_400)
    let (reads, deletions) = try await orFail { () async throws(StorageError) in
      (try await storage.reads(of: device, since: since), try await storage.deletions())
    }
    var lines = reads.map { read in
      let record = read.record
      return (
        time: record.minute,
        text:
          "\(record.reader)  read  \(name(record.device))/\(name(record.stream))  \(record.what)  \(counted(read.requests, "request"))"
      )
    }
    for record in deletions {
      let deletion = record.deletion
      guard deletion.time >= since, device == nil || deletion.device == device else { continue }
      lines.append(
        (
          time: deletion.time,
          text:
            "\(deletion.author)  delete  \(deletion.device)/\(deletion.stream ?? "*")  \(deletion.times.lowerBound)...\(deletion.times.upperBound)  \(counted(record.chunkCount, "chunk"))"
        ))
    }
    // The order of lines of the same time stays as it is.
    let sorted = lines.enumerated().sorted { left, right in
      (right.element.time, left.offset) < (left.element.time, right.offset)
    }
    for line in sorted { printLine("\(iso8601(line.element.time))  \(line.element.text)") }
  }

  private func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func name(_ text: String) -> String { text.isEmpty ? "*" : text }
}
