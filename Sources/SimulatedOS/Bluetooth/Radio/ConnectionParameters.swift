import VirtualTime

/// The parameters that a peripheral requests for a connection. iOS grants them or not (BT17).
public struct ConnectionParameters: Sendable, Hashable {
  /// The protocol uses steps of 1.25 ms; any duration is allowed here.
  public var intervalMin: Duration
  public var intervalMax: Duration
  /// The number of connection events that the peripheral may skip.
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

  /// Whether the parameters follow all of the guidelines (BT17).
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
  /// The smallest interval. Every minimum interval is a multiple of it.
  public var intervalStep: Duration
  /// The largest number of connection events that a peripheral may skip.
  public var longestLatency: Int
  public var supervisionTimeout: ClosedRange<Duration>
  /// The longest time between two events that the peripheral does not skip. The supervision timeout
  /// must be more than three times as long.
  public var longestPause: Duration

  static let apple = ConnectionGuidelines(
    intervalStep: .milliseconds(15), longestLatency: 30,
    supervisionTimeout: .seconds(2)...(.seconds(6)), longestPause: .seconds(2))

  public var description: String {
    "multiples of \(PlatformValue(intervalStep)), latency to \(longestLatency), supervision \(PlatformValue(supervisionTimeout)), pause to \(PlatformValue(longestPause))"
  }
}
