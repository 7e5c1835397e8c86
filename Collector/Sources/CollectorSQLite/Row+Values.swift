import Chunks
import Collector
import Foundation
import GRDB

// The values of rows. Bits of a file can change on a disk, so every value is decoded with a check.

extension Row {
  /// The sequence number in the column `sequence`; nil if it cannot be one.
  var sequence: UInt64? {
    (try? decode(Int64.self, forColumn: "sequence")).flatMap(UInt64.init(exactly:))
  }
}

extension StoredBody {
  /// A body that is missing has no bytes, which are those of no chunk.
  init(row: Row) {
    let hash = try? row.decode(Data.self, forColumn: "sha256")
    let body = try? row.decode(Data.self, forColumn: "body")
    self.init(
      bytes: body.map(Array.init) ?? [],
      digest: hash.flatMap { ChunkDigest(bytes: Array($0)) })
  }
}

extension ChunkRecord {
  static let columns = """
    sequence, sha256, bytes, samples, gaps, first_time, last_time, is_increasing, channels
    """

  /// Throws if a value is not one that the collector has written.
  init(row: Row) throws {
    let hash = try row.decode(Data.self, forColumn: "sha256")
    guard let digest = ChunkDigest(bytes: Array(hash)), let sequence = row.sequence else {
      throw StorageError.unavailable("a row of a chunk in the database is damaged")
    }
    let first = try row.decode(Int64?.self, forColumn: "first_time")
    let last = try row.decode(Int64?.self, forColumn: "last_time")
    var times: ClosedRange<Int64>?
    if let first, let last, first <= last { times = first...last }
    self.init(
      sequence: sequence, digest: digest, byteCount: try row.decode(forColumn: "bytes"),
      sampleCount: try row.decode(forColumn: "samples"),
      gapCount: try row.decode(forColumn: "gaps"), times: times,
      isStrictlyIncreasing: try row.decode(forColumn: "is_increasing"),
      channels: try row.decode(String.self, forColumn: "channels").split(separator: ",")
        .map(String.init))
  }
}

extension StreamSummary {
  init(row: Row) throws {
    let first = try row.decode(Int64?.self, forColumn: "first_time")
    let last = try row.decode(Int64?.self, forColumn: "last_time")
    let lowest = UInt64(exactly: try row.decode(Int64.self, forColumn: "first_sequence"))
    let highest = UInt64(exactly: try row.decode(Int64.self, forColumn: "last_sequence"))
    let count = try row.decode(Int.self, forColumn: "chunks")
    guard let lowest, let highest, lowest <= highest, count > 0,
      UInt64(count - 1) <= highest - lowest
    else {
      throw StorageError.unavailable(
        "the totals of a stream in the database are damaged; yoban-collector verify computes them again"
      )
    }
    var times: ClosedRange<Int64>?
    if let first, let last, first <= last { times = first...last }
    self.init(
      name: StreamName(
        device: try row.decode(forColumn: "device"), stream: try row.decode(forColumn: "stream")),
      channels: try row.decode(String.self, forColumn: "channels").split(separator: ",")
        .map(String.init),
      chunkCount: count, sampleCount: try row.decode(forColumn: "samples"),
      byteCount: try row.decode(forColumn: "bytes"), gapCount: try row.decode(forColumn: "gaps"),
      times: times, sequences: lowest...highest,
      mayRepeatTimes: try row.decode(forColumn: "may_repeat"),
      longestChunk: try row.decode(forColumn: "longest"))
  }
}

extension Gap {
  init(row: Row) throws {
    let cause = try row.decode(String.self, forColumn: "cause")
    self.init(
      start: try row.decode(forColumn: "start_time"), end: try row.decode(forColumn: "end_time"),
      cause: GapCause(rawValue: cause) ?? .unknown)
  }
}

extension Mark {
  init(row: Row) throws {
    try self.init(
      time: row.decode(forColumn: "time"), name: row.decode(String.self, forColumn: "name"))
  }
}

extension TokenRecord {
  init(row: Row) throws {
    let hash = try row.decode(Data.self, forColumn: "hash")
    let device = try row.decode(String?.self, forColumn: "device")
    self.init(
      hash: TokenHash(bytes: Array(hash)), holder: device.map(Holder.device) ?? .admin,
      createdAt: try row.decode(forColumn: "created_at"),
      revokedAt: try row.decode(forColumn: "revoked_at"))
  }
}
