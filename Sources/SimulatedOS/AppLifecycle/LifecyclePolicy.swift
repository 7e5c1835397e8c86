/// The system's limits on an app's run time, watchdogs and CPU load, and its launch behavior.
public struct LifecyclePolicy: Sendable, Hashable {
  /// Time limit for didEnterBackground to return (L6, measured in S2: about 5 s).
  public var enterBackgroundLimit: Duration
  /// Run time after didEnterBackground without an assertion (L7, measured: less than 1 s; its
  /// distribution is assumed).
  public var graceAfterBackground: ClosedRange<Duration>
  /// Wall-clock time limit for a foreground launch to finish (L9, documented: 20 s).
  public var launchWatchdog: Duration
  /// Wall-clock time limit for a return to foreground to finish (L9: 10 s).
  public var resumeWatchdog: Duration
  /// Wall-clock time limit for applicationWillTerminate to return (L9: 6 s).
  public var quitWatchdog: Duration
  /// Average load in background, in percent of a core, above which the process is killed (L11).
  public var processorShare: Double
  /// Time over which the load is averaged (L11).
  public var processorWindow: Duration
  /// Run time granted by a background wake of a transfer, a fetch or a push (L12: about 30 s by
  /// convention; nothing is documented in general).
  public var backgroundWake: Duration
  /// Whether a launch in background also connects the app's scene (L13, documented as possible; the
  /// default follows reports of developers).
  public var backgroundSceneOnLaunch: Bool
  /// Whether the system starts processes before they are needed (L15).
  public var prewarms: Bool
  /// Whether prewarming continues through didFinishLaunching (L15: according to field reports; the
  /// documentation says that it stops before).
  public var prewarmingLaunches: Bool

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    enterBackgroundLimit = LifecycleFacts.enterBackgroundLimit(version)
    graceAfterBackground = LifecycleFacts.graceAfterBackground(version)
    launchWatchdog = LifecycleFacts.launchWatchdog(version)
    resumeWatchdog = LifecycleFacts.resumeWatchdog(version)
    quitWatchdog = LifecycleFacts.quitWatchdog(version)
    processorShare = LifecycleFacts.processorShare(version)
    processorWindow = LifecycleFacts.processorWindow(version)
    backgroundWake = LifecycleFacts.backgroundWake(version)
    backgroundSceneOnLaunch = LifecycleFacts.backgroundSceneOnLaunch(version)
    prewarms = LifecycleFacts.prewarms(version)
    prewarmingLaunches = LifecycleFacts.prewarmingLaunches(version)
  }
}
