/// A point in a simulation's time, as nanoseconds since the simulation began.
///
/// Apps cannot read it: an app reads its device's wall and monotonic clocks, which are this value
/// plus the device's offsets.
public struct VirtualInstant: Comparable, Hashable, Codable, Sendable, CustomStringConvertible {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The beginning of the simulation.
  public static let start = VirtualInstant(nanoseconds: 0)
  /// A time later than any that a simulation reaches (292 years).
  public static let distantFuture = VirtualInstant(nanoseconds: .max)

  public static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (a: Self, b: Duration) -> Self { a.advanced(by: b) }
  public static func - (a: Self, b: Duration) -> Self { a.advanced(by: .zero - b) }
  public static func - (a: Self, b: Self) -> Duration { b.duration(to: a) }

  /// Returns the instant a duration later; `start` or `distantFuture` if that is out of range.
  public func advanced(by duration: Duration) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return overflow ? (duration < .zero ? .start : .distantFuture) : Self(nanoseconds: sum)
  }

  public func duration(to other: Self) -> Duration {
    .nanoseconds(other.nanoseconds - nanoseconds)
  }

  /// Hours, minutes, seconds and milliseconds since the start: `07:03:12.250`.
  public var description: String {
    let ms = nanoseconds / 1_000_000
    return
      "\(pad(ms / 3_600_000, 2)):\(pad(ms / 60_000 % 60, 2)):\(pad(ms / 1000 % 60, 2)).\(pad(ms % 1000, 3))"
  }
}

private func pad(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Duration {
  /// The whole nanoseconds of this duration, limited to the range of `Int64`.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow2 ? (seconds < 0 ? .min : .max) : sum
  }

  /// This duration in seconds.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
