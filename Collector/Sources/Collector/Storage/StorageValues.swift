import Chunks

/// The metadata of a stored chunk.
public struct ChunkRecord: Hashable, Sendable {
  public var sequence: UInt64
  public var digest: ChunkDigest
  public var byteCount: Int
  public var sampleCount: Int
  public var gapCount: Int
  /// The earliest and the latest time, in nanoseconds since 1970; nil without samples.
  public var times: ClosedRange<Int64>?
  /// Whether every sample is later than the previous one.
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

  /// Creates the record of a chunk that is being stored.
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

extension ChunkRecord {
  /// Whether a sample of the chunk can be in a range of times.
  ///
  /// - Parameters:
  ///   - from: the earliest time, in nanoseconds since 1970.
  ///   - to: the first time after the range; nil for no end.
  public func mayContain(from: Int64, to: Int64?) -> Bool {
    guard let times else { return false }
    return times.upperBound >= from && to.map { times.lowerBound < $0 } ?? true
  }
}

/// The outcome for one chunk of a batch.
public enum StoreOutcome: Hashable, Sendable {
  /// The chunk is new and was stored.
  case stored(ChunkRecord)
  /// The same bytes were already stored.
  case alreadyStored(ChunkRecord)
  /// The same bytes were stored before, but were damaged since then. Now they are stored again.
  case repaired(ChunkRecord)
  /// The chunk is not stored, because its time was deleted.
  case deleted(ChunkRecord)
  /// Different bytes are already stored under the chunk's identity. `isQuarantined` is true if the
  /// new bytes were quarantined.
  case conflict(isQuarantined: Bool)
  /// The chunk is not stored, because it would exceed a limit.
  case refused(LimitExceeded)
  /// The chunk is not stored, because something else of its device is being written, for which the batch does not wait.
  case deviceIsBusy
}

/// The contents of a stream without its samples.
public struct StreamContents: Hashable, Sendable {
  /// Sorted by sequence.
  public var chunks: [ChunkRecord]
  /// Sorted by sequence, then by the order in the chunk.
  public var gaps: [Gap]
  /// Sorted by sequence, then by the order in the chunk.
  public var marks: [Mark]
  /// The sequences of all quarantined chunks, sorted.
  public var conflicts: [UInt64]
  /// The sequences of the chunks that are known to be damaged, sorted. `chunks` has what is known of them,
  /// if that can be read.
  public var damaged: [UInt64]
  /// The time of the first mark, or without marks of the first gap; nil if there is none.
  package var firstMoment: Int64?
  /// The sequences of chunks after which `chunks` leaves out some that are stored.
  package var cuts: Set<UInt64> = []

  public init(
    chunks: [ChunkRecord], gaps: [Gap] = [], marks: [Mark] = [], conflicts: [UInt64] = [],
    damaged: [UInt64] = []
  ) {
    firstMoment = marks.first?.time ?? gaps.first?.start
    self.chunks = chunks
    self.gaps = gaps
    self.marks = marks
    self.conflicts = conflicts
    self.damaged = damaged
  }
}
