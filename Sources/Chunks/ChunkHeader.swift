/// One number of every sample: its name and its unit.
public struct Channel: Hashable, Sendable {
  /// 1 to 32 of the characters `A-Z a-z 0-9 . _ -`: `x`, for instance.
  public let name: String
  /// At most 16 bytes of UTF-8 without control characters: `g`, `rad/s`; empty for none.
  public let unit: String

  /// Throws `.invalidName`.
  public init(name: String, unit: String = "") throws(ChunkError) {
    try ChunkError.NameKind.channel.validate(name)
    try ChunkError.NameKind.unit.validate(unit)
    self.name = name
    self.unit = unit
  }
}

/// What a chunk says about itself before its first block.
public struct ChunkHeader: Hashable, Sendable {
  public let identity: ChunkIdentity
  /// 1 to 16 channels with different names.
  public let channels: [Channel]
  /// The intended time between two samples, in whole nanoseconds; nil where there is none.
  public let nominalInterval: Duration?

  /// Throws `.channelCount`, `.repeatedChannel` or `.invalidInterval`.
  public init(
    identity: ChunkIdentity, channels: [Channel], nominalInterval: Duration? = nil
  ) throws(ChunkError) {
    guard (1...16).contains(channels.count) else { throw .channelCount(channels.count) }
    var names: Set<String> = []
    for channel in channels where !names.insert(channel.name).inserted {
      throw .repeatedChannel(channel.name)
    }
    if let nominalInterval {
      guard let nanoseconds = nominalInterval.wholeNanoseconds, nanoseconds > 0 else {
        throw .invalidInterval
      }
    }
    self.identity = identity
    self.channels = channels
    self.nominalInterval = nominalInterval
  }
}

extension Duration {
  /// The duration in nanoseconds, or nil when it is not a whole number that fits.
  var wholeNanoseconds: Int64? {
    let (seconds, attoseconds) = components
    guard attoseconds % 1_000_000_000 == 0 else { return nil }
    let (billions, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowInSum) = billions.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowInSum ? nil : sum
  }
}
