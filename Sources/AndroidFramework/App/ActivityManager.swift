internal import YobanSimulatedAndroid

/// `android.app.ActivityManager`.
public final class ActivityManager {
  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Returns whether the user has restricted the app in the background. Always false here.
  public func isBackgroundRestricted() -> Bool { false }

  /// Returns the reasons why earlier processes of the app ended, newest first (API level 30).
  ///
  /// - Parameters:
  ///   - pid: 0.
  ///   - maxNum: The largest number of results; 0 for all.
  public func getHistoricalProcessExitReasons(
    _ packageName: String?, _ pid: Int32, _ maxNum: Int32
  ) -> [ApplicationExitInfo] {
    guard client.apiLevel >= 30 else { return [] }
    let now = Date().timeIntervalSince1970
    let all = client.exits.map { exit in
      let ago = Double(exit.ago.components.seconds) + Double(exit.ago.components.attoseconds) / 1e18
      return ApplicationExitInfo(
        reason(exit.reason), "\(exit.reason)", Int64(((now - ago) * 1000).rounded()))
    }
    return maxNum > 0 ? Array(all.prefix(Int(maxNum))) : all
  }

  private func reason(_ reason: TerminationReason) -> Int32 {
    switch reason {
    case .jetsam: ApplicationExitInfo.REASON_LOW_MEMORY
    case .crash(let what):
      what.hasPrefix("ANR") ? ApplicationExitInfo.REASON_ANR : ApplicationExitInfo.REASON_CRASH
    case .forceQuit, .uninstalled, .system(.taskRemoved), .system(.taskManager),
      .system(.hibernation):
      ApplicationExitInfo.REASON_USER_REQUESTED
    case .updated:
      client.apiLevel >= 34
        ? ApplicationExitInfo.REASON_PACKAGE_UPDATED : ApplicationExitInfo.REASON_USER_REQUESTED
    case .system(.permissionChange): ApplicationExitInfo.REASON_PERMISSION_CHANGE
    case .system(.makersPowerSaving), .system(.languageChange), .system(.extensionOutOfTime),
      .reboot, .batteryEmpty, .killed:
      ApplicationExitInfo.REASON_OTHER
    }
  }
}

/// `android.app.ApplicationExitInfo`.
public final class ApplicationExitInfo: Sendable {
  public static let REASON_UNKNOWN: Int32 = 0
  public static let REASON_LOW_MEMORY: Int32 = 3
  public static let REASON_CRASH: Int32 = 4
  public static let REASON_ANR: Int32 = 6
  public static let REASON_PERMISSION_CHANGE: Int32 = 8
  public static let REASON_USER_REQUESTED: Int32 = 10
  public static let REASON_OTHER: Int32 = 13
  /// From API level 34 on. Before, an update has REASON_USER_REQUESTED.
  public static let REASON_PACKAGE_UPDATED: Int32 = 16

  private let reason: Int32
  private let text: String
  private let timestamp: Int64

  init(_ reason: Int32, _ text: String, _ timestamp: Int64) {
    self.reason = reason
    self.text = text
    self.timestamp = timestamp
  }

  public func getReason() -> Int32 { reason }
  public func getDescription() -> String? { text }
  /// Milliseconds since 1970.
  public func getTimestamp() -> Int64 { timestamp }
}

/// `android.app.usage.UsageStatsManager` (AN9).
public final class UsageStatsManager {
  public static let STANDBY_BUCKET_ACTIVE: Int32 = 10
  public static let STANDBY_BUCKET_WORKING_SET: Int32 = 20
  public static let STANDBY_BUCKET_FREQUENT: Int32 = 30
  public static let STANDBY_BUCKET_RARE: Int32 = 40
  public static let STANDBY_BUCKET_RESTRICTED: Int32 = 45

  private let client: AndroidClient
  init(_ client: AndroidClient) { self.client = client }

  /// Returns the bucket of the calling app; 5 if it is exempt from battery optimization.
  public func getAppStandbyBucket() -> Int32 { client.standbyBucket.rawValue }
}
