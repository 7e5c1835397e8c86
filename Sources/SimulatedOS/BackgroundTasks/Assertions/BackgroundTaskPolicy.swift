/// How long background task assertions keep an app running.
public struct BackgroundTaskPolicy: Sendable, Hashable {
  /// The budget that all tasks share, from entry into background (BG1: 600 s on iOS 4-6, 180 s on
  /// iOS 7-12 measured; about 30 s from iOS 13 on, reported).
  public var budget: Duration
  /// How long before the budget's end the expiration handlers are called (BG3, measured).
  public var expirationLead: Duration
  /// Whether a task whose handler did not end it keeps the process running without limit, as in
  /// the first iOS 7 (BG4, measured).
  public var outlivesBudget: Bool
  /// When a task that is never ended gets the process killed although another mode keeps it
  /// running (LOC8 counter-case, reported: 30 to 60 min).
  public var leakLimit: ClosedRange<Duration>

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    budget = BackgroundTaskFacts.budget(version)
    expirationLead = BackgroundTaskFacts.expirationLead(version)
    outlivesBudget = BackgroundTaskFacts.outlivesBudget(version)
    leakLimit = BackgroundTaskFacts.leakLimit(version)
  }
}
