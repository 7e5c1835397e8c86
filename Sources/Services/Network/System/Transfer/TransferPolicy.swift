import YobanPlatformProfiles
import YobanSimulatedDevices

/// The constants of URLSession transfers on one device.
public struct TransferPolicy: Policy, Sendable, Hashable {
  /// The first delay of the resume rate limiter. It doubles with each background resume (FT7).
  @Fact(
    "wait of a task created in background, doubling with each resume", "FT7",
    .always(.seconds(60), .reported))
  public var firstResumeDelay: Duration
  /// The longest delay of the resume rate limiter (FT7).
  @Fact(
    "longest wait of a task created in background", "FT7", .always(.seconds(60 * 256), .assumed))
  public var longestResumeDelay: Duration
  /// The time that an app launched or resumed for its session may run until it calls the completion
  /// handler. After it, the app is killed with 0x2182bad3 (L10, L12).
  @Fact("run time for the events of a session", "L12", .always(.seconds(30), .assumed))
  public var eventsLimit: Duration
  /// Whether a task created in the background is always discretionary, regardless of its session's
  /// setting (FT7).
  @Fact("a task created in background is discretionary", "FT7", .always(true, .documented))
  public var backgroundTasksAreDiscretionary: Bool
  /// The lowest battery level, from 0 to 1, at which a discretionary transfer starts without a
  /// charger (FT7). It also needs Wi-Fi and no Low Power Mode (L19).
  @Fact(
    "a discretionary transfer needs a charger, or a battery of, from 0 to 1", "FT7",
    .always(0.2, .assumed))
  public var discretionaryBatteryLevel: Double
  /// The time before a transfer whose connection failed is retried. It doubles with each retry
  /// (FT7).
  @Fact("wait after a failed connection, doubling", "FT7", .always(.seconds(10), .assumed))
  public var firstRetryDelay: Duration
  /// The longest time between two retries (FT7).
  @Fact("longest wait after a failed connection", "FT7", .always(.seconds(600), .assumed))
  public var longestRetryDelay: Duration
  /// The total time after which a transfer fails with NSURLErrorTimedOut, unless its session sets
  /// another (FT7).
  @Fact(
    "timeoutIntervalForResource by default", "FT7", .always(.seconds(7 * 24 * 3600), .documented))
  public var resourceTimeout: Duration
  /// The time without progress after which a transfer of a session that is not a background session
  /// fails with NSURLErrorTimedOut, unless its session sets another (FT7).
  @Fact("timeoutIntervalForRequest by default", "FT7", .always(.seconds(60), .documented))
  public var requestTimeout: Duration
  /// The longest suspension of its process after which such a transfer continues (FT8).
  @Fact(
    "a transfer of a session in the process continues after a suspension of at most", "FT8",
    .always(.seconds(30), .assumed))
  public var suspensionLimit: Duration
  /// The error with which such a transfer fails after a longer suspension (FT8): the connection was
  /// lost, or it has timed out.
  @Fact(
    "how a transfer of a session in the process fails after a long suspension", "FT8",
    .always(.connectionLost, .assumed))
  public var suspensionFailure: HTTPExchangeError
  /// The number of redirects that a task follows. One more fails with NSURLErrorHTTPTooManyRedirects
  /// (FT9).
  @Fact("redirects that a task follows", "FT9", .always(16, .documented))
  public var redirectLimit: Int

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of URLSession transfers.
  public var transfer: TransferPolicy {
    get { self[TransferPolicy.self] }
    set { self[TransferPolicy.self] = newValue }
  }
}
