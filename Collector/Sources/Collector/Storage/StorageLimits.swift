/// The limits of what one device can have in a storage, so that it does not slow down the pages and the uploads of
/// others.
public struct StorageLimits: Hashable, Sendable {
  public var streamsPerDevice: Int
  /// The maximum number of different channels in all chunks of a stream.
  public var channelsPerStream: Int
  /// The maximum number of stored samples with which the rows of an import are compared, for each stream.
  public var comparedSamples: Int

  public init(
    streamsPerDevice: Int = 1_000, channelsPerStream: Int = 1_000, comparedSamples: Int = 1 << 22
  ) {
    self.streamsPerDevice = streamsPerDevice
    self.channelsPerStream = channelsPerStream
    self.comparedSamples = comparedSamples
  }
}

/// The reason why something is not stored: it would exceed one of `StorageLimits`.
public struct LimitExceeded: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case streams, channels, comparedSamples }

  public var kind: Kind
  public var limit: Int
  public var stream: StreamName

  public init(_ kind: Kind, limit: Int, _ stream: StreamName) {
    self.kind = kind
    self.limit = limit
    self.stream = stream
  }
}
