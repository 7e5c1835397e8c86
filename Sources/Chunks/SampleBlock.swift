extension Double {
  /// The value of a channel that a sample lacks, although other samples of its chunk have it.
  ///
  /// It is one NaN among 2^53, which no calculation gives and no sensor delivers, and which also fits in a binary32.
  /// Every other NaN is a value that was recorded. Compare with `isAbsent`, because no NaN equals itself.
  public static let absent = Double(bitPattern: 0x7FF8_AB5E_0000_0000)

  /// Whether this is `absent`.
  @inlinable public var isAbsent: Bool { bitPattern == 0x7FF8_AB5E_0000_0000 }
}

/// A series of samples, each with one time and one value per channel.
public struct SampleBlock: Hashable, Sendable {
  /// The number of values in each sample.
  public let channelCount: Int
  /// The times in nanoseconds since 1970, in the order of recording; they need not increase.
  public var times: [Int64]
  /// The values of sample 0, then those of sample 1, and so on: `count * channelCount` of them. A channel that a
  /// sample lacks has the value `Double.absent`.
  public var values: [Double]

  /// Creates an empty block with room for `capacity` samples.
  public init(channelCount: Int, capacity: Int = 0) {
    precondition(channelCount > 0, "a sample has at least one channel")
    self.channelCount = channelCount
    times = []
    values = []
    times.reserveCapacity(capacity)
    values.reserveCapacity(capacity * channelCount)
  }

  /// Creates a block of given samples. Traps when the counts do not match.
  public init(channelCount: Int, times: [Int64], values: [Double]) {
    precondition(channelCount > 0, "a sample has at least one channel")
    precondition(
      values.count == times.count * channelCount, "there must be one value per sample and channel")
    self.channelCount = channelCount
    self.times = times
    self.values = values
  }

  /// The number of samples.
  @inlinable public var count: Int { times.count }
  @inlinable public var isEmpty: Bool { times.isEmpty }

  /// Appends a sample of one channel.
  @inlinable
  public mutating func append(time: Int64, _ value: Double) {
    precondition(channelCount == 1)
    times.append(time)
    values.append(value)
  }

  /// Appends a sample of three channels.
  @inlinable
  public mutating func append(time: Int64, _ x: Double, _ y: Double, _ z: Double) {
    precondition(channelCount == 3)
    times.append(time)
    values.append(x)
    values.append(y)
    values.append(z)
  }

  /// Appends a sample of any number of channels.
  @inlinable
  public mutating func append(time: Int64, _ sample: some Collection<Double>) {
    precondition(sample.count == channelCount, "there must be one value per channel")
    times.append(time)
    values.append(contentsOf: sample)
  }

  /// Removes every sample.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    times.removeAll(keepingCapacity: keepingCapacity)
    values.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Returns whether times and the bits of the values are equal: NaN equals itself, and 0 is not
  /// -0.
  public static func == (left: Self, right: Self) -> Bool {
    left.channelCount == right.channelCount && left.times == right.times
      && left.values.elementsEqual(right.values) { $0.bitPattern == $1.bitPattern }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(times)
    for value in values { hasher.combine(value.bitPattern) }
  }
}
