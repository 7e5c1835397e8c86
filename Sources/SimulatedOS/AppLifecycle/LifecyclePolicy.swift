/// How long the system lets an app run around a transition.
public struct LifecyclePolicy: Sendable, Hashable {
  /// Time in which didEnterBackground must return (L6, measured in S2: about 5 s).
  public var enterBackgroundLimit: Duration = .seconds(5)
  /// Run time after didEnterBackground without an assertion (L7, measured: 1 to 2 s).
  public var graceAfterBackground: ClosedRange<Duration> = .seconds(1)...(.seconds(2))
  /// Wall-clock time in which a foreground launch must finish (L9, documented: 20 s).
  public var launchWatchdog: Duration = .seconds(20)
  /// Run time granted by a background wake of a transfer or a launch in background (L12: up to
  /// about 30 s for such wakes).
  public var backgroundWake: Duration = .seconds(30)
  /// Whether a launch in background connects the app's scene, too (L13, documented as possible;
  /// default as observed by the community).
  public var backgroundSceneOnLaunch = false
}
