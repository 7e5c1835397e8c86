/// The rules by which the system launches apps in background: scheduled tasks, background fetch,
/// silent pushes and VoIP keep-alive.
///
/// The run time of a refresh task, a fetch or a push is `LifecyclePolicy.backgroundWake`.
public struct JobPolicy: Sendable, Hashable {
  /// Whether BGTaskScheduler exists (FT2).
  public var schedulesTasks: Bool
  /// Whether BGContinuedProcessingTask exists (FT5).
  public var continuesTasks: Bool
  /// The maximum number of pending refresh requests of one app (FT2, documented).
  public var refreshRequests: Int
  /// The maximum number of pending processing requests of one app (FT2, documented).
  public var processingRequests: Int
  /// Whether submitting a request for an identifier without a launch handler terminates the app at
  /// once. If false, the later launch for that task terminates it (FT2, reported).
  public var unregisteredSubmitEnds: Bool
  /// The delay of a refresh task or a fetch after its earliest time, if the user opened the app
  /// within the last day (FT1: chosen by usage; an even distribution is assumed).
  public var usageDelay: ClosedRange<Duration>
  /// The factor by which that delay grows if the app was not opened for a day (assumed).
  public var rareUseFactor: Int
  /// The factor by which the delay of a fetch grows after a fetch without new data (FT1, assumed).
  public var fruitlessFetchFactor: Int
  /// The time without use after which an app gets no refresh tasks and no fetches (assumed).
  public var forgottenAfter: Duration
  /// The time between the call of a task's expiration handler and the task's end (FT3; "shortly" is
  /// documented).
  public var expirationLead: Duration
  /// The time that the screen must be dark before the device counts as idle (FT4, assumed).
  public var idleAfter: Duration
  /// The delay of a processing task after its earliest time on an idle device (assumed).
  public var processingDelay: ClosedRange<Duration>
  /// The run time of a processing task (FT4: minutes; the range is assumed).
  public var processingLimit: ClosedRange<Duration>
  /// The time without use after which an app gets no processing tasks (FT4, documented).
  public var processingUsedWithin: Duration
  /// The time for which a processing task that requires no external power waits for a charger
  /// before it runs without one, so that it runs within two days of an idle device (FT4; the time
  /// is assumed).
  public var processingPatience: Duration
  /// Whether processing tasks still run after a force-quit, only on a charger (L16, documented).
  public var processingAfterForceQuit: Bool
  /// The run time of a processing task after a force-quit (L16: tighter limits; the time is
  /// assumed).
  public var processingLimitAfterForceQuit: Duration
  /// Whether pending requests survive a reboot (assumed; there are reports that they do not).
  public var requestsOutliveReboot: Bool
  /// The maximum number of continued processing tasks that run at once on the device (FT5,
  /// assumed).
  public var continuedAtOnce: Int
  /// The time without progress after which a continued processing task expires (FT5, assumed).
  public var continuedStall: Duration
  /// Whether background fetch exists (FT1).
  public var fetches: Bool
  /// Whether BGTaskSchedulerPermittedIdentifiers in Info.plist disables background fetch (FT1,
  /// documented).
  public var taskIdentifiersDisableFetch: Bool
  /// Whether a push with `content-available` wakes an app (FT6).
  public var silentPushes: Bool
  /// The maximum number of silent pushes that an app receives in background within an hour (FT6,
  /// documented: two or three). Later pushes wait, and only the newest of them is kept.
  public var silentPushesPerHour: Int
  /// The extra delay of a push of priority 5 while the screen is dark (assumed).
  public var lowPriorityDelay: ClosedRange<Duration>
  /// The maximum payload size, in bytes (FT6, documented).
  public var payloadLimit: Int
  /// The time that the push service takes to return a token (assumed).
  public var tokenDelay: ClosedRange<Duration>
  /// Whether the keep-alive handler of a VoIP app is called (BG8).
  public var keepsVoIPAlive: Bool
  /// The minimum interval between two calls of the keep-alive handler (BG8).
  public var keepAliveMinimum: Duration
  /// The run time of each call of the keep-alive handler (documented: 10 s).
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
