import Chunks

/// What one sensor records: its name, its channels, and when its samples are due.
public struct StreamDescription: Hashable, Sendable {
  /// 1 to 64 of the characters `A-Z a-z 0-9 . _ -`, not beginning with a dot.
  public let name: String
  /// 1 to 16 channels, in the order in which the values of a sample are given.
  public let channels: [Channel]
  /// The intended time between two samples, in whole nanoseconds; nil for samples that come when
  /// something happens.
  public let nominalInterval: Duration?
  /// The longest time between two samples that is no gap.
  public let timeout: Duration

  /// Samples at a fixed rate: channels x, y and z with one unit.
  ///
  /// A step of more than one and a half intervals is a gap. Throws: what `ChunkError` says of the
  /// name, the unit or the interval.
  public init(name: String, unit: String, nominalInterval: Duration) throws(ChunkError) {
    self.name = name
    var channels: [Channel] = []
    for axis in ["x", "y", "z"] { channels.append(try Channel(name: axis, unit: unit)) }
    self.channels = channels
    self.nominalInterval = nominalInterval
    timeout = nominalInterval + nominalInterval / 2
    _ = try header(of: ChunkIdentity(device: "any", stream: name, sequence: 0))
  }

  /// Samples that come when something happens: a gap is what the source says, or a long silence.
  ///
  /// - Parameter timeout: more than none; as long as the source may have nothing to say.
  /// - Throws: what `ChunkError` says of the name or the channels; `invalidInterval` for the silence.
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

  /// The header of a chunk of this stream.
  func header(of chunk: ChunkIdentity) throws(ChunkError) -> ChunkHeader {
    try ChunkHeader(identity: chunk, channels: channels, nominalInterval: nominalInterval)
  }
}

extension Duration {
  /// In nanoseconds; a part of a nanosecond is cut off.
  ///
  /// Traps beyond 292 years.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
