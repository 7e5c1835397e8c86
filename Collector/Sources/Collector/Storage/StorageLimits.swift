/// The limits of what one device can have in a storage, so that it does not slow down the pages and the uploads of
/// others.
public struct StorageLimits: Hashable, Sendable {
  public var streamsPerDevice: Int
  /// The maximum number of different channels in all chunks of a stream.
  public var channelsPerStream: Int
  /// The maximum number of stored samples with which the rows of an import are compared, for each stream.
  public var comparedSamples: Int
  /// The maximum number of chunks from which one answer with samples is made.
  public var chunksPerAnswer: Int
  /// About how many chunks, marks and gaps are read at once when nights are computed.
  package var nightRowsAtOnce = 5_000
  /// The maximum number of chunks, marks and gaps of a night.
  package var rowsPerNight = 1_000_000

  public init(
    streamsPerDevice: Int = 1_000, channelsPerStream: Int = 1_000, comparedSamples: Int = 1 << 22,
    chunksPerAnswer: Int = 100_000
  ) {
    self.streamsPerDevice = streamsPerDevice
    self.channelsPerStream = channelsPerStream
    self.comparedSamples = comparedSamples
    self.chunksPerAnswer = chunksPerAnswer
  }
}

/// The reason why something is not stored or not read: it would exceed one of `StorageLimits`.
public struct LimitExceeded: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case streams, channels, comparedSamples, chunksPerAnswer }

  public var kind: Kind
  public var limit: Int
  public var stream: StreamName

  public init(_ kind: Kind, limit: Int, _ stream: StreamName) {
    self.kind = kind
    self.limit = limit
    self.stream = stream
  }
}
