import YobanPlatformProfiles

extension PlatformRule {
  public static let an26 = PlatformRule(
    "AN26", .android, .documented, versions: "API 34 and later; the permission from API 35 on",
    "An app in background can write to Health Connect and read its own records, but the records of other apps and the changes only with the permission READ_HEALTH_DATA_IN_BACKGROUND.",
    sources: [AndroidPage.healthRead, AndroidPage.healthFunctions, AndroidPage.healthService],
    details: [
      .init(
        .documented,
        "A read of others' records then fails with ERROR_SECURITY, unless the request names the app itself as its only origin. An app with the permission to write a type, but not to read it, reads its own records only, in foreground, too.",
        [AndroidPage.healthService, AndroidPage.healthBackgroundTest]),
      .init(
        .reported,
        "On phones with Android 14 the message is: Caller does not have permission to read data for the following (recordType: class android.health.connect.datatypes.StepsRecord) from other applications.",
        [.thread("carp-dk/flutter-plugins", 968)]),
      .init(
        .documented,
        "In AOSP, changes in background fail with ERROR_SECURITY without the permission, also those of the app's own records. A token for changes needs only the permissions to read its types.",
        [AndroidPage.healthService, AndroidPage.healthBackgroundTest]),
      .init(
        .documented,
        "In AOSP an app is in foreground while it is visible or has a foreground service, and for 5 s after it left the screen.",
        [
          .page("AppOpsUidStateTrackerImpl.java", by: "Android Open Source Project"),
          .page("AppOpsService.java (TOP_STATE_SETTLE_TIME)", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "Health Connect is a part of the system from API 34 on. In the source of Android 14 background reads are switched off; the SDK of API 35 has the permission.",
        [
          .page(
            "HealthConnectDeviceConfigManager.java (BACKGROUND_READ_DEFAULT_FLAG_VALUE)",
            by: "Android Open Source Project",
            at:
              "https://github.com/GrapheneOS/platform_packages_modules_HealthFitness/blob/a2ea65337ffae65b232151cd48c2ddedd761c39b/service/java/com/android/server/healthconnect/HealthConnectDeviceConfigManager.java"
          ),
          .page(
            "HealthPermissions.java (API 35)", by: "Android Open Source Project",
            at:
              "https://github.com/Reginer/aosp-android-jar/blob/485f85aa32264113faa1ccf0a0991dc8cca8d19b/android-35/src/android/health/connect/HealthPermissions.java"
          ),
        ]),
      .init(
        .documented,
        "AOSP keeps the records in the storage that is encrypted with the user's credentials, which nothing can read between a boot and the first unlock.",
        [
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/utils/FilesUtil.java")
        ]),
    ],
    simulated:
      "`HealthConnectManager` has steps, heart rates and sleep sessions. Each answer comes at once, on the executor. `phone.grant` and `phone.refuse` decide about `health.READ_STEPS` and the other permissions; `phone.healthConnect.add` writes a record as another app does. A read or a call for changes that is refused in background is a finding.",
    difference:
      "The permission comes with API 35 only, not with an SDK extension of Android 14. The 5 s hold after the screen, not after a foreground service. Before API 34 there is no Health Connect, although an app on a phone can install it. The activity that explains the permissions is not needed."
  )

  public static let an27 = PlatformRule(
    "AN27", .android, .documented, versions: "API 34 and later",
    "Health Connect notifies no app of new records: an app asks for the changes since a token, and when the token is no longer valid, it must read the records again that it missed.",
    sources: [AndroidPage.healthChanges, AndroidPage.healthSync],
    details: [
      .init(
        .documented, "A token is valid for 30 days only.", [AndroidPage.healthChanges]),
      .init(
        .documented,
        "In AOSP getChangeLogs fails with ERROR_INVALID_ARGUMENT for a token that does not exist; the library androidx.health.connect then returns changesTokenExpired.",
        [
          AndroidPage.healthService,
          .page("HealthConnectClientUpsideDownImpl.kt", by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "In AOSP an answer without changes has the same token again. Written records come as they are now, each once; a deleted one comes as its identifier only.",
        [AndroidPage.healthLogs]),
      .init(
        .documented,
        "AOSP deletes older changes and tokens in a daily job that needs a charging and idle phone, after 32 days; a token that getChangeLogs gave has no time, so it stays valid, but the changes after it are gone.",
        [AndroidPage.healthLogs, AndroidPage.healthTokens]),
    ],
    simulated:
      "A token is valid for 30 days by the clock of the device, also one that came from getChangeLogs. After that the call fails with ERROR_INVALID_ARGUMENT. If the app goes on with a new token and has read no records of a type of which it missed changes, that is a finding.",
    difference:
      "That AOSP drops changes without an error after a token of getChangeLogs is not simulated, nor its daily job: every token ends after the documented time."
  )

  public static let an28 = PlatformRule(
    "AN28", .android, .documented, versions: "API 34 and later; the permission from API 35 on",
    "Without the permission READ_HEALTH_DATA_HISTORY, an app reads the records of other apps only from 30 days before its first permission of Health Connect was granted.",
    sources: [AndroidPage.healthRead, AndroidPage.healthRecords],
    details: [
      .init(
        .documented,
        "Reads of many records, changes and aggregates leave older records out without an error; only a read of a single record fails. The app's own records have no limit.",
        [AndroidPage.healthHistory, AndroidPage.healthRecords]),
      .init(
        .documented,
        "An app that is deleted and installed again begins with a new first permission.",
        [AndroidPage.healthRead]),
      .init(
        .documented,
        "When the user revokes the last permission of Health Connect, AOSP forgets the time of the first one.",
        [
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/permission/FirstGrantTimeManager.java")
        ]),
    ],
    simulated:
      "The 30 days count by the clock of the device, back from the first permission whose name begins with `health.`. The start of a record decides."
  )

  public static let an29 = PlatformRule(
    "AN29", .android, .documented, versions: "API 34 and later",
    "Health Connect limits the calls of an app, in background more than in foreground; a call beyond the limit fails with ERROR_RATE_LIMIT_EXCEEDED.",
    sources: [AndroidPage.healthLimits, AndroidPage.healthLimiter],
    details: [
      .init(
        .documented,
        "In AOSP an app may read 2000 times in 15 min and 16000 times in 24 hours in foreground, and 1000 and 8000 times in background; calls for changes and tokens count as reads. It may write 1000 and 8000 times, in foreground and in background each.",
        [AndroidPage.healthLimiter]),
      .init(
        .documented,
        "In AOSP the calls come back evenly over the period, and a restart of the system restores all of them. A call counts before its permissions are checked, but not before those for changes in background.",
        [AndroidPage.healthLimiter, AndroidPage.healthService]),
    ],
    simulated:
      "Each call takes one from the two buckets of its kind. The first call beyond the limit in a process is a finding.",
    difference: "The limits of the size of records are not simulated."
  )
}

extension AndroidPage {
  static let healthRead = google(
    "Read raw data", "health-and-fitness/guides/health-connect/develop/read-data")
  static let healthFunctions = google(
    "Review Health Connect functionality",
    "health-and-fitness/guides/health-connect/plan/developer-functionality")
  static let healthSync = google(
    "Synchronize data", "health-and-fitness/guides/health-connect/develop/sync-data")
  static let healthChanges = google(
    "Differential changes API",
    "guide/health-and-fitness/health-connect/data-and-data-types/differential-changes-api")
  static let healthLimits = google(
    "Plan to avoid rate limiting", "health-and-fitness/guides/health-connect/plan/rate-limiting")
  static let healthHistory = google(
    "HealthPermission.PERMISSION_READ_HEALTH_DATA_HISTORY",
    "reference/kotlin/androidx/health/connect/client/permission/HealthPermission")
  static let healthService = healthModule(
    "service/java/com/android/server/healthconnect/HealthConnectServiceImpl.java")
  static let healthBackgroundTest = healthModule(
    "tests/cts/src/android/healthconnect/cts/backgroundread/BackgroundReadTest.java")
  static let healthLogs = healthModule(
    "service/java/com/android/server/healthconnect/storage/datatypehelpers/ChangeLogsHelper.java")
  static let healthTokens = healthModule(
    "service/java/com/android/server/healthconnect/storage/datatypehelpers/ChangeLogsRequestHelper.java"
  )
  static let healthRecords = healthModule(
    "service/java/com/android/server/healthconnect/storage/datatypehelpers/RecordHelper.java")
  static let healthLimiter = healthModule(
    "framework/java/android/health/connect/ratelimiter/RateLimiter.java")

  /// A file of AOSP's module HealthFitness, as of its first quarter of 2025.
  static func healthModule(_ path: String) -> RuleSource {
    .page(
      String(path.split(separator: "/").last ?? ""), by: "Android Open Source Project",
      at:
        "https://github.com/msft-mirror-aosp/platform.packages.modules.HealthFitness/blob/45168a88ae2a7e1abafe1cc81001d97ff00194e2/\(path)"
    )
  }
}
