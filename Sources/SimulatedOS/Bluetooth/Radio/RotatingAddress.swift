import VirtualTime

/// The private address under which a phone advertises: another one every so often (BT19). Pure but for
/// its random stream.
struct RotatingAddress {
  private var stream: RandomStream
  private let period: ClosedRange<Duration>
  /// Counts the addresses from 0 on.
  private(set) var current = 0
  private(set) var nextChange: VirtualInstant

  init(_ stream: RandomStream, every period: ClosedRange<Duration>) {
    self.stream = stream
    self.period = period
    nextChange = .start + self.stream.duration(in: period)
  }

  /// The number of the address in use at a moment, which is not before the last one that was asked.
  mutating func number(at now: VirtualInstant) -> Int {
    while nextChange <= now {
      current += 1
      nextChange = nextChange + stream.duration(in: period)
    }
    return current
  }
}
