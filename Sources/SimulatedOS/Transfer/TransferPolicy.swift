/// How the system treats the transfers of a background URLSession.
public struct TransferPolicy: Sendable, Hashable {
  /// First delay of the resume rate limiter; doubles with each background resume (FT7: 60 s start,
  /// community).
  public var firstResumeDelay: Duration = .seconds(60)
  /// How long an app woken for its session may run (L12: up to about 30 s).
  public var eventsLimit: Duration = .seconds(30)
  /// Wait before a transfer whose connection failed is tried again; doubles each time (assumed).
  public var firstRetryDelay: Duration = .seconds(10)
  /// Longest wait between two tries (assumed).
  public var longestRetryDelay: Duration = .seconds(600)
  /// How long a transfer may take in all before it fails with NSURLErrorTimedOut; the default of
  /// `timeoutIntervalForResource` is seven days (documented).
  public var resourceTimeout: Duration = .seconds(7 * 24 * 3600)

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {}
}
