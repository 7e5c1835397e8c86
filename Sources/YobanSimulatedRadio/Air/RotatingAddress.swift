import YobanVirtualTime

/// The private address that a phone advertises with, which changes at random intervals (BT19). It
/// has no side effects except on its random stream.
package struct RotatingAddress {
  private var stream: RandomStream
  private let period: ClosedRange<Duration>
  /// The number of the current address; the first is 0.
  package private(set) var current = 0
  package private(set) var nextChange: VirtualInstant

  package init(_ stream: RandomStream, every period: ClosedRange<Duration>) {
    self.stream = stream
    self.period = period
    nextChange = .start + self.stream.duration(in: period)
  }

  /// Returns the number of the address in use at a moment. The moment must not be before that of
  /// the previous call.
  package mutating func number(at now: VirtualInstant) -> Int {
    while nextChange <= now {
      current += 1
      nextChange = nextChange + stream.duration(in: period)
    }
    return current
  }
}
