/// What launches apps in background at a good moment, and for how long.
///
/// How long a refresh task, a fetch or a push may run is `LifecyclePolicy.backgroundWake`.
public struct JobPolicy: Sendable, Hashable {
  /// Whether BGTaskScheduler exists (FT2).
  public var schedulesTasks: Bool
  /// Whether BGContinuedProcessingTask exists (FT5).
  public var continuesTasks: Bool
  /// How many refresh requests of an app may be pending (FT2, documented).
  public var refreshRequests: Int
  /// How many processing requests of an app may be pending (FT2, documented).
  public var processingRequests: Int
  /// Whether a request for an identifier without a launch handler ends the app at once; else the
  /// launch for it does (FT2, reported).
  public var unregisteredSubmitEnds: Bool
  /// How long after the earliest moment a refresh task or a fetch comes if the app was opened
  /// within a day (FT1: chosen by usage; the distribution is assumed: even).
  public var usageDelay: ClosedRange<Duration>
  /// By how much that is longer if the app was not opened for a day (assumed).
  public var rareUseFactor: Int
  /// By how much the wait for a fetch is longer after one that brought no new data (FT1, assumed).
  public var fruitlessFetchFactor: Int
  /// No refresh task and no fetch if the app was not opened for so long (assumed).
  public var forgottenAfter: Duration
  /// How long before a task's end its expiration handler is called (FT3; "shortly" is documented).
  public var expirationLead: Duration
  /// How long the screen must be dark until the device counts as idle (FT4, assumed).
  public var idleAfter: Duration
  /// How long after the earliest moment a processing task comes on an idle device (assumed).
  public var processingDelay: ClosedRange<Duration>
  /// Run time of a processing task (FT4: minutes; the range is assumed).
  public var processingLimit: ClosedRange<Duration>
  /// No processing task if the app was not opened for so long (FT4, documented).
  public var processingUsedWithin: Duration
  /// How long a processing task waits for a charger although it requires none, so that it runs
  /// within two days of an idle device (FT4; the time is assumed).
  public var processingPatience: Duration
  /// Whether processing tasks still run after a force-quit, on a charger only (L16, documented).
  public var processingAfterForceQuit: Bool
  /// Their run time then (L16: tighter limits; the time is assumed).
  public var processingLimitAfterForceQuit: Duration
  /// Whether pending requests outlive a reboot (assumed; there are reports that they do not).
  public var requestsOutliveReboot: Bool
  /// How many continued processing tasks run at once on the device (FT5, assumed).
  public var continuedAtOnce: Int
  /// How long a continued processing task may stand still before it expires (FT5, assumed).
  public var continuedStall: Duration
  /// Whether background fetch exists (FT1).
  public var fetches: Bool
  /// Whether BGTaskSchedulerPermittedIdentifiers in Info.plist switches background fetch off (FT1,
  /// documented).
  public var taskIdentifiersDisableFetch: Bool
  /// Whether a push with `content-available` wakes an app (FT6).
  public var silentPushes: Bool
  /// How many silent pushes an app gets in background within an hour (FT6, documented: two or
  /// three); later ones wait, the newest of them only.
  public var silentPushesPerHour: Int
  /// How much later a push of priority 5 comes while the screen is dark (assumed).
  public var lowPriorityDelay: ClosedRange<Duration>
  /// The longest payload, in bytes (FT6, documented).
  public var payloadLimit: Int
  /// How long the push service takes to answer with a token (assumed).
  public var tokenDelay: ClosedRange<Duration>
  /// Whether the keep-alive handler of a VoIP app is called (BG8).
  public var keepsVoIPAlive: Bool
  /// The shortest interval between two calls (BG8).
  public var keepAliveMinimum: Duration
  /// Run time of each call (documented: 10 s).
  public var keepAliveRunTime: Duration

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    schedulesTasks = JobFacts.schedulesTasks(version)
    continuesTasks = JobFacts.continuesTasks(version)
    refreshRequests = JobFacts.refreshRequests(version)
    processingRequests = JobFacts.processingRequests(version)
    unregisteredSubmitEnds = JobFacts.unregisteredSubmitEnds(version)
    usageDelay = JobFacts.usageDelay(version)
    rareUseFactor = JobFacts.rareUseFactor(version)
    fruitlessFetchFactor = JobFacts.fruitlessFetchFactor(version)
    forgottenAfter = JobFacts.forgottenAfter(version)
    expirationLead = JobFacts.expirationLead(version)
    idleAfter = JobFacts.idleAfter(version)
    processingDelay = JobFacts.processingDelay(version)
    processingLimit = JobFacts.processingLimit(version)
    processingUsedWithin = JobFacts.processingUsedWithin(version)
    processingPatience = JobFacts.processingPatience(version)
    processingAfterForceQuit = JobFacts.processingAfterForceQuit(version)
    processingLimitAfterForceQuit = JobFacts.processingLimitAfterForceQuit(version)
    requestsOutliveReboot = JobFacts.requestsOutliveReboot(version)
    continuedAtOnce = JobFacts.continuedAtOnce(version)
    continuedStall = JobFacts.continuedStall(version)
    fetches = JobFacts.fetches(version)
    taskIdentifiersDisableFetch = JobFacts.taskIdentifiersDisableFetch(version)
    silentPushes = JobFacts.silentPushes(version)
    silentPushesPerHour = JobFacts.silentPushesPerHour(version)
    lowPriorityDelay = JobFacts.lowPriorityDelay(version)
    payloadLimit = JobFacts.payloadLimit(version)
    tokenDelay = JobFacts.tokenDelay(version)
    keepsVoIPAlive = JobFacts.keepsVoIPAlive(version)
    keepAliveMinimum = JobFacts.keepAliveMinimum(version)
    keepAliveRunTime = JobFacts.keepAliveRunTime(version)
  }
}
