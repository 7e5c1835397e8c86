import VirtualTime

/// What a peripheral asks of a connection, and whether iOS grants it (BT17).
public struct ConnectionParameters: Sendable, Hashable {
  /// In steps of 1.25 ms in the protocol; any length here.
  public var intervalMin: Duration
  public var intervalMax: Duration
  /// How many connection events the peripheral may skip.
  public var latency: Int
  public var supervisionTimeout: Duration

  public init(
    intervalMin: Duration, intervalMax: Duration, latency: Int, supervisionTimeout: Duration
  ) {
    self.intervalMin = intervalMin
    self.intervalMax = intervalMax
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }

  /// Whether every clause of the guidelines holds (BT17).
  func isAcceptable(by guidelines: ConnectionGuidelines) -> Bool {
    let step = guidelines.intervalStep
    guard (0...guidelines.longestLatency).contains(latency) else { return false }
    guard guidelines.supervisionTimeout.contains(supervisionTimeout) else { return false }
    guard intervalMin >= step, intervalMin.nanoseconds % step.nanoseconds == 0 else { return false }
    guard intervalMax >= intervalMin + step || (intervalMin == step && intervalMax == step) else {
      return false
    }
    let longest = intervalMax * (latency + 1)
    return longest <= guidelines.longestPause && longest * 3 < supervisionTimeout
  }
}

/// Apple's Accessory Design Guidelines for connection parameters (BT17).
public struct ConnectionGuidelines: Sendable, Hashable, CustomStringConvertible {
  /// The least interval; every shortest interval is a multiple of it.
  public var intervalStep: Duration
  /// How many connection events a peripheral may skip at most.
  public var longestLatency: Int
  public var supervisionTimeout: ClosedRange<Duration>
  /// The longest time between two events that the peripheral does not skip; the supervision timeout is
  /// more than three times as long.
  public var longestPause: Duration

  static let apple = ConnectionGuidelines(
    intervalStep: .milliseconds(15), longestLatency: 30,
    supervisionTimeout: .seconds(2)...(.seconds(6)), longestPause: .seconds(2))

  public var description: String {
    "multiples of \(PlatformValue(intervalStep)), latency to \(longestLatency), supervision \(PlatformValue(supervisionTimeout)), pause to \(PlatformValue(longestPause))"
  }
}
