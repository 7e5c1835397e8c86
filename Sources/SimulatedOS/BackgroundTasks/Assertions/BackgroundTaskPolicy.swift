/// The limits on the time for which background task assertions keep an app running.
public struct BackgroundTaskPolicy: Sendable, Hashable {
  /// The time budget that all tasks of a process share, counted from entry into background (BG1:
  /// 600 s on iOS 4-6, 180 s on iOS 7-12 measured; about 30 s from iOS 13 on, reported).
  public var budget: Duration
  /// The time between the call of the expiration handlers and the end of the budget (BG3,
  /// measured).
  public var expirationLead: Duration
  /// Whether a task that its handler did not end keeps the process running without limit, as in the
  /// first iOS 7 (BG4, measured).
  public var outlivesBudget: Bool
  /// The age at which a task that is never ended causes the process to be killed although another
  /// mode keeps it running (LOC8 counter-case, reported: 30 to 60 min).
  public var leakLimit: ClosedRange<Duration>

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    budget = BackgroundTaskFacts.budget(version)
    expirationLead = BackgroundTaskFacts.expirationLead(version)
    outlivesBudget = BackgroundTaskFacts.outlivesBudget(version)
    leakLimit = BackgroundTaskFacts.leakLimit(version)
  }
}
