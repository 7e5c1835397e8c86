/// The counter of an accessory's clock that begins again at 0 after its largest number, as a time that goes on.
///
/// ```swift
/// var clock = WrappingCounter(bits: 16, ticksPerSecond: 1_024)
/// clock.seconds(65_000)  // 63.48 s
/// clock.seconds(400)     // 64.39 s
/// ```
/// Call it for every value, at least once in the time that the counter takes to begin again. If the accessory itself
/// begins again, its time seems to have gone on; the collector finds the step.
public struct WrappingCounter: Hashable, Sendable {
  private let largest: UInt64
  private let ticksPerSecond: Double
  private var last: UInt64?
  /// The number of times that the counter has begun again.
  private var rounds: UInt64 = 0

  /// - Parameters:
  ///   - bits: the size of the counter, 1 to 63.
  ///   - ticksPerSecond: more than 0.
  public init(bits: UInt8, ticksPerSecond: Double) {
    precondition((1...63).contains(bits), "a counter has 1 to 63 bits")
    precondition(ticksPerSecond > 0, "a counter needs ticks")
    largest = (UInt64(1) << UInt64(bits)) - 1
    self.ticksPerSecond = ticksPerSecond
  }

  /// Returns the seconds since the counter was 0 for the first time.
  ///
  /// - Parameter count: the value of the counter; higher bits than it has are ignored.
  public mutating func seconds(_ count: UInt64) -> Double {
    let count = count & largest
    if let last, count < last { rounds &+= 1 }
    last = count
    return (Double(rounds) * (Double(largest) + 1) + Double(count)) / ticksPerSecond
  }
}
