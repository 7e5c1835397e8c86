/// One channel of a stream: each sample has one value for it.
public struct Channel: Hashable, Sendable {
  /// The name: 1 to 32 of the characters `A-Z a-z 0-9 . _ -`, for instance `x`.
  public let name: String
  /// The unit: at most 16 bytes of UTF-8 without control characters, for instance `g` or `rad/s`;
  /// empty for none.
  public let unit: String

  /// - Throws: `.invalidName`.
  public init(name: String, unit: String = "") throws(ChunkError) {
    try ChunkError.NameKind.channel.validate(name)
    try ChunkError.NameKind.unit.validate(unit)
    self.name = name
    self.unit = unit
  }
}

/// The header of a chunk: its identity, channels and nominal interval.
public struct ChunkHeader: Hashable, Sendable {
  public let identity: ChunkIdentity
  /// The channels, 1 to 16 with different names.
  public let channels: [Channel]
  /// The intended time between two samples, in whole nanoseconds; nil if there is none.
  public let nominalInterval: Duration?

  /// - Throws: `.channelCount`, `.repeatedChannel` or `.invalidInterval`.
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
  /// The duration in nanoseconds; nil when it is not a whole number or does not fit.
  var wholeNanoseconds: Int64? {
    let (seconds, attoseconds) = components
    guard attoseconds % 1_000_000_000 == 0 else { return nil }
    let (billions, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowInSum) = billions.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflowInSum ? nil : sum
  }
}
