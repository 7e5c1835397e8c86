/// Where the columns of an answer are in the rows of its chunks, whose channels may differ.
struct ChannelPlaces: Sendable {
  /// The channels of the answer.
  let columns: [String]
  private var channels: [String]?
  private var known: [Int?] = []

  init(columns: [String]) { self.columns = columns }

  /// Returns the place of each column in a row of a chunk; nil if the chunk does not have it.
  mutating func places(of channels: [String]) -> [Int?] {
    if channels != self.channels {
      let indexes = Dictionary(
        zip(channels, channels.indices), uniquingKeysWith: { first, _ in first })
      known = columns.map { indexes[$0] }
      self.channels = channels
    }
    return known
  }
}
