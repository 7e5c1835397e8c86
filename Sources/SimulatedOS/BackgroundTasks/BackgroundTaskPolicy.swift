/// How long background task assertions keep an app running.
public struct BackgroundTaskPolicy: Sendable, Hashable {
  /// The budget that all tasks share, from entry into background (BG1: 600 s on iOS 4-6, 180 s on
  /// iOS 7-12 measured; about 30 s from iOS 13 on, community).
  public var budget: Duration
  /// How long before the budget's end the expiration handlers are called (BG3, measured).
  public var expirationLead: Duration = .seconds(5)
  /// When a task that is never ended gets the process killed although another mode keeps it
  /// running (LOC8 counter-case, community: 30 to 60 min).
  public var leakLimit: ClosedRange<Duration> = .seconds(30 * 60)...(.seconds(60 * 60))

  /// The policy of an iOS major version.
  public init(iOS major: Int) {
    budget =
      switch major {
      case ...6: .seconds(600)
      case 7...12: .seconds(180)
      default: .seconds(30)
      }
  }
}
