import Foundation

/// The settings of alerts.
public struct AlertSettings: Sendable {
  /// The receiver of alerts.
  public var webhook: any Webhook
  /// The time after the last upload of a recording device after which it is silent.
  public var silentAfter: Duration
  /// The shortest gap about which there is an alert.
  public var shortestGap: Duration
  /// The time between two looks at what there is to do.
  public var interval: Duration

  public init(
    webhook: any Webhook, silentAfter: Duration = .seconds(3_600), shortestGap: Duration = .zero,
    interval: Duration = .seconds(5)
  ) {
    self.webhook = webhook
    self.silentAfter = silentAfter
    self.shortestGap = shortestGap
    self.interval = interval
  }
}

/// A receiver of alerts.
public protocol Webhook: Sendable {
  /// The longest time that `send` takes, in seconds.
  var sendSecondsMax: Double { get }

  /// Sends the body of an alert. Returns nil if the receiver has accepted it, and otherwise the reason.
  ///
  /// - Parameter id: a number of the alert, which is the same in each attempt.
  func send(_ content: [UInt8], id: Int64) async -> String?
}

/// The times of the attempts to send an alert.
enum AlertRetry {
  /// An alert that was not accepted after this time is given up, in seconds.
  static let lifetime: Int64 = 3 * 86_400

  /// The outcome of a failed attempt.
  ///
  /// - Parameters:
  ///   - attempts: the number of failed attempts, with this one.
  ///   - raisedAt, now: in seconds since 1970.
  static func outcome(attempts: Int, raisedAt: Int64, now: Int64) -> AlertOutcome {
    guard now.clampedSubtract(raisedAt) < lifetime else { return .givenUp }
    // 10 s, 20 s, 40 s and so on, at most an hour.
    let delay = min(3_600, Int64(10) << Int64(min(max(attempts, 1) - 1, 9)))
    return .failed(nextAt: now + delay)
  }
}
