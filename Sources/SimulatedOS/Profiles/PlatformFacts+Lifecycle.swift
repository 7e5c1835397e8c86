/// The facts about launch, suspension and termination of a process.
enum LifecycleFacts {
  static let enterBackgroundLimit = PlatformFact<Duration>(
    "time in didEnterBackground", "L6", "lifecycle.enterBackgroundLimit",
    .always(.seconds(5), .measured))
  static let graceAfterBackground = PlatformFact<ClosedRange<Duration>>(
    "run time after it with no assertion", "L7", "lifecycle.graceAfterBackground",
    .always(.milliseconds(100)...(.milliseconds(900)), .assumed))
  static let launchWatchdog = PlatformFact<Duration>(
    "launch watchdog, wall clock", "L9", "lifecycle.launchWatchdog",
    .always(.seconds(20), .documented))
  static let resumeWatchdog = PlatformFact<Duration>(
    "watchdog of a return to foreground", "L9", "lifecycle.resumeWatchdog",
    .always(.seconds(10), .reported))
  static let quitWatchdog = PlatformFact<Duration>(
    "watchdog of applicationWillTerminate", "L9", "lifecycle.quitWatchdog",
    .always(.seconds(6), .reported))
  static let processorShare = PlatformFact<Double>(
    "CPU in background that kills, % of a core", "L11", "lifecycle.processorShare",
    .always(80, .reported))
  static let processorWindow = PlatformFact<Duration>(
    "over which that CPU is averaged", "L11", "lifecycle.processorWindow",
    .always(.seconds(60), .reported))
  static let backgroundWake = PlatformFact<Duration>(
    "run time for a fetch, a push, a refresh task, a transfer", "L12", "lifecycle.backgroundWake",
    .always(.seconds(30), .reported))
  static let backgroundSceneOnLaunch = PlatformFact<Bool>(
    "a launch in background connects a scene", "L13", "lifecycle.backgroundSceneOnLaunch",
    .always(false, .reported))
  static let prewarms = PlatformFact<Bool>(
    "apps may be prewarmed", "L15", "lifecycle.prewarms",
    .always(false, .documented), .since(15, true, .documented))
  static let prewarmingLaunches = PlatformFact<Bool>(
    "prewarming runs didFinishLaunching, too", "L15", "lifecycle.prewarmingLaunches",
    .always(false, .documented))

  static let rows = PlatformRow.section(
    "Life cycle",
    enterBackgroundLimit, graceAfterBackground, launchWatchdog, resumeWatchdog, quitWatchdog,
    processorShare, processorWindow, backgroundWake, backgroundSceneOnLaunch,
    prewarms, prewarmingLaunches)
}
