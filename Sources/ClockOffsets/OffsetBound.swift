/// A bound for the offset of a clock at one of its times. The offset is the time of the clock minus that of the
/// reference clock: above 0 if the clock is ahead.
public struct OffsetBound: Hashable, Sendable {
  public enum Side: Hashable, Sendable {
    /// The offset is at least the bound's.
    case lowest
    /// The offset is at most the bound's.
    case highest
  }

  /// The time of the clock, in nanoseconds.
  public var time: Int64
  /// In nanoseconds.
  public var offset: Int64
  public var side: Side

  public init(_ side: Side, _ offset: Int64, at time: Int64) {
    self.side = side
    self.offset = offset
    self.time = time
  }

  /// The largest magnitude of a time, and of an offset, that counts: half of the largest number, which is the year
  /// 2116 for times since 1970. The difference of two such numbers fits into 64 bits.
  public static let magnitudeMax: UInt64 = UInt64(Int64.max / 2)

  /// Whether both numbers are small enough to count.
  var isUsable: Bool {
    time.magnitude <= Self.magnitudeMax && offset.magnitude <= Self.magnitudeMax
  }
}

/// A message from a clock to a reference clock and the answer, each stamped when it was sent and when it arrived, as
/// in NTP. All stamps are nanoseconds.
public struct ClockExchange: Hashable, Sendable {
  /// The time of the clock at which the message was sent, or an earlier one.
  public var sent: Int64
  /// The time of the reference clock at which the message had arrived.
  public var arrived: Int64
  /// The time of the reference clock at which the answer was sent, or an earlier one.
  public var answered: Int64
  /// The time of the clock at which the answer had arrived.
  public var returned: Int64

  /// Creates an exchange; nil if no offset can explain it, or if a stamp is too large to count
  /// (`OffsetBound.magnitudeMax`).
  public init?(sent: Int64, arrived: Int64, answered: Int64, returned: Int64) {
    let stamps = [sent, arrived, answered, returned]
    guard stamps.allSatisfy({ $0.magnitude <= OffsetBound.magnitudeMax }), sent <= returned,
      arrived <= answered, sent - arrived <= returned - answered
    else { return nil }
    self.sent = sent
    self.arrived = arrived
    self.answered = answered
    self.returned = returned
  }

  /// The offset was at least this when the message was sent: the message arrived after that.
  public var lowest: Int64 { sent - arrived }
  /// The offset was at most this when the answer arrived: the answer was sent before that.
  public var highest: Int64 { returned - answered }
  /// The time that both messages were under way, which is the distance of the two bounds.
  public var width: UInt64 { UInt64(bitPattern: highest &- lowest) }

  public var bounds: [OffsetBound] {
    [OffsetBound(.lowest, lowest, at: sent), OffsetBound(.highest, highest, at: returned)]
  }
}

extension Int64 {
  /// The sum, or the nearest number that fits.
  package func clampedAdd(_ other: Int64) -> Int64 {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that fits.
  package func clampedSubtract(_ other: Int64) -> Int64 {
    let (difference, isOverflow) = subtractingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .max : .min) : difference
  }

  /// The nearest number to a floating-point number that is not NaN.
  init(nearest value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
