/// How the system treats the transfers of a URLSession.
public struct TransferPolicy: Sendable, Hashable {
  /// First delay of the resume rate limiter; doubles with each background resume (FT7: 60 s start,
  /// reported).
  public var firstResumeDelay: Duration
  /// The delay does not grow beyond this (assumed).
  public var longestResumeDelay: Duration
  /// How long an app woken for its session may run until it calls the completion handler; then it
  /// is killed with 0x2182bad3 (L10, L12).
  public var eventsLimit: Duration
  /// Whether a task created in background is discretionary whatever its session says (documented).
  public var backgroundTasksAreDiscretionary: Bool
  /// A discretionary transfer begins on Wi-Fi and outside Low Power Mode (L19), on a charger or
  /// with so much battery (assumed), from 0 to 1.
  public var discretionaryBatteryLevel: Double
  /// Wait before a transfer whose connection failed is tried again; doubles each time (assumed).
  public var firstRetryDelay: Duration
  /// Longest wait between two tries (assumed).
  public var longestRetryDelay: Duration
  /// How long a transfer may take in all before it fails with NSURLErrorTimedOut, unless its session
  /// says otherwise: seven days (documented).
  public var resourceTimeout: Duration
  /// How long a transfer of a session that is not a background session may make no progress before it
  /// fails with NSURLErrorTimedOut, unless its session says otherwise: 60 s (documented).
  public var requestTimeout: Duration
  /// How such a transfer fails after a suspension that interrupted it (assumed): its connection is
  /// gone, or it has timed out.
  public var suspensionFailure: HTTPExchangeError

  /// The policy of an iOS version.
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
