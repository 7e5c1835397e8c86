internal import SimulatedOS
internal import VirtualTime

// Background fetch, pushes, and the keep-alive of VoIP apps.
extension UIApplication {
  /// As often as the system allows (FT1).
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
  /// The default (FT1).
  public nonisolated static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude

  /// Lets the system fetch in background, never sooner than this after the last fetch (FT1). It is
  /// kept between the launches of the app.
  ///
  /// Has no effect before iOS 7, without the background mode `fetch`, and from iOS 13 on if
  /// Info.plist has BGTaskSchedulerPermittedIdentifiers.
  ///
  /// - Parameter minimumBackgroundFetchInterval: seconds.
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let seconds = minimumBackgroundFetchInterval
    let isNever = seconds >= 100 * 365 * 24 * 3600
    service.setMinimumFetchInterval(
      isNever ? nil : .nanoseconds(Int64(max(0, seconds) * 1e9)), for: process)
  }

  /// Asks for the token that a server needs to send pushes; the delegate gets it, or an error
  /// without the entitlement `aps-environment`. Offline neither comes until there is a path (FT6).
  public func registerForRemoteNotifications() { service.registerForPushes(process) }

  /// No pushes from now on.
  public func unregisterForRemoteNotifications() { service.unregisterForPushes(process) }

  /// Whether the app has a token and has not given it back, also in an earlier launch.
  public var isRegisteredForRemoteNotifications: Bool {
    service.isRegisteredForPushes(process.app)
  }

  /// Has the handler called every so often in background, for 10 s: before iOS 7 (BG8).
  ///
  /// - Parameter timeout: seconds, at least 600.
  /// - Returns: whether it will be called; that needs the background mode `voip`.
  public func setKeepAliveTimeout(
    _ timeout: TimeInterval, handler keepAliveHandler: (() -> Void)? = nil
  ) -> Bool {
    let isKept = service.setKeepAlive(
      every: .nanoseconds(Int64(min(max(0, timeout), 1e9) * 1e9)), for: process)
    self.keepAliveHandler = isKept ? keepAliveHandler : nil
    return isKept
  }

  /// Takes the keep-alive handler away.
  public func clearKeepAliveTimeout() {
    _ = service.setKeepAlive(every: nil, for: process)
    keepAliveHandler = nil
  }

  private var service: SchedulerService { process.app.device.scheduler }
}

/// What a background fetch brought. The system learns from it; here it has no effect.
@nonexhaustive public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData = 0
  case noData = 1
  case failed = 2
}

/// `UIApplication.backgroundRefreshStatus`.
@nonexhaustive public enum UIBackgroundRefreshStatus: Int, Sendable {
  case restricted = 0
  case denied = 1
  case available = 2
}
