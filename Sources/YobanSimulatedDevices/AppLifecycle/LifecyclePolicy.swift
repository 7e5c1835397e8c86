import YobanPlatformProfiles

/// The system's limits on an app's run time, watchdogs and CPU load, and its launch behavior.
public struct LifecyclePolicy: Policy, Sendable, Hashable {
  /// Time limit for didEnterBackground to return (L6).
  @Fact("time in didEnterBackground", "L6", .always(.seconds(5), .documented))
  public var enterBackgroundLimit: Duration
  /// Run time after didEnterBackground without an assertion (L7; its distribution is assumed).
  @Fact(
    "run time after didEnterBackground with no assertion", "L7",
    .always(.milliseconds(100)...(.milliseconds(900)), .assumed))
  public var graceAfterBackground: ClosedRange<Duration>
  /// Wall-clock time limit for a foreground launch to finish (L9).
  @Fact("launch watchdog, wall clock", "L9", .always(.seconds(20), .documented))
  public var launchWatchdog: Duration
  /// Wall-clock time limit for a return to foreground to finish (L9).
  @Fact("watchdog of a return to foreground", "L9", .always(.seconds(10), .reported))
  public var resumeWatchdog: Duration
  /// Wall-clock time limit for applicationWillTerminate to return (L9).
  @Fact("watchdog of applicationWillTerminate", "L9", .always(.seconds(5), .reported))
  public var quitWatchdog: Duration
  /// Average load in the background, in percent of a core, above which the process is killed (L11).
  @Fact("CPU in background that kills, % of a core", "L11", .always(80, .reported))
  public var processorShare: Double
  /// Time over which the load is averaged (L11).
  @Fact("CPU in background is averaged over", "L11", .always(.seconds(60), .reported))
  public var processorWindow: Duration
  /// Run time granted by a background wake of a transfer, a fetch or a push (L12: by convention;
  /// nothing is documented in general).
  @Fact(
    "run time for a fetch, a push, a refresh task, a transfer", "L12",
    .always(.seconds(30), .documented))
  public var backgroundWake: Duration
  /// Whether a launch in the background also connects the app's scene (L13, documented as possible;
  /// the default follows reports of developers).
  @Fact("a launch in background connects a scene", "L13", .always(false, .reported))
  public var backgroundSceneOnLaunch: Bool
  /// Whether an app that was built with the SDK of iOS 27 must use scenes (L22).
  @Fact(
    "apps built with the SDK of iOS 27 must use scenes", "L22", .always(false, .documented),
    .since(27, true, .documented))
  public var requiresScenes: Bool
  /// Whether the system starts processes before they are needed (L15).
  @Fact("apps may be prewarmed", "L15", .always(false, .documented), .since(15, true, .documented))
  public var prewarms: Bool
  /// Whether prewarming continues through didFinishLaunching (L15: according to field reports; the
  /// documentation says that it stops before).
  @Fact("prewarming runs didFinishLaunching, too", "L15", .always(false, .documented))
  public var prewarmingLaunches: Bool

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The limits of an app's run time, the watchdogs and the load of the processor.
  public var lifecycle: LifecyclePolicy {
    get { self[LifecyclePolicy.self] }
    set { self[LifecyclePolicy.self] = newValue }
  }
}
