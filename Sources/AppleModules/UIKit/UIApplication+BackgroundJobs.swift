internal import YobanSimulatedApple
internal import YobanVirtualTime

// Background fetch, pushes, and the keep-alive handler of VoIP apps.
extension UIApplication {
  /// Fetches as often as the system allows (FT1).
  public static let backgroundFetchIntervalMinimum: TimeInterval = 0
  /// Never fetches. This is the default (FT1).
  public static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude

  /// Allows the system to fetch in the background, at intervals of at least this length (FT1). The
  /// setting stays in effect in later launches.
  ///
  /// Has no effect before iOS 7, without the background mode `fetch`, and from iOS 13 on if
  /// Info.plist has BGTaskSchedulerPermittedIdentifiers.
  ///
  /// - Parameter minimumBackgroundFetchInterval: Seconds.
  @available(*, deprecated, message: "use a BGAppRefreshTask of BackgroundTasks")
  public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
    let seconds = minimumBackgroundFetchInterval
    let isNever = seconds >= 100 * 365 * 24 * 3600
    system("setMinimumBackgroundFetchInterval(_:)") {
      $0.setMinimumFetchInterval(
        isNever ? nil : .nanoseconds(Int64(max(0, seconds) * 1e9)), for: process)
    }
  }

  /// Requests the token that a server needs to send pushes. The delegate receives the token, or an
  /// error without the entitlement `aps-environment`. Without a network path, it receives neither
  /// until there is one (FT6).
  public func registerForRemoteNotifications() {
    system("registerForRemoteNotifications()") { $0.registerForPushes(process) }
  }

  /// Ends the delivery of pushes.
  public func unregisterForRemoteNotifications() {
    system("unregisterForRemoteNotifications()") { $0.unregisterForPushes(process) }
  }

  /// Whether the app has registered, in this or an earlier launch, and has not unregistered.
  public var isRegisteredForRemoteNotifications: Bool {
    system.service.isRegisteredForPushes(process.app)
  }

  /// Registers a handler that is called periodically in the background, for 10 s. Works only before
  /// iOS 7 (BG8).
  ///
  /// - Parameter timeout: The interval in seconds, at least 600.
  /// - Returns: Whether the handler will be called, which requires the background mode `voip`.
  @available(*, deprecated, message: "use PushKit")
  public func setKeepAliveTimeout(
    _ timeout: TimeInterval, handler keepAliveHandler: (() -> Void)? = nil
  ) -> Bool {
    let isKept = setKeepAlive(every: .nanoseconds(Int64(min(max(0, timeout), 1e9) * 1e9)))
    self.keepAliveHandler = isKept ? keepAliveHandler : nil
    return isKept
  }

  /// Removes the keep-alive handler.
  @available(*, deprecated, message: "use PushKit")
  public func clearKeepAliveTimeout() {
    _ = setKeepAlive(every: nil)
    keepAliveHandler = nil
  }

  private func setKeepAlive(every interval: Duration?) -> Bool {
    system("setKeepAliveTimeout(_:handler:)") {
      $0.setKeepAlive(every: interval, for: process)
    } ?? false
  }

  private var system: ServiceHandle<SchedulerService> {
    ServiceHandle(process.app.appleDevice.scheduler, of: process, for: "UIApplication")
  }
}

/// The result of a background fetch. A device learns from it; here it has no effect.
@nonexhaustive public enum UIBackgroundFetchResult: UInt, Sendable {
  case newData = 0
  case noData = 1
  case failed = 2
}

/// The value of `UIApplication.backgroundRefreshStatus`.
@nonexhaustive public enum UIBackgroundRefreshStatus: Int, Sendable {
  case restricted = 0
  case denied = 1
  case available = 2
}
