import Chunks

/// The description of the stream that one sensor records: its name, its channels, and the timing of
/// its samples.
public struct StreamDescription: Hashable, Sendable {
  /// 1 to 64 of the characters `A-Z a-z 0-9 . _ -`, not beginning with a dot.
  public let name: String
  /// 1 to 16 channels, in the order of the values in a sample.
  public let channels: [Channel]
  /// The intended time between two samples, in whole nanoseconds; nil when samples follow events.
  public let nominalInterval: Duration?
  /// The longest time between two samples that is not a gap.
  public let timeout: Duration

  /// Describes samples at a fixed rate, with the channels x, y and z in one unit.
  ///
  /// A step of more than 1.5 intervals is a gap.
  ///
  /// - Throws: `ChunkError` for an invalid name, unit or interval.
  public init(name: String, unit: String, nominalInterval: Duration) throws(ChunkError) {
    var channels: [Channel] = []
    for axis in ["x", "y", "z"] { channels.append(try Channel(name: axis, unit: unit)) }
    try self.init(name: name, channels: channels, nominalInterval: nominalInterval)
  }

  /// Describes samples at a fixed rate, with any channels.
  ///
  /// A step of more than 1.5 intervals is a gap.
  ///
  /// - Throws: `ChunkError` for an invalid name, channels or interval.
  public init(
    name: String, channels: [Channel], nominalInterval: Duration
  ) throws(ChunkError) {
    guard nominalInterval > .zero else { throw .invalidInterval }
    self.name = name
    self.channels = channels
    self.nominalInterval = nominalInterval
    timeout = nominalInterval + nominalInterval / 2
    _ = try header(of: ChunkIdentity(device: "any", stream: name, sequence: 0))
  }

  /// Describes samples that are delivered when events happen. A gap is a failure that the source
  /// reports, or a time without samples that is longer than the timeout.
  ///
  /// - Parameter timeout: more than zero, and at least the longest time without events.
  /// - Throws: `ChunkError` for an invalid name or channels; `invalidInterval` for an invalid
  ///   timeout.
  public init(
    name: String, channels: [Channel], timeout: Duration
  ) throws(ChunkError) {
    guard timeout > .zero else { throw .invalidInterval }
    self.name = name
    self.channels = channels
    nominalInterval = nil
    self.timeout = timeout
    _ = try header(of: ChunkIdentity(device: "any", stream: name, sequence: 0))
  }

  /// Returns the header of a chunk of this stream.
  func header(of chunk: ChunkIdentity) throws(ChunkError) -> ChunkHeader {
    try ChunkHeader(identity: chunk, channels: channels, nominalInterval: nominalInterval)
  }
}

extension Duration {
  /// A hundred years: 64 bits have room for 292 years of nanoseconds, and a time may be added.
  static let longest = Duration.seconds(longestSeconds)
  static let longestSeconds: Double = 100 * 365 * 86_400

  /// The duration in nanoseconds, rounded toward zero, but at most a hundred years, forward or back.
  var nanoseconds: Int64 {
    let parts = min(max(self, .zero - Self.longest), Self.longest).components
    return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
  }
}
