/// A named, seeded source of random numbers (SplitMix64).
///
/// Every subsystem draws from a stream of its own, made from the root seed and a name. An
/// additional draw in one subsystem therefore does not change the numbers of another.
public struct RandomStream: RandomNumberGenerator, Sendable {
  public internal(set) var state: UInt64

  /// - Parameters:
  ///   - seed: the root seed of the simulation.
  ///   - name: the name of the subsystem that draws from the stream, such as `phone/location`.
  public init(seed: UInt64, name: String) {
    var digest = TraceDigest()
    digest.append(seed)
    digest.append(name)
    state = digest.value
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a whole number in 0..<bound.
  public mutating func next(below bound: UInt64) -> UInt64 {
    bound == 0 ? 0 : next().multipliedFullWidth(by: bound).high
  }

  /// Returns bytes, such as those of a token. Each is a draw.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(next(below: 256)) }
  }

  /// Returns a duration, evenly distributed over the range, in steps of a microsecond.
  public mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    let span = (range.upperBound - range.lowerBound).nanoseconds / 1000
    return range.lowerBound + .microseconds(Int64(next(below: UInt64(span) + 1)))
  }

  /// Returns true in `numerator` of `denominator` draws.
  public mutating func chance(_ numerator: UInt64, in denominator: UInt64) -> Bool {
    next(below: denominator) < numerator
  }
}
