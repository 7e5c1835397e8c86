import Chunks

/// Rows of one stream, by time.
public struct ForeignSeries: Sendable {
  /// The name of the stream, which follows the rule of `ChunkIdentity.stream`.
  public let stream: String
  /// The name in the app, for people: `cpu,host=tower`. It may contain any character.
  public let label: String
  /// The channels, 1 to 16 with different names: first the documented ones, then others by name.
  public let channels: [ForeignChannel]
  /// The time of each row in nanoseconds since 1970-01-01 UTC, ascending; times may repeat.
  public private(set) var times: [Int64]
  /// The values row by row, `Double.absent` if a row has no value for a channel. All other values are finite.
  public private(set) var values: [Double]
  /// The nominal interval in nanoseconds; nil if there is none.
  public var interval: Int64?
  /// The gaps between the rows.
  public var gaps: [Gap] = []
  public var marks: [Mark] = []

  package init(
    stream: String, label: String, channels: [ForeignChannel], times: [Int64], values: [Double]
  ) {
    precondition(values.count == times.count * channels.count, "A row has one value per channel")
    self.stream = stream
    self.label = label
    self.channels = channels
    self.times = times
    self.values = values
  }
}

/// One channel of a series.
public struct ForeignChannel: Hashable, Sendable {
  /// The name, which follows the rule of a channel of a chunk.
  public let name: String
  /// The unit if the documentation of the app states one, otherwise nil.
  public let unit: String?

  package init(name: String, unit: String?) {
    self.name = name
    self.unit = unit
  }
}

/// The identity of a row: its time and its values by channel.
///
/// An app that received no answer sends its points again, possibly together with new ones. A row is
/// a duplicate only if the stream has a row with the same time and the same bits for the same
/// channels. The time alone is not enough: the times of Overland and OwnTracks are whole seconds,
/// and two different points may have the same one.
public struct ForeignRowIdentity: Hashable, Sendable {
  public let time: Int64
  /// The values that are not NaN, by channel name. A value of an app is never NaN; absent ones are.
  public let cells: [Cell]

  public struct Cell: Hashable, Sendable {
    public let channel: String
    public let bitPattern: UInt64
  }

  /// Creates the identity of a row, for instance of one that is read from a stored chunk.
  public init(time: Int64, values: some Sequence<(channel: String, value: Double)>) {
    self.time = time
    cells = values.filter { !$0.value.isNaN }
      .map { Cell(channel: $0.channel, bitPattern: $0.value.bitPattern) }
      .sorted { ($0.channel, $0.bitPattern) < ($1.channel, $1.bitPattern) }
  }
}

extension ForeignSeries {
  /// Returns the identity of a row.
  public func identity(ofRow row: Int) -> ForeignRowIdentity {
    let width = channels.count
    return ForeignRowIdentity(
      time: times[row],
      values: channels.indices.lazy.map { column in
        (channels[column].name, values[row * width + column])
      })
  }

  /// Removes the rows that are already stored.
  ///
  /// - Parameter stored: the identities of all rows of the stream from the first to the last of
  ///   `times`, both included.
  /// - Returns: The number of removed rows.
  public mutating func removeRows(in stored: Set<ForeignRowIdentity>) -> Int {
    guard !stored.isEmpty else { return 0 }
    let width = channels.count
    let kept = times.indices.filter { !stored.contains(identity(ofRow: $0)) }
    let removed = times.count - kept.count
    guard removed > 0 else { return 0 }
    values = kept.flatMap { values[$0 * width..<($0 + 1) * width] }
    times = kept.map { times[$0] }
    return removed
  }

  /// Removes all rows, because a stored chunk has exactly these.
  public mutating func removeAllRows() { (times, values) = ([], []) }

  /// Whether samples are the rows, with the same channels in the same order, bit by bit.
  public func hasSameRows(_ samples: SampleBlock, channels names: [String]) -> Bool {
    names == channels.map(\.name) && samples.times == times
      && samples.values.elementsEqual(values) { $0.bitPattern == $1.bitPattern }
  }
}
