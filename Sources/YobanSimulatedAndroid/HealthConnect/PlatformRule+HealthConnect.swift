import YobanPlatformProfiles

extension PlatformRule {
  public static let an26 = PlatformRule(
    "AN26", .android, .documented,
    versions: "API 34 and later; the permission on Android 14 with SDK extension 13, and later",
    "An app in background can write to Health Connect and read its own records, but it gets the records of other apps, changes and aggregates only with the permission READ_HEALTH_DATA_IN_BACKGROUND.",
    sources: [AndroidPage.healthRead, AndroidPage.healthFunctions, AndroidPage.healthService],
    details: [
      .init(
        .documented,
        "Without the permission, a read with filters fails with ERROR_SECURITY, unless it names the app itself as its only origin. A read by identifiers does not fail: it leaves the records of others out. An app with the permission to write a type, but not to read it, reads its own records only, in foreground, too.",
        [AndroidPage.healthService, AndroidPage.healthBackgroundTest]),
      .init(
        .reported,
        "On phones with Android 14 the message is: Caller does not have permission to read data for the following (recordType: class android.health.connect.datatypes.StepsRecord) from other applications.",
        [.thread("carp-dk/flutter-plugins", 968)]),
      .init(
        .documented,
        "In AOSP, changes and aggregates in background fail with ERROR_SECURITY without the permission, also those of the app's own records. A token for changes needs only the permissions to read its types.",
        [AndroidPage.healthService, AndroidPage.healthBackgroundTest]),
      .init(
        .reported, "On a phone, too, an aggregate in background fails without the permission.",
        [.thread("woowacourse-teams/2025-mul-kkam", 486)]),
      .init(
        .documented,
        "In AOSP an app is in foreground while it or one of its widgets is visible, while it has a foreground service, and while the app on top or a foreground service is bound to it. This lasts for 5 s after it left the screen or ended its foreground service, but not longer than its process.",
        [
          .page(
            "AppOpsUidStateTrackerImpl.java", by: "Android Open Source Project",
            at:
              "https://github.com/msft-mirror-aosp/platform.frameworks.base/blob/9d2c437787f409135e82a3b5232111f7ce1c788a/services/core/java/com/android/server/appop/AppOpsUidStateTrackerImpl.java"
          ),
          .page(
            "AppOpsService.java (TOP_STATE_SETTLE_TIME, FG_SERVICE_STATE_SETTLE_TIME)",
            by: "Android Open Source Project"),
        ]),
      .init(
        .documented,
        "Health Connect is a part of the system from API 34 on. The SDK of API 35 has the permission, and the library androidx.health.connect looks for it on Android 14 with SDK extension 13, too. In the source of Android 14 of March 2024 background reads are switched off.",
        [
          AndroidPage.healthLibrary("HealthConnectFeatures.kt"),
          .page(
            "HealthPermissions.java (API 35)", by: "Android Open Source Project",
            at:
              "https://github.com/Reginer/aosp-android-jar/blob/485f85aa32264113faa1ccf0a0991dc8cca8d19b/android-35/src/android/health/connect/HealthPermissions.java"
          ),
          AndroidPage.healthModule14(
            "service/java/com/android/server/healthconnect/HealthConnectDeviceConfigManager.java"),
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
      "API 34 means Android 14 with its Health Connect module of March 2024. The first one gave an app in background its own records instead of an error. The permission comes with API 35 only, not with an SDK extension of Android 14. Widgets and bindings do not make an app a foreground app, and the 5 s hold after the screen, not after a foreground service. Aggregates and reads by identifiers are missing. Before API 34 there is no Health Connect, although an app on a phone can install it. The activity that explains the permissions is not needed."
  )

  public static let an27 = PlatformRule(
    "AN27", .android, .documented, versions: "API 34 and later",
    "Health Connect notifies no app of new records: an app asks for the changes since a token, and when the token is no longer valid, it must read the records again that it missed.",
    sources: [AndroidPage.healthChanges, AndroidPage.healthSync],
    details: [
      .init(
        .documented, "A token is valid for 30 days only.",
        [AndroidPage.healthChanges, AndroidPage.healthSync]),
      .init(
        .documented,
        "In AOSP getChangeLogs fails with ERROR_INVALID_ARGUMENT for a token that does not exist; the library androidx.health.connect then returns changesTokenExpired.",
        [
          AndroidPage.healthService,
          AndroidPage.healthLibrary("impl/HealthConnectClientUpsideDownImpl.kt"),
        ]),
      .init(
        .documented,
        "In AOSP an answer without changes has the same token again. Written records come as they are now, each once in an answer; an answer to a later page can have one again. A deleted record comes as its identifier only.",
        [AndroidPage.healthLogs]),
      .init(
        .documented,
        "AOSP deletes older changes and tokens in a daily job that needs a charging and idle phone, after 32 days; a token that getChangeLogs gave has no time, so it stays valid, but the changes after it are gone.",
        [
          AndroidPage.healthLogs, AndroidPage.healthTokens,
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/HealthConnectDailyJobs.java"),
        ]),
    ],
    simulated:
      "A token is valid for 30 days by the clock of the device, also one that came from getChangeLogs. After that the call fails with ERROR_INVALID_ARGUMENT. If the app goes on with a new token and has read no records of a type of which it missed changes, that is a finding.",
    difference:
      "That AOSP drops changes without an error after a token of getChangeLogs is not simulated, nor its daily job: every token ends after the documented time. AOSP counts the records of one type that an app writes with one call as one, so an answer can have more records than its page size; here each record counts."
  )

  public static let an28 = PlatformRule(
    "AN28", .android, .documented,
    versions: "API 34 and later; the permission on Android 14 with SDK extension 13, and later",
    "Without the permission READ_HEALTH_DATA_HISTORY, an app reads the records of other apps only from 30 days before its first permission of Health Connect was granted.",
    sources: [AndroidPage.healthRead, AndroidPage.healthRecords],
    details: [
      .init(
        .documented,
        "Reads, changes and aggregates leave older records out without an error. Only readRecord of the library androidx.health.connect, which reads a single record, fails.",
        [AndroidPage.healthHistory, AndroidPage.healthRecords]),
      .init(
        .documented,
        "The app's own records have no limit in reads and aggregates. Changes leave the app's own older records out, too, but deletions of any age come.",
        [AndroidPage.healthRecords, AndroidPage.healthLogsTest]),
      .init(
        .documented,
        "The start of a record decides. In AOSP a record that starts exactly at the limit is in reads, but not in changes.",
        [AndroidPage.healthRecords]),
      .init(
        .documented,
        "An app that is deleted and installed again begins with a new first permission.",
        [
          AndroidPage.healthRead,
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/permission/HealthConnectPermissionHelper.java"
          ),
        ]),
      .init(
        .documented,
        "When the user revokes the last permission of Health Connect, AOSP forgets the time of the first one.",
        [
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/permission/FirstGrantTimeManager.java")
        ]),
    ],
    simulated:
      "The 30 days count by the clock of the device, back from the first permission whose name begins with `health.`. Changes leave out own records, too.",
    difference:
      "API 34 means Android 14 with its Health Connect module of March 2024. The first one limited reads of own records, too. The permission comes with API 35 only, not with an SDK extension of Android 14. A backup that is restored does not bring an older first permission back."
  )

  public static let an29 = PlatformRule(
    "AN29", .android, .documented, versions: "API 34 and later",
    "Health Connect limits the calls of an app, and reads in background more than in foreground; a call beyond the limit fails with ERROR_RATE_LIMIT_EXCEEDED.",
    sources: [AndroidPage.healthLimits, AndroidPage.healthLimiter],
    details: [
      .init(
        .documented,
        "In AOSP an app may read 2000 times in 15 min and 16000 times in 24 hours in foreground, and 1000 and 8000 times in background; aggregates and calls for changes and tokens count as reads. It may write 1000 and 8000 times, in foreground and in background each; updates and deletions count as writes.",
        [AndroidPage.healthLimiter, AndroidPage.healthService]),
      .init(
        .documented,
        "In AOSP the writes in background have at most 35 MB for an app and 100 MB for all apps in 15 min.",
        [AndroidPage.healthLimiter]),
      .init(
        .documented,
        "Android 14 as released allowed 1000 and 8000 reads in foreground, too; a change of November 2023 raised them.",
        [
          .page(
            "Change limits for read in foreground", by: "Android Open Source Project",
            at:
              "https://github.com/GrapheneOS/platform_packages_modules_HealthFitness/commit/7ef0d6868b951a93661186cbf3934e2d377c4581"
          )
        ]),
      .init(
        .documented,
        "In AOSP the calls come back evenly over the period, and a restart of the system or a switch of users restores all of them. A call counts before its permissions are checked. It does not count if it asks for changes or aggregates in background without the permission, or if its token is unknown.",
        [
          AndroidPage.healthLimiter, AndroidPage.healthService,
          AndroidPage.healthModule(
            "service/java/com/android/server/healthconnect/HealthConnectManagerService.java"),
        ]),
    ],
    simulated:
      "Each call takes one from the two buckets of its kind. The first call beyond the limit in a process is a finding.",
    difference:
      "API 34 means Android 14 with its Health Connect module of March 2024. The limits of the size of records, and of all writes in background, are not simulated. A phone has one user only."
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
  static let healthLogsTest = healthModule(
    "tests/cts/src/android/healthconnect/cts/changelogs/HealthConnectChangeLogsTests.java")
  static let healthRecords = healthModule(
    "service/java/com/android/server/healthconnect/storage/datatypehelpers/RecordHelper.java")
  static let healthLimiter = healthModule(
    "framework/java/android/health/connect/ratelimiter/RateLimiter.java")

  /// A file of the library androidx.health.connect.
  static func healthLibrary(_ path: String) -> RuleSource {
    .page(
      String(path.split(separator: "/").last ?? ""), by: "Android Open Source Project",
      at:
        "https://github.com/androidx/androidx/blob/androidx-main/health/connect/connect-client/src/main/java/androidx/health/connect/client/\(path)"
    )
  }

  /// A file of AOSP's module HealthFitness, as of March 2024 in Android 14.
  static func healthModule14(_ path: String) -> RuleSource {
    .page(
      String(path.split(separator: "/").last ?? "") + " (Android 14)",
      by: "Android Open Source Project",
      at:
        "https://github.com/GrapheneOS/platform_packages_modules_HealthFitness/blob/a2ea65337ffae65b232151cd48c2ddedd761c39b/\(path)"
    )
  }

  /// A file of AOSP's module HealthFitness, as of its first quarter of 2025.
  static func healthModule(_ path: String) -> RuleSource {
    .page(
      String(path.split(separator: "/").last ?? ""), by: "Android Open Source Project",
      at:
        "https://github.com/msft-mirror-aosp/platform.packages.modules.HealthFitness/blob/45168a88ae2a7e1abafe1cc81001d97ff00194e2/\(path)"
    )
  }
}
