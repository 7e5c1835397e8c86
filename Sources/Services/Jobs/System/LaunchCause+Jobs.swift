import YobanSimulatedDevices

extension LaunchCause {
  /// A background fetch (FT1).
  public static let backgroundFetch = Self("background fetch")

  /// A silent push, with its payload as JSON text (L13, FT6).
  public static func remoteNotification(_ payload: String) -> Self {
    let key = "UIApplicationLaunchOptionsRemoteNotificationKey"
    return Self("remote notification", [Option(key, .json(payload))])
  }

  /// A task of BGTaskScheduler, by its identifier (FT2).
  public static func backgroundTask(_ identifier: String) -> Self {
    Self("background task \(identifier)")
  }
}

extension RunTimeLedger.Grant {
  /// A background fetch that has not called its completion handler (FT1).
  package static let fetch = Self("fetch")
  /// A silent push whose completion handler was not called (FT6).
  package static let remoteNotification = Self("remote notification")
  /// A task of BGTaskScheduler that was not completed (FT3, FT4, FT5).
  package static let scheduledTask = Self("scheduled task")
  /// A call of a VoIP app's keep-alive handler (BG8).
  package static let keepAlive = Self("keep-alive")
}
