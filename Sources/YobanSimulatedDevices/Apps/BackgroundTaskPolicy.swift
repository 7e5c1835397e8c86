import YobanPlatformProfiles

/// The limits on the time for which background task assertions keep an app running.
public struct BackgroundTaskPolicy: Policy, Sendable, Hashable {
  /// The time budget that all tasks of a process share, counted from entry into background (BG1).
  @Fact(
    "budget of all background tasks", "BG1", .since(4, .seconds(600), .measured),
    .since(7, .seconds(180), .measured), .since(13, .seconds(30), .reported))
  public var budget: Duration
  /// The time between the call of the expiration handlers and the end of the budget (BG3).
  @Fact("expiration handlers before its end", "BG3", .always(.seconds(5), .measured))
  public var expirationLead: Duration
  /// Whether a task that its handler did not end keeps the process running without limit, as in the
  /// first iOS 7 (BG4).
  @Fact(
    "an unended task goes on after its handler", "BG4", .always(false, .documented),
    .since(7, true, .measured), .since(7.1, false, .measured))
  public var outlivesBudget: Bool
  /// The age at which a task that is never ended causes the process to be killed although another
  /// mode keeps it running (LOC8 counter-case).
  @Fact(
    "a leaked task kills in spite of location updates after", "LOC8",
    .always(.seconds(30 * 60)...(.seconds(60 * 60)), .reported))
  public var leakLimit: ClosedRange<Duration>

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of background tasks.
  public var backgroundTasks: BackgroundTaskPolicy {
    get { self[BackgroundTaskPolicy.self] }
    set { self[BackgroundTaskPolicy.self] = newValue }
  }
}
