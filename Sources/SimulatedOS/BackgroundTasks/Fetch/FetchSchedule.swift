import VirtualTime

/// When the system lets one app fetch in background (FT1). Pure.
struct FetchSchedule: Equatable {
  /// Never sooner than this after the last fetch; nil: never, the default.
  private(set) var minimum: Duration?
  private var last = VirtualInstant.start
  /// Whatever the profile says: no two fetches at once.
  private static let shortestPause = Duration.seconds(1)
  /// How much longer the system takes, drawn again for each fetch.
  private var delay = Duration.zero
  /// Whether the last fetch brought no data: the system takes longer for the next one.
  private var isFruitless = false

  /// `setMinimumBackgroundFetchInterval`: the interval counts from now on, or from the last fetch.
  mutating func setMinimum(_ minimum: Duration?, delay: Duration, at now: VirtualInstant) {
    if self.minimum == nil { last = now }
    self.minimum = minimum
    self.delay = delay
  }

  mutating func fetched(nextDelay: Duration, at now: VirtualInstant) {
    last = now
    delay = nextDelay
  }

  /// What the app said of its last fetch.
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
