import YobanPlatformProfiles

/// The rules by which the system launches apps in the background: scheduled tasks, background
/// fetch, silent pushes and VoIP keep-alive.
///
/// The run time of a refresh task, a fetch or a push is `LifecyclePolicy.backgroundWake`.
public struct JobPolicy: Policy, Sendable, Hashable {
  /// Whether BGTaskScheduler exists (FT2).
  @Fact("BGTaskScheduler", "FT2", .always(false, .documented), .since(13, true, .documented))
  public var schedulesTasks: Bool
  /// Whether BGContinuedProcessingTask exists (FT5).
  @Fact(
    "continued processing tasks", "FT5", .always(false, .documented), .since(26, true, .documented))
  public var continuesTasks: Bool
  /// The maximum number of pending refresh requests of one app (FT2).
  @Fact("pending refresh requests", "FT2", .always(1, .documented))
  public var refreshRequests: Int
  /// The maximum number of pending processing requests of one app (FT2).
  @Fact("pending processing requests", "FT2", .always(10, .documented))
  public var processingRequests: Int
  /// Whether submitting a request for an identifier without a launch handler terminates the app at
  /// once. If false, the later launch for that task terminates it (FT2).
  @Fact(
    "a request without a launch handler ends the app", "FT2", .always(false, .reported),
    .since(18, true, .reported))
  public var unregisteredSubmitEnds: Bool
  /// The delay of a refresh task or a fetch after its earliest time, if the user opened the app
  /// within the last day (FT1: chosen by usage; an even distribution is assumed).
  @Fact(
    "a refresh or fetch comes after the earliest moment by", "FT1",
    .always(.seconds(10 * 60)...(.seconds(60 * 60)), .assumed))
  public var usageDelay: ClosedRange<Duration>
  /// The factor by which that delay grows if the app was not opened for a day (FT1).
  @Fact("as many times longer if not opened for a day", "FT1", .always(4, .assumed))
  public var rareUseFactor: Int
  /// The factor by which the delay of a fetch grows after a fetch without new data (FT1).
  @Fact("as many times longer after a fetch without new data", "FT1", .always(2, .assumed))
  public var fruitlessFetchFactor: Int
  /// The time without use after which an app gets no refresh tasks and no fetches (FT1).
  @Fact("no refresh or fetch if not opened for", "FT1", .always(.seconds(7 * 24 * 3600), .assumed))
  public var forgottenAfter: Duration
  /// The time between the call of a task's expiration handler and the task's end (FT3; "shortly" is
  /// documented).
  @Fact("a task's expiration handler before its end", "FT3", .always(.seconds(5), .assumed))
  public var expirationLead: Duration
  /// The time that the screen must be dark before the device counts as idle (FT4).
  @Fact("the device is idle with a dark screen for", "FT4", .always(.seconds(5 * 60), .assumed))
  public var idleAfter: Duration
  /// The delay of a processing task after its earliest time on an idle device (FT4).
  @Fact(
    "a processing task comes after the earliest moment by", "FT4",
    .always(.zero...(.seconds(30 * 60)), .assumed))
  public var processingDelay: ClosedRange<Duration>
  /// The run time of a processing task (FT4).
  @Fact(
    "run time of a processing task", "FT4",
    .always(.seconds(3 * 60)...(.seconds(10 * 60)), .assumed))
  public var processingLimit: ClosedRange<Duration>
  /// The time without use after which an app gets no processing tasks (FT4).
  @Fact(
    "no processing task if not opened for", "FT4", .always(.seconds(7 * 24 * 3600), .documented))
  public var processingUsedWithin: Duration
  /// The time for which a processing task that requires no external power waits for a charger
  /// before it runs without one, so that it runs within two days of an idle device (FT4).
  @Fact(
    "a processing task waits for a charger that it does not require", "FT4",
    .always(.seconds(24 * 3600), .assumed))
  public var processingPatience: Duration
  /// Whether processing tasks still run after a force-quit, only on a charger (L16).
  @Fact("processing tasks run after a force-quit", "L16", .always(true, .documented))
  public var processingAfterForceQuit: Bool
  /// The run time of a processing task after a force-quit (L16: tighter limits).
  @Fact(
    "run time of one after a force-quit, on a charger only", "L16", .always(.seconds(60), .assumed))
  public var processingLimitAfterForceQuit: Duration
  /// Whether pending requests survive a reboot (FT2; there are reports that they do not).
  @Fact("requests outlive a reboot", "FT2", .always(true, .assumed))
  public var requestsOutliveReboot: Bool
  /// The maximum number of continued processing tasks that run at once on the device (FT5).
  @Fact("continued processing tasks at once", "FT5", .always(1, .assumed))
  public var continuedAtOnce: Int
  /// The time without progress after which a continued processing task expires (FT5).
  @Fact(
    "a continued processing task expires without progress for", "FT5",
    .always(.seconds(60), .assumed))
  public var continuedStall: Duration
  /// Whether background fetch exists (FT1).
  @Fact("background fetch", "FT1", .always(false, .documented), .since(7, true, .documented))
  public var fetches: Bool
  /// Whether BGTaskSchedulerPermittedIdentifiers in Info.plist disables background fetch (FT1).
  @Fact(
    "permitted task identifiers switch background fetch off", "FT1", .always(false, .documented),
    .since(13, true, .documented))
  public var taskIdentifiersDisableFetch: Bool
  /// Whether a push with `content-available` wakes an app (FT6).
  @Fact("silent pushes", "FT6", .always(false, .documented), .since(7, true, .documented))
  public var silentPushes: Bool
  /// The maximum number of silent pushes that an app receives in the background within an hour
  /// (FT6, documented: two or three). Later pushes wait, and only the newest of them is kept.
  @Fact("silent pushes within an hour", "FT6", .always(3, .assumed))
  public var silentPushesPerHour: Int
  /// The time for which silent pushes wait after one whose completion handler was not called in time (FT6).
  @Fact(
    "after a push that the app did not complete, the next silent push waits", "FT6",
    .always(.seconds(3600), .assumed))
  public var unansweredPushDelay: Duration
  /// The extra delay of a push of priority 5 while the screen is dark (FT6).
  @Fact(
    "a push of priority 5 comes later while the screen is dark by", "FT6",
    .always(.zero...(.seconds(60)), .assumed))
  public var lowPriorityDelay: ClosedRange<Duration>
  /// The maximum payload size, in bytes (FT6).
  @Fact(
    "bytes of a push's payload", "FT6", .always(256, .reported), .since(8, 2048, .reported),
    .since(9, 4096, .documented))
  public var payloadLimit: Int
  /// The time that the push service takes to return a token (FT6).
  @Fact("a device token comes after", "FT6", .always(.milliseconds(200)...(.seconds(2)), .assumed))
  public var tokenDelay: ClosedRange<Duration>
  /// Whether the keep-alive handler of a VoIP app is called (BG8).
  @Fact(
    "the keep-alive handler of a VoIP app is called", "BG8", .always(true, .measured),
    .since(10, false, .reported))
  public var keepsVoIPAlive: Bool
  /// The minimum interval between two calls of the keep-alive handler (BG8).
  @Fact("shortest interval of a VoIP app's keep-alive", "BG8", .always(.seconds(600), .measured))
  public var keepAliveMinimum: Duration
  /// The run time of each call of the keep-alive handler (BG8).
  @Fact("run time of a keep-alive handler", "BG8", .always(.seconds(10), .documented))
  public var keepAliveRunTime: Duration

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The rules by which the system launches apps in the background.
  public var jobs: JobPolicy {
    get { self[JobPolicy.self] }
    set { self[JobPolicy.self] = newValue }
  }
}
