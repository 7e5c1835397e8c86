import YobanSimulatedDevices

/// The reason for which Health Connect refuses a call.
package enum HealthConnectFailure: Error, Sendable, Hashable {
  /// The permission for a type is missing.
  case noPermission(String, HealthConnectRecordType)
  /// The records of others were read without the permission for the type, or in background without the permission for
  /// that (AN26).
  case onlyOwnRecords(HealthConnectRecordType, inBackground: Bool)
  /// Changes were read in background without the permission for that, which not every system has (AN26).
  case changesInBackground(package: String, systemHasPermission: Bool)
  /// The token is unknown, or no longer valid (AN27).
  case invalidToken(isExpired: Bool)
  /// The calls exceed the quota, of which a part of a call is available (AN29).
  case quotaExceeded(available: Float, inBackground: Bool)

  /// `HealthConnectException.getErrorCode()`.
  package var code: Int32 {
    switch self {
    case .noPermission, .onlyOwnRecords, .changesInBackground: 5
    case .invalidToken: 3
    case .quotaExceeded: 7
    }
  }

  /// The message of AOSP, as of its first quarter of 2025: the Java exception as text.
  package var message: String {
    switch self {
    case .noPermission(let permission, let type):
      // AOSP has no blank before the class of a read.
      "java.lang.SecurityException: Caller doesn't have android.permission.\(permission) to \(permission == type.writePermission ? "write to record type " : "read to record type")\(type.className)"
    case .onlyOwnRecords(let type, _):
      "java.lang.SecurityException: Caller does not have permission to read data for the following (recordType: \(type.className)) from other applications."
    case .changesInBackground(let package, let systemHasPermission):
      // AOSP has no blank after the package. A simulated app has no uid: this is the first one of an app.
      "java.lang.SecurityException: \(package)must be in foreground to call getChangeLogs method\(systemHasPermission ? ": uid 10000 does not have android.permission.\(HealthConnectAccess.inBackground)." : "")"
    case .invalidToken: "java.lang.IllegalArgumentException: Invalid token"
    case .quotaExceeded(let available, _):
      "android.health.connect.HealthConnectException: API call quota exceeded, availableQuota: \(available) requested: 1"
    }
  }

  /// The finding for a mistake of an app that works in background; nil for a refusal that the app can expect.
  var finding: Finding? {
    switch self {
    case .onlyOwnRecords(_, inBackground: true), .changesInBackground: .healthReadInBackground
    case .quotaExceeded(_, let inBackground): .healthQuotaExceeded(inBackground: inBackground)
    case .noPermission, .onlyOwnRecords(_, inBackground: false), .invalidToken: nil
    }
  }
}

extension Finding {
  static let healthReadInBackground = Finding(
    .androidHealthBackgroundRead, rule: .an26,
    what:
      "The app read records of other apps in Health Connect while it was in background, without the permission for that: the call failed with ERROR_SECURITY.",
    remedy:
      "Request READ_HEALTH_DATA_IN_BACKGROUND, and check it before each read in background; where the system does not have it, read while the app is visible."
  )

  static func healthQuotaExceeded(inBackground: Bool) -> Finding {
    Finding(
      .androidHealthQuota, rule: .an29,
      what:
        "The app called Health Connect more often than it may \(inBackground ? "in background" : "in foreground"): the call failed with ERROR_RATE_LIMIT_EXCEEDED.",
      remedy: "Read changes instead of all records, and write many records with one call.")
  }

  static func healthChangesMissed(_ count: Int, _ types: [HealthConnectRecordType]) -> Finding {
    Finding(
      .androidHealthChangesMissed, rule: .an27,
      what:
        "The app went on with a new changes token after its token had expired, without reading \(types.map(\.rawValue).joined(separator: ", ")): it misses \(count) \(count == 1 ? "change" : "changes").",
      remedy:
        "When getChangeLogs fails with ERROR_INVALID_ARGUMENT, get a new token and read the records of the missed time."
    )
  }
}

extension Finding.Kind {
  /// Records of other apps were read in background without the permission for that.
  public static let androidHealthBackgroundRead = Self("android.health.background-read")
  /// A changes token expired, and the app does not read what it missed.
  public static let androidHealthChangesMissed = Self("android.health.changes-missed")
  /// The app called Health Connect more often than it may.
  public static let androidHealthQuota = Self("android.health.quota")
}
