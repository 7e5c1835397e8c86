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

  private let storage: any AuditStorage
  private let logger: Logger
  private let waiting = Mutex<[ReadRecord: Int]>([:])

  init(storage: any AuditStorage, logger: Logger) {
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
      let unwritten = await writeOneByOne(reads)
      waiting.withLock { waiting in
        for (record, count) in unwritten
        where waiting[record] != nil || waiting.count < Self.waitingMax {
          waiting[record, default: 0] += count
        }
      }
    }
  }

  /// Writes each record alone, because one that the database refuses must not keep all others from being written.
  ///
  /// Returns the records that have to be written later. If some could be written, the others are dropped and logged;
  /// if the first two could not, the storage fails.
  private func writeOneByOne(_ reads: [ReadRecord: Int]) async -> [ReadRecord: Int] {
    var unwritten = reads
    var refused: [ReadRecord] = []
    for (record, count) in reads {
      if (try? await storage.add([record: count])) != nil {
        unwritten[record] = nil
      } else {
        refused.append(record)
        if refused.count == 2, unwritten.count == reads.count { return unwritten }
      }
    }
    guard unwritten.count < reads.count else { return unwritten }
    for record in refused {
      logger.error(
        "a record of who has read what was refused by the database and is lost",
        metadata: ["record": "\(record)"])
    }
    return [:]
  }
}

/// Somebody who may read something.
struct Reader: Hashable, Sendable {
  /// The token; nil for a program on this machine, which needs none for the pages.
  var token: TokenHash?

  static let local = Reader()

  /// The id of the token, or `local`.
  var id: String { token?.id ?? "local" }
}

/// The data that a request reads.
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
