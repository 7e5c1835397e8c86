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

  /// Apple's Accessory Design Guidelines: every one of them must hold (BT17).
  var isAcceptable: Bool {
    let step = Duration.milliseconds(15)
    guard (0...30).contains(latency) else { return false }
    guard (.seconds(2)...(.seconds(6))).contains(supervisionTimeout) else { return false }
    guard intervalMin >= step, intervalMin.nanoseconds % step.nanoseconds == 0 else { return false }
    guard intervalMax >= intervalMin + step || (intervalMin == step && intervalMax == step) else {
      return false
    }
    let longest = intervalMax * (latency + 1)
    return longest <= .seconds(2) && longest * 3 < supervisionTimeout
  }
}
