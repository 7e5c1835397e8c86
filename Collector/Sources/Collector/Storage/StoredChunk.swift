import Chunks

/// A chunk that passed every check and may be stored.
public struct CheckedChunk: Hashable, Sendable {
  public let bytes: [UInt8]
  public let digest: ChunkDigest
  public let summary: ChunkReader.Summary

  public var identity: ChunkIdentity { summary.header.identity }

  init(bytes: [UInt8], digest: ChunkDigest, summary: ChunkReader.Summary) {
    self.bytes = bytes
    self.digest = digest
    self.summary = summary
  }
}

/// What is known about a stored chunk without reading it.
public struct ChunkRecord: Hashable, Sendable {
  public var sequence: UInt64
  public var digest: ChunkDigest
  public var byteCount: Int
  public var sampleCount: Int
  public var gapCount: Int
  /// The earliest and the latest time, in nanoseconds since 1970; nil without samples.
  public var times: ClosedRange<Int64>?
  /// Whether every sample is later than the one before it.
  public var isStrictlyIncreasing: Bool
  /// The names of the channels, in order.
  public var channels: [String]

  public init(
    sequence: UInt64, digest: ChunkDigest, byteCount: Int, sampleCount: Int, gapCount: Int,
    times: ClosedRange<Int64>?, isStrictlyIncreasing: Bool, channels: [String]
  ) {
    self.sequence = sequence
    self.digest = digest
    self.byteCount = byteCount
    self.sampleCount = sampleCount
    self.gapCount = gapCount
    self.times = times
    self.isStrictlyIncreasing = isStrictlyIncreasing
    self.channels = channels
  }

  /// The record of a chunk that is being stored.
  public init(_ chunk: CheckedChunk) {
    let summary = chunk.summary
    var times: ClosedRange<Int64>?
    if let first = summary.firstTime, let last = summary.lastTime { times = first...last }
    self.init(
      sequence: chunk.identity.sequence, digest: chunk.digest, byteCount: chunk.bytes.count,
      sampleCount: Int(summary.sampleCount), gapCount: summary.gaps.count, times: times,
      isStrictlyIncreasing: summary.isStrictlyIncreasing,
      channels: summary.header.channels.map(\.name))
  }
}

/// What became of one chunk of a batch.
public enum StoreOutcome: Hashable, Sendable {
  /// It is new and stored.
  case stored(ChunkRecord)
  /// The same bytes were stored before.
  case alreadyStored(ChunkRecord)
  /// Other bytes are stored under its identity. `isKept`: whether these bytes were quarantined.
  case conflict(isKept: Bool)
}

/// Everything about a stream but its samples.
public struct StreamContents: Hashable, Sendable {
  /// By sequence.
  public var chunks: [ChunkRecord]
  /// By sequence, then in the order of the chunk.
  public var gaps: [Gap]
  /// By sequence, then in the order of the chunk.
  public var marks: [Mark]
  /// The sequence of every chunk with other bytes that was quarantined, sorted.
  public var conflicts: [UInt64]

  public init(
    chunks: [ChunkRecord], gaps: [Gap] = [], marks: [Mark] = [], conflicts: [UInt64] = []
  ) {
    self.chunks = chunks
    self.gaps = gaps
    self.marks = marks
    self.conflicts = conflicts
  }
}
