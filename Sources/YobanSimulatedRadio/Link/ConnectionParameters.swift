import YobanPlatformProfiles
import YobanVirtualTime

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
