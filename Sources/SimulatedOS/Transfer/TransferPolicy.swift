/// The constants of URLSession transfers on one device.
public struct TransferPolicy: Sendable, Hashable {
  /// The first delay of the resume rate limiter. It doubles with each background resume (FT7:
  /// starts at 60 s, reported).
  public var firstResumeDelay: Duration
  /// The longest delay of the resume rate limiter (assumed).
  public var longestResumeDelay: Duration
  /// The time that an app launched or resumed for its session may run until it calls the completion
  /// handler. After it, the app is killed with 0x2182bad3 (L10, L12).
  public var eventsLimit: Duration
  /// Whether a task created in background is always discretionary, regardless of its session's
  /// setting (documented).
  public var backgroundTasksAreDiscretionary: Bool
  /// The lowest battery level, from 0 to 1, at which a discretionary transfer starts without a
  /// charger (assumed). It also needs Wi-Fi and no Low Power Mode (L19).
  public var discretionaryBatteryLevel: Double
  /// The time before a transfer whose connection failed is retried. It doubles with each retry
  /// (assumed).
  public var firstRetryDelay: Duration
  /// The longest time between two retries (assumed).
  public var longestRetryDelay: Duration
  /// The total time after which a transfer fails with NSURLErrorTimedOut, unless its session sets
  /// another: seven days (documented).
  public var resourceTimeout: Duration
  /// The time without progress after which a transfer of a session that is not a background session
  /// fails with NSURLErrorTimedOut, unless its session sets another: 60 s (documented).
  public var requestTimeout: Duration
  /// The error with which such a transfer fails after a suspension that interrupted it (assumed):
  /// the connection was lost, or it has timed out.
  public var suspensionFailure: HTTPExchangeError

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) {
    firstResumeDelay = TransferFacts.firstResumeDelay(version)
    longestResumeDelay = TransferFacts.longestResumeDelay(version)
    eventsLimit = TransferFacts.eventsLimit(version)
    backgroundTasksAreDiscretionary = TransferFacts.backgroundTasksAreDiscretionary(version)
    discretionaryBatteryLevel = TransferFacts.discretionaryBatteryLevel(version)
    firstRetryDelay = TransferFacts.firstRetryDelay(version)
    longestRetryDelay = TransferFacts.longestRetryDelay(version)
    resourceTimeout = TransferFacts.resourceTimeout(version)
    requestTimeout = TransferFacts.requestTimeout(version)
    suspensionFailure = TransferFacts.suspensionFailure(version)
  }
}
