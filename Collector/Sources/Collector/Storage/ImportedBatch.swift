import Chunks
import CollectorImports

/// A request of another app, as it is stored: its bytes, and the series that were read from them. Or a part of a file,
/// of which only the series are stored.
public struct ImportedBatch: Sendable {
  public var device: String
  /// nil for a part of a file, which is known by its rows.
  public var request: Request?
  /// Empty if the body is not in the format.
  public var series: [ForeignSeries]
  /// On the clock of the collector, in seconds since 1970.
  public var receivedAt: Int64
  /// The delivery by a broker; nil for a request over HTTP.
  public var delivery: Delivery?

  /// The parts of a request that are kept besides its series.
  public struct Request: Sendable {
    public var format: ForeignFormat
    /// The SHA-256 of what identifies the batch, see `ForeignParser.identityPrefix(for:)`.
    public var digest: [UInt8]
    /// The body of the request, without compression.
    public var body: [UInt8]
    /// Whether the body is not in the format. It is kept, because some apps delete what was refused.
    public var isRefused: Bool
  }

  public init(
    device: String, format: ForeignFormat, digest: [UInt8], body: [UInt8],
    series: [ForeignSeries], isRefused: Bool, receivedAt: Int64
  ) {
    self.device = device
    request = Request(format: format, digest: digest, body: body, isRefused: isRefused)
    self.series = series
    self.receivedAt = receivedAt
  }

  /// Creates a part of a file.
  public init(device: String, partOfFile series: [ForeignSeries], receivedAt: Int64) {
    self.device = device
    self.series = series
    self.receivedAt = receivedAt
  }
}

/// The delivery of a message by a broker that delivers it again until it is acknowledged.
///
/// A message without a time of its own has the same bytes as a later one with the same values. The number of the packet
/// tells them apart: a broker uses it for no other message before it has the acknowledgment, and says that the delivery
/// is repeated (MQTT 3.1.1, sections 2.3.1 and 4.4).
public struct Delivery: Hashable, Sendable {
  /// The session with the broker, in which the numbers of packets have a meaning.
  public var session: String
  /// The number of the packet.
  public var packet: Int
  /// The SHA-256 of the topic and the message.
  public var digest: [UInt8]
  /// Whether the broker says that it may have delivered the message before.
  public var isRepeated: Bool

  public init(session: String, packet: Int, digest: [UInt8], isRepeated: Bool) {
    self.session = session
    self.packet = packet
    self.digest = digest
    self.isRepeated = isRepeated
  }
}

/// The outcome for an imported batch.
public enum ImportOutcome: Hashable, Sendable {
  /// The batch is new. `rows` were written to streams; `repeated` rows were in them before, and the time of `deleted`
  /// rows was deleted.
  case stored(rows: Int, repeated: Int, deleted: Int = 0)
  case alreadyStored
  /// A refused body that is not kept, because too many of the device are kept already.
  case notKept
}

extension CheckedChunk {
  /// Creates a chunk from the rows of a series.
  ///
  /// - Throws: `ChunkError` if a name is not valid, which the parsers prevent.
  public init(_ series: ForeignSeries, identity: ChunkIdentity) throws {
    let channels = try series.channels.map { channel in
      try Channel(name: channel.name, unit: channel.unit ?? "")
    }
    var writer = ChunkWriter(
      header: try ChunkHeader(
        identity: identity, channels: channels,
        nominalInterval: series.interval.map { .nanoseconds($0) }))
    var bytes = writer.headerBytes()
    writer.encode(
      samples: SampleBlock(
        channelCount: channels.count, times: series.times, values: series.values),
      into: &bytes)
    for gap in series.gaps { writer.encode(gap: gap, into: &bytes) }
    for mark in series.marks { writer.encode(mark: mark, into: &bytes) }
    writer.finish(into: &bytes)
    self = try CheckedChunk.check(bytes, digest: ChunkDigest(of: bytes), identity: identity)
  }
}
