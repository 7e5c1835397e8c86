import Chunks
import Collector

// Values from the rows of the tables.

extension ChunkRecord {
  static let columns = """
    sequence, sha256, bytes, samples, gaps, first_time, last_time, is_increasing, channels
    """

  /// Throws if a value is not one that the collector has written.
  init(row: SQLRow) throws {
    guard let digest = ChunkDigest(bytes: try row.bytes("sha256")), let sequence = row.sequence
    else { throw StorageError.damagedRow("sha256") }
    self.init(
      sequence: sequence, digest: digest, byteCount: try row.count("bytes"),
      sampleCount: try row.count("samples"), gapCount: try row.count("gaps"),
      times: try row.times(), isStrictlyIncreasing: try row.flag("is_increasing"),
      channels: try row.channels())
  }

  /// Reads only the sequence, the sizes and the times, which nights need. The rest is empty, so that very many
  /// records fit in memory.
  init(totalsOf row: SQLRow) throws {
    guard let sequence = row.sequence else { throw StorageError.damagedRow("sequence") }
    self.init(
      sequence: sequence, digest: Self.noDigest, byteCount: try row.count("bytes"),
      sampleCount: try row.count("samples"), gapCount: 0, times: try row.times(),
      isStrictlyIncreasing: true, channels: [])
  }

  /// Only the sequence and a time of a chunk.
  init(sequence: UInt64, time: Int64) {
    self.init(
      sequence: sequence, digest: Self.noDigest, byteCount: 0, sampleCount: 0, gapCount: 0,
      times: time...time, isStrictlyIncreasing: true, channels: [])
  }

  private static let noDigest = ChunkDigest(of: [])
}

extension SQLRow {
  /// The range in the columns `first_time` and `last_time`; nil if there is none.
  func times() throws -> ClosedRange<Int64>? {
    guard let first = try optionalInteger("first_time"),
      let last = try optionalInteger("last_time"),
      first <= last
    else { return nil }
    return first...last
  }

  func channels() throws -> [String] {
    try text("channels").split(separator: ",").map(String.init)
  }
}

extension StreamSummary {
  init(row: SQLRow) throws {
    let lowest = UInt64(exactly: try row.integer("first_sequence"))
    let highest = UInt64(exactly: try row.integer("last_sequence"))
    let count = try row.count("chunks")
    guard let lowest, let highest, lowest <= highest, count > 0,
      UInt64(count - 1) <= highest - lowest
    else {
      throw StorageError.unavailable(
        "the totals of a stream in the database are damaged; yoban-collector verify computes them again"
      )
    }
    self.init(
      name: StreamName(device: try row.text("device"), stream: try row.text("stream")),
      channels: try row.channels(), chunkCount: count, sampleCount: try row.count("samples"),
      byteCount: try row.count("bytes"), gapCount: try row.count("gaps"), times: try row.times(),
      sequences: lowest...highest, mayRepeatTimes: try row.flag("may_repeat"),
      longestChunk: try row.integer("longest"))
    units = (try? row.bytes("units")).flatMap(StreamUnits.init(encoded:)) ?? StreamUnits()
  }
}

extension Gap {
  static let columns = "sequence, position, start_time, end_time, cause"

  init(row: SQLRow) throws {
    self.init(
      start: try row.integer("start_time"), end: try row.integer("end_time"),
      cause: GapCause(rawValue: try row.text("cause")) ?? .unknown)
  }
}

extension Mark {
  init(row: SQLRow) throws {
    try self.init(time: row.integer("time"), name: row.text("name"))
  }
}
