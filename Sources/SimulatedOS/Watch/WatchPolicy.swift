/// The constants of a watch.
public struct WatchPolicy: Sendable, Hashable {
  /// How long an app stays frontmost after the wrist went down (WK1).
  public var frontmost: Duration

  /// The policy of a watchOS version on a watch.
  public init(watchOS version: SystemVersion, _ watch: WatchModel) {
    frontmost = WatchFacts.frontmost(version)
  }
}
