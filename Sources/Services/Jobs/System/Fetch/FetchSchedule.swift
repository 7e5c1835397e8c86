import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The schedule of one app's background fetches (FT1). Pure.
struct FetchSchedule: Equatable {
  /// The minimum interval since the last fetch; nil, the default, for no fetches.
  private(set) var minimum: Duration?
  private var last = VirtualInstant.start
  /// The minimum interval on every profile. Without it, fetches could repeat at one instant forever.
  private static let shortestPause = Duration.seconds(1)
  /// The extra delay that the system adds, drawn again for each fetch.
  private var delay = Duration.zero
  /// Whether the last fetch brought no data. The system then takes longer for the next one.
  private var isFruitless = false

  /// `setMinimumBackgroundFetchInterval`: the interval counts from the last fetch, or from now if
  /// fetches were off.
  mutating func setMinimum(_ minimum: Duration?, delay: Duration, at now: VirtualInstant) {
    if self.minimum == nil { last = now }
    self.minimum = minimum
    self.delay = delay
  }

  mutating func fetched(nextDelay: Duration, at now: VirtualInstant) {
    last = now
    delay = nextDelay
  }

  /// The app called the completion handler of its last fetch.
  mutating func answered(_ result: FetchResult) { isFruitless = result != .newData }

  func verdict(
    _ around: JobSurroundings, _ policy: JobPolicy, at now: VirtualInstant
  ) -> JobVerdict {
    guard let minimum, around.isReady, around.mayRefresh, !around.isLowPowerMode,
      !around.isForceQuit, !around.isInFront, let opened = around.lastOpened,
      opened + policy.forgottenAfter > now
    else { return .wait(nil) }
    let patience = policy.usageDelay(delay, opened: opened, at: now)
    let pause = minimum + patience * (isFruitless ? policy.fruitlessFetchFactor : 1)
    let due = last + max(pause, Self.shortestPause)
    return due <= now ? .run : .wait(due)
  }
}
