/// The contents of the archive of a night, apart from the samples.
///
/// All times are in nanoseconds since 1970 UTC.
public struct ArchivedNight: Hashable, Sendable {
  public var device: String
  public var start: Int64
  public var end: Int64
  /// Whether the recording has no stop, because it still continues or was interrupted.
  public var isOpen: Bool
  /// The version of the collector that writes the archive.
  public var collectorVersion: String
  public var streams: [ArchivedStream]
  public var gaps: [ArchivedGap]
  public var marks: [ArchivedMark]
  public var missing: [MissingChunks]
  public var chunks: [ArchivedChunk]
  /// The offsets of the clocks of the device and of its accessories.
  public var clocks: [ArchivedClockPoint]
  public var jumps: [ArchivedJump]

  public init(
    device: String, start: Int64, end: Int64, isOpen: Bool = false, collectorVersion: String,
    streams: [ArchivedStream], gaps: [ArchivedGap] = [], marks: [ArchivedMark] = [],
    missing: [MissingChunks] = [], chunks: [ArchivedChunk] = [],
    clocks: [ArchivedClockPoint] = [], jumps: [ArchivedJump] = []
  ) {
    self.device = device
    self.start = start
    self.end = end
    self.isOpen = isOpen
    self.collectorVersion = collectorVersion
    self.streams = streams
    self.gaps = gaps
    self.marks = marks
    self.missing = missing
    self.chunks = chunks
    self.clocks = clocks
    self.jumps = jumps
  }
}

/// A time on the clock of the collector, in nanoseconds.
public struct ArchivedTime: Hashable, Sendable {
  public var time: Int64
  /// The true time is at most this much earlier or later.
  public var uncertainty: Int64

  public init(_ time: Int64, uncertainty: Int64) {
    self.time = time
    self.uncertainty = uncertainty
  }
}

/// The offset of a clock at one of its times. Between two points of a clock, it changes evenly.
public struct ArchivedClockPoint: Hashable, Sendable {
  /// The stream whose accessory has the clock; nil for the clock of the device, which the times of samples show.
  public var stream: String?
  /// In nanoseconds, as the others. Of an accessory, what its own clock showed.
  public var time: Int64
  /// The time of the clock minus that of the collector; of an accessory minus that of the device.
  public var offset: Int64
  /// The true offset is at most this much less or more.
  public var uncertainty: Int64

  public init(stream: String?, time: Int64, offset: Int64, uncertainty: Int64) {
    self.stream = stream
    self.time = time
    self.offset = offset
    self.uncertainty = uncertainty
  }
}

/// A step of a clock.
public struct ArchivedJump: Hashable, Sendable {
  /// The clock, such as `wall`.
  public var clock: String
  /// The stream whose accessory has the clock; nil for a clock of the device.
  public var stream: String?
  /// The time of the samples from which on the clock shows the new time.
  public var time: Int64
  /// By how much the clock went ahead, in nanoseconds; nil if this is not known.
  public var amount: Int64?

  public init(clock: String, stream: String?, time: Int64, amount: Int64?) {
    self.clock = clock
    self.stream = stream
    self.time = time
    self.amount = amount
  }
}

/// A stream of a night.
public struct ArchivedStream: Hashable, Sendable {
  public var name: String
  /// Every channel of the stream, in the order of the columns.
  public var channels: [ArchivedChannel]
  /// The nominal time between two samples in nanoseconds; nil if there is none.
  public var interval: Int64?
  /// The number of samples in the archive. `NightFile.finish()` returns the exact number.
  public var sampleCount: Int
  /// The earliest and the latest time of these samples; nil without samples.
  public var times: ClosedRange<Int64>?
  /// Whether the archive has a Parquet file of the stream. It has none if a channel has the name
  /// `time_ns`.
  public var hasParquet: Bool

  public init(
    name: String, channels: [ArchivedChannel], interval: Int64? = nil, sampleCount: Int = 0,
    times: ClosedRange<Int64>? = nil, hasParquet: Bool = true
  ) {
    self.name = name
    self.channels = channels
    self.interval = interval
    self.sampleCount = sampleCount
    self.times = times
    self.hasParquet = hasParquet
  }
}

/// A channel of a stream.
public struct ArchivedChannel: Hashable, Sendable {
  public var name: String
  /// Empty if there is none.
  public var unit: String

  public init(_ name: String, unit: String = "") {
    self.name = name
    self.unit = unit
  }
}

/// A period without samples. Samples are missing strictly between its two times.
public struct ArchivedGap: Hashable, Sendable {
  public var stream: String
  public var start: Int64
  /// Before `start` if the clock was set back.
  public var end: Int64
  public var cause: String

  public init(stream: String, start: Int64, end: Int64, cause: String) {
    self.stream = stream
    self.start = start
    self.end = end
    self.cause = cause
  }
}

/// A named point in time.
public struct ArchivedMark: Hashable, Sendable {
  public var stream: String
  public var time: Int64
  public var name: String

  public init(stream: String, time: Int64, name: String) {
    self.stream = stream
    self.time = time
    self.name = name
  }
}

/// Chunks with consecutive sequence numbers that have not arrived, although a later one has.
public struct MissingChunks: Hashable, Sendable {
  public var stream: String
  public var firstSequence: UInt64
  public var lastSequence: UInt64

  public init(stream: String, firstSequence: UInt64, lastSequence: UInt64) {
    self.stream = stream
    self.firstSequence = firstSequence
    self.lastSequence = lastSequence
  }
}

/// A chunk from which the archive was written.
public struct ArchivedChunk: Hashable, Sendable {
  public var stream: String
  public var sequence: UInt64
  /// The SHA-256 of its bytes in hexadecimal digits.
  public var sha256: String
  public var byteCount: Int
  public var sampleCount: Int
  /// The earliest and the latest time of its samples; nil without samples.
  public var times: ClosedRange<Int64>?
  /// Whether the collector can no longer read the chunk. Its samples are not in the archive.
  public var isDamaged: Bool

  public init(
    stream: String, sequence: UInt64, sha256: String, byteCount: Int, sampleCount: Int,
    times: ClosedRange<Int64>?, isDamaged: Bool = false
  ) {
    self.stream = stream
    self.sequence = sequence
    self.sha256 = sha256
    self.byteCount = byteCount
    self.sampleCount = sampleCount
    self.times = times
    self.isDamaged = isDamaged
  }
}
