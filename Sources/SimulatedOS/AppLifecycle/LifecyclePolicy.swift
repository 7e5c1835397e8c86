/// How long the system lets an app run around a transition, and what ends it.
public struct LifecyclePolicy: Sendable, Hashable {
  /// Time in which didEnterBackground must return (L6, measured in S2: about 5 s).
  public var enterBackgroundLimit: Duration
  /// Run time after didEnterBackground without an assertion (L7, measured: less than 1 s;
  /// how it is spread is assumed).
  public var graceAfterBackground: ClosedRange<Duration>
  /// Wall-clock time in which a foreground launch must finish (L9, documented: 20 s).
  public var launchWatchdog: Duration
  /// Wall-clock time in which a return to foreground must finish (L9: 10 s).
  public var resumeWatchdog: Duration
  /// Wall-clock time in which applicationWillTerminate must return (L9: 6 s).
  public var quitWatchdog: Duration
  /// Average load in background, in percent of a core, above which the process is killed (L11).
  public var processorShare: Double
  /// What the load is averaged over (L11).
  public var processorWindow: Duration
  /// Run time granted by a background wake of a transfer, a fetch or a push (L12: about 30 s by
  /// convention; nothing is documented in general).
  public var backgroundWake: Duration
  /// Whether a launch in background connects the app's scene, too (L13, documented as possible;
  /// default as developers report it).
  public var backgroundSceneOnLaunch: Bool
  /// Whether the system starts processes ahead of their use (L15).
  public var prewarms: Bool
  /// Whether prewarming goes on through didFinishLaunching (L15: field reports; documented is that
  /// it stops before).
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
