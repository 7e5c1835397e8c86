import Chunks

/// What one sensor records: its name, its three channels and its rate.
public struct StreamDescription: Hashable, Sendable {
  /// 1 to 64 of the characters `A-Z a-z 0-9 . _ -`, not beginning with a dot.
  public let name: String
  /// Three channels, in the order in which samples are given.
  public let channels: [Channel]
  /// The intended time between two samples, in whole nanoseconds, more than none.
  public let nominalInterval: Duration

  /// Channels x, y and z with one unit.
  ///
  /// Throws: what `ChunkError` says of the name, the unit or the interval.
  public init(name: String, unit: String, nominalInterval: Duration) throws(ChunkError) {
    self.name = name
    var channels: [Channel] = []
    for axis in ["x", "y", "z"] { channels.append(try Channel(name: axis, unit: unit)) }
    self.channels = channels
    self.nominalInterval = nominalInterval
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
