import Chunks
import OrderedCollections

/// The totals of a stream. The storage keeps them in the transaction that stores a chunk, so that reading
/// them does not depend on the number of chunks.
public struct StreamSummary: Hashable, Sendable {
  public var name: StreamName
  /// In the order in which the chunks with them arrived.
  public var channels: OrderedSet<String>
  public var chunkCount: Int
  public var sampleCount: Int
  public var byteCount: Int
  public var gapCount: Int
  /// The earliest and the latest time, in nanoseconds since 1970; nil without samples.
  public var times: ClosedRange<Int64>?
  /// The lowest and the highest sequence.
  public var sequences: ClosedRange<UInt64>
  /// Whether two samples may have the same time: two chunks share times, or the times of a chunk do not
  /// always increase.
  public var mayRepeatTimes: Bool
  /// The largest difference between the latest and the earliest time of a chunk, in nanoseconds.
  public var longestChunk: Int64
  public var units = StreamUnits()
  /// The number of quarantined chunks.
  public var conflictCount = 0
  /// The number of chunks that are known to be damaged.
  public var damagedCount = 0

  /// The number of sequences between the lowest and the highest one that are not stored.
  public var missingCount: UInt64 {
    let (lowest, highest) = (sequences.lowerBound, sequences.upperBound)
    return (highest - lowest).clampedSubtract(UInt64(max(chunkCount - 1, 0)))
  }

  public init(
    name: StreamName, channels: [String], chunkCount: Int, sampleCount: Int, byteCount: Int,
    gapCount: Int, times: ClosedRange<Int64>?, sequences: ClosedRange<UInt64>,
    mayRepeatTimes: Bool, longestChunk: Int64
  ) {
    self.name = name
    self.channels = OrderedSet(channels)
    self.chunkCount = chunkCount
    self.sampleCount = sampleCount
    self.byteCount = byteCount
    self.gapCount = gapCount
    self.times = times
    self.sequences = sequences
    self.mayRepeatTimes = mayRepeatTimes
    self.longestChunk = longestChunk
  }

  /// Creates the summary of a stream with one chunk.
  public init(_ name: StreamName, _ chunk: ChunkRecord) {
    self.init(
      name: name, channels: chunk.channels, chunkCount: 1, sampleCount: chunk.sampleCount,
      byteCount: chunk.byteCount, gapCount: chunk.gapCount, times: chunk.times,
      sequences: chunk.sequence...chunk.sequence, mayRepeatTimes: !chunk.isStrictlyIncreasing,
      longestChunk: Self.length(of: chunk))
  }

  /// Adds a chunk that was not stored before.
  ///
  /// - Parameter sharesTimes: whether its range of times overlaps that of another chunk.
  public mutating func add(_ chunk: ChunkRecord, sharesTimes: Bool) {
    channels.append(contentsOf: chunk.channels)
    chunkCount = chunkCount.clampedAdd(1)
    sampleCount = sampleCount.clampedAdd(chunk.sampleCount)
    byteCount = byteCount.clampedAdd(chunk.byteCount)
    gapCount = gapCount.clampedAdd(chunk.gapCount)
    if let new = chunk.times {
      times =
        times.map {
          min($0.lowerBound, new.lowerBound)...max($0.upperBound, new.upperBound)
        } ?? new
    }
    sequences =
      min(sequences.lowerBound, chunk.sequence)...max(sequences.upperBound, chunk.sequence)
    longestChunk = max(longestChunk, Self.length(of: chunk))
    if sharesTimes || !chunk.isStrictlyIncreasing { mayRepeatTimes = true }
  }

  /// The earliest time at which a chunk can begin that contains a time.
  package func earliestStart(containing time: Int64) -> Int64 {
    longestChunk == .max ? .min : time.clampedSubtract(longestChunk)
  }

  private static func length(of chunk: ChunkRecord) -> Int64 {
    guard let times = chunk.times else { return 0 }
    return times.upperBound.clampedSubtract(times.lowerBound)
  }
}

/// The numbers of a stream that change with each new chunk.
public struct StreamProgress: Hashable, Sendable {
  public var chunkCount: Int
  /// The earliest and the latest time, in nanoseconds since 1970.
  public var times: ClosedRange<Int64>

  public init(chunkCount: Int, times: ClosedRange<Int64>) {
    self.chunkCount = chunkCount
    self.times = times
  }
}

/// The chunks of a stream that may contain the samples of a range of times.
public struct StreamPart: Hashable, Sendable {
  /// Every channel of the whole stream.
  public var channels: [String]
  /// The intact ones, sorted by sequence.
  public var chunks: [ChunkRecord] = []
  /// The sequences of chunks that are damaged and may have belonged to the range, sorted.
  public var damaged: [UInt64] = []

  public init(channels: [String]) { self.channels = channels }
}

/// The channels of some chunks of a stream.
public struct StreamChannels: Hashable, Sendable {
  /// In the order in which they came to the stream.
  public var names: [String]
  /// The unit of each channel; empty text for none.
  public var units: [String]
  /// The nominal interval of the latest chunk in nanoseconds; nil if there is none.
  public var interval: Int64?

  public init(names: [String], _ units: StreamUnits) {
    self.names = names
    self.units = names.map(units.unit)
    interval = units.interval
  }

  /// Returns the unit of a channel; empty text if it has none, or if there is no such channel.
  func unit(of channel: String) -> String {
    names.firstIndex(of: channel).map { units[$0] } ?? ""
  }
}

extension CollectorStorage {
  /// Returns the channels of an answer: those of the whole stream, or if there are limits, of the chunks within them.
  ///
  /// - Parameter all: every channel of the stream.
  func channels(
    of name: StreamName, _ all: [String], within limits: NightSpan?
  ) async throws(StorageError) -> StreamChannels {
    if let limits { return try await channels(of: name, in: limits.times) }
    return StreamChannels(names: all, try await units(of: name))
  }
}
