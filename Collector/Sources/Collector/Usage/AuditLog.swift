import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Counts who reads what, and writes the counts to the storage every two seconds.
///
/// A read does not wait for a write, so that data can be read from a full disk. If the process is killed, the
/// counts of the last seconds are lost.
final class AuditLog: Service, Sendable {
  /// The time between two writes.
  private static let interval = Duration.seconds(2)
  /// The number of different records that wait for a write. More can wait only while the storage fails.
  private static let waitingMax = 10_000

  private let storage: any CollectorStorage
  private let logger: Logger
  private let waiting = Mutex<[ReadRecord: Int]>([:])

  init(storage: any CollectorStorage, logger: Logger) {
    self.storage = storage
    self.logger = logger
  }

  /// Counts a request.
  func note(_ reader: Reader, _ target: ReadTarget) {
    let now = Date.nowInSeconds
    let record = ReadRecord(
      minute: now - now % 60, reader: reader.id, device: target.device, stream: target.stream,
      what: target.what)
    waiting.withLock { waiting in
      if waiting[record] != nil || waiting.count < Self.waitingMax {
        waiting[record, default: 0] += 1
      }
    }
  }

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.interval)
        await self.write()
      }
    }
    await write()
  }

  /// Writes what was counted since the last write.
  func write() async {
    let reads = waiting.withLock { waiting in
      defer { waiting = [:] }
      return waiting
    }
    guard !reads.isEmpty else { return }
    do {
      try await storage.add(reads)
    } catch {
      logger.warning(
        "the log of who has read what cannot be written now", metadata: ["error": "\(error)"])
      waiting.withLock { waiting in
        for (record, count) in reads
        where waiting[record] != nil || waiting.count < Self.waitingMax {
          waiting[record, default: 0] += count
        }
      }
    }
  }
}

/// Somebody who may read something.
struct Reader: Hashable, Sendable {
  /// The id of the token, or `local`.
  var id: String

  /// A program on this machine, which needs no token for the pages.
  static let local = Reader(id: "local")
}

/// What a request reads.
struct ReadTarget: Hashable, Sendable {
  var what: String
  var device = ""
  var stream = ""

  init(_ what: String, device: String = "") {
    self.what = what
    self.device = device
  }

  init(_ what: String, _ name: StreamName) {
    self.what = what
    device = name.device
    stream = name.stream
  }
}
