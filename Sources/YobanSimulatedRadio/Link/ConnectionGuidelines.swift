import YobanPlatformProfiles

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

  package static let apple = ConnectionGuidelines(
    intervalStep: .milliseconds(15), longestLatency: 30,
    supervisionTimeout: .seconds(2)...(.seconds(6)), longestPause: .seconds(2))

  public var description: String {
    "multiples of \(PlatformValue(intervalStep)), latency to \(longestLatency), supervision \(PlatformValue(supervisionTimeout)), pause to \(PlatformValue(longestPause))"
  }
}
