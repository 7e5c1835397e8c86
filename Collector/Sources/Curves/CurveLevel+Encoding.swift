import Varints

/// The stored form of a level, version 1.
///
/// | Field | Form |
/// | --- | --- |
/// | version | one byte, 1 |
/// | channels, typical step, buckets | varints |
/// | per bucket: first time minus the last time of the previous bucket (at first: minus 0) | zigzag varint |
/// | per bucket: last time minus first time | varint |
/// | per bucket and channel: minimum, maximum; two NaN if there are none | `Float`, little-endian |
///
/// A varint has 7 bits per byte, the lowest first; the highest bit of a byte means that more follow.
/// Differences of times wrap around, so that every pair of times can be encoded.
extension CurveLevel {
  private static let version: UInt8 = 1
  private static let channelsMax = 65_535

  /// The bytes from which `init?(encoded:)` makes the same level.
  public var encoded: [UInt8] {
    var bytes: [UInt8] = [Self.version]
    bytes.reserveCapacity(16 + buckets.count * (10 + channelCount * 8))
    bytes.appendVarint(UInt64(channelCount))
    bytes.appendVarint(UInt64(step))
    bytes.appendVarint(UInt64(buckets.count))
    var previous: Int64 = 0
    for bucket in buckets {
      bytes.appendZigzag(bucket.firstTime &- previous)
      bytes.appendVarint(SampleStep.distance(from: bucket.firstTime, to: bucket.lastTime))
      for range in bucket.ranges {
        Self.append(range.map { Float($0.lowerBound) } ?? .nan, to: &bytes)
        Self.append(range.map { Float($0.upperBound) } ?? .nan, to: &bytes)
      }
      previous = bucket.lastTime
    }
    return bytes
  }

  /// Decodes a level; nil if the bytes are not exactly one level.
  public init?(encoded bytes: [UInt8]) {
    var reader = VarintReader(bytes)
    guard reader.byte() == Self.version,
      let channels = reader.varint(), channels <= Self.channelsMax,
      let step = reader.varint(), step <= Int64.max,
      let count = reader.varint(),
      // A bucket has at least two bytes for its times.
      count <= UInt64(reader.remaining) / (2 + channels * 8)
    else { return nil }
    var buckets: [CurveBucket] = []
    buckets.reserveCapacity(Int(count))
    var previous: Int64 = 0
    for _ in 0..<count {
      guard let bucket = reader.bucket(Int(channels), after: previous, step: Int64(step)) else {
        return nil
      }
      buckets.append(bucket)
      previous = bucket.lastTime
    }
    guard reader.remaining == 0 else { return nil }
    self.init(channelCount: Int(channels), step: Int64(step), buckets: buckets)
  }

  private static func append(_ number: Float, to bytes: inout [UInt8]) {
    let pattern = number.bitPattern
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt32(shift)))
    }
  }
}

extension VarintReader {
  fileprivate mutating func float() -> Float? {
    guard remaining >= 4 else { return nil }
    var pattern: UInt32 = 0
    for index in 0..<4 { pattern |= UInt32(bytes[position + index]) << UInt32(index * 8) }
    position += 4
    return Float(bitPattern: pattern)
  }

  fileprivate mutating func bucket(_ channels: Int, after previous: Int64, step: Int64)
    -> CurveBucket?
  {
    guard let difference = zigzag(), let length = varint() else { return nil }
    let firstTime = previous &+ difference
    let lastTime = firstTime &+ Int64(bitPattern: length)
    guard firstTime <= lastTime else { return nil }
    var ranges: [ClosedRange<Double>?] = []
    ranges.reserveCapacity(channels)
    for _ in 0..<channels {
      guard let low = float(), let high = float() else { return nil }
      if low.isNaN, high.isNaN {
        ranges.append(nil)
      } else {
        guard low.isFinite, high.isFinite, low <= high else { return nil }
        ranges.append(Double(low)...Double(high))
      }
    }
    return CurveBucket(firstTime: firstTime, lastTime: lastTime, step: step, ranges: ranges)
  }
}
