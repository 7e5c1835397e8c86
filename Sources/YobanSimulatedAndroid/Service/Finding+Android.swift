import YobanSimulatedDevices

extension Finding {
  /// A foreground service was refused: its start was not allowed, or its type is missing or wrong.
  static func refused(_ call: String, _ refusal: ForegroundStartGate.Refusal) -> Finding {
    let (rule, remedy): (PlatformRule, String) =
      switch refusal.reason {
      case .background:
        (
          .an4,
          "Start the service while the app is visible; in background only the documented exemptions allow it, such as battery optimization off."
        )
      case .permission:
        (
          .an5,
          "Declare the permission of the type in the manifest, and hold what the type is for before the service starts."
        )
      case .noType, .wrongType:
        (
          .an5,
          "Declare android:foregroundServiceType in the manifest, and start with such a type."
        )
      case .exhausted:
        (
          .an6,
          "Use a type without a limit, such as health or connectedDevice, for what goes on for hours."
        )
      case .boot: (.an6, "Start a service of another type, or a job, after a boot.")
      }
    return Finding(
      .androidFgsTypeOrStart, rule: rule,
      what: "\(call) failed: \(refusal.exception).", remedy: remedy)
  }

  static func timeIsUsedUp(_ service: String, _ type: ForegroundServiceType) -> Finding {
    Finding(
      .androidFgsTypeOrStart, rule: .an6,
      what: "\(service) was in foreground as \(type.names) until its time was used up.",
      remedy:
        "Use a type without a limit, such as health or connectedDevice, for what goes on for hours."
    )
  }

  static func didNotStopInTime(_ service: String, _ type: ForegroundServiceType) -> Finding {
    Finding(
      .androidFgsTypeOrStart, rule: .an6,
      what: "\(service) (\(type.names)) went on after onTimeout: Android ends the app.",
      remedy: "Call stopSelf() in onTimeout(startId, fgsType).")
  }

  static func didNotStartInTime(_ service: String) -> Finding {
    Finding(
      .androidFgsTypeOrStart, rule: .an1,
      what:
        "startForegroundService started \(service), which did not call startForeground in time.",
      remedy: "Call startForeground first thing in onStartCommand or onCreate, on every path.")
  }

  static func shortServiceWentOn(_ service: String) -> Finding {
    Finding(
      .androidFgsTypeOrStart, rule: .an5,
      what: "\(service) is a shortService and went on after onTimeout: the app does not respond.",
      remedy: "Call stopSelf() in onTimeout(startId), or use another type.")
  }

  static func backgroundServiceStopped(_ service: String) -> Finding {
    Finding(
      .androidServiceBackground, rule: .an1,
      what:
        "\(service) ran without being in foreground: it was stopped after the app had left the screen.",
      remedy:
        "Call startForegroundService while the app is visible, and startForeground in the service.")
  }

  static func serviceInBackground(_ service: String) -> Finding {
    Finding(
      .androidServiceBackground, rule: .an1,
      what: "startService was called for \(service) while the app was idle in background.",
      remedy: "Use a job, or a foreground service that starts while the app is visible.")
  }

  static let sleepUnderService = Finding(
    .androidCpuAsleep, rule: .an7,
    what: "The CPU went to sleep although a foreground service runs: all of the app stands still.",
    remedy: "Hold a partial wake lock (PowerManager.PARTIAL_WAKE_LOCK) while the service records.")

  static let killedByMaker = Finding(
    .androidMakerKilled, rule: .an10,
    what: "The maker's power saving ended the app although its foreground service was running.",
    remedy: "Ask the user to exempt the app in the maker's settings (dontkillmyapp.com).")

  static let putToSleepByMaker = Finding(
    .androidMakerKilled, rule: .an10,
    what: "The maker's power saving put the app to sleep: it had not been opened for days.",
    remedy: "Ask the user to take the app from the list of sleeping apps.")

  static let killedInTheDark = Finding(
    .androidMakerKilled, rule: .an10,
    what: "The maker's power saving ended the app because the screen was off.",
    remedy: "Ask the user to exempt the app in the maker's settings (dontkillmyapp.com).")

  static func noAutostart(_ component: String) -> Finding {
    Finding(
      .androidMakerKilled, rule: .an10,
      what: "This maker's phone did not start the app for \(component).",
      remedy: "Ask the user to allow autostart for the app in the maker's settings.")
  }

  static let wakeLockWithheld = Finding(
    .androidMakerKilled, rule: .an10,
    what:
      "The maker's power saving ignores the wake lock while the screen is off: all of the app stands still.",
    remedy: "Ask the user to exempt the app in the maker's settings (dontkillmyapp.com).")

  static func userJobInBackground(_ service: String) -> Finding {
    Finding(
      .androidJobUserInitiated, rule: .an21,
      what:
        "schedule returned RESULT_FAILURE for a user-initiated job of \(service): the app is not visible.",
      remedy:
        "Schedule it while the app is visible, or after a tap on its notification; otherwise use WorkManager."
    )
  }

  static func noJobNotification(_ service: String) -> Finding {
    Finding(
      .androidJobUserInitiated, rule: .an21,
      what: "A user-initiated job of \(service) has no notification: the app does not respond.",
      remedy: "Call setNotification first thing in onStartJob.")
  }

  static func unused(isHibernating: Bool) -> Finding {
    Finding(
      .androidAppUnused, rule: .an23,
      what: isHibernating
        ? "The app was not used for months: it lost its permissions, alarms and jobs, and runs only when it is opened."
        : "The app was not used for months: it lost its permissions.",
      remedy:
        "Ask the user to switch off \"Pause app activity if unused\", and schedule the work again when the app is opened."
    )
  }

  /// Audio in the background was refused or muted.
  ///
  /// - Parameter what: the beginning of a sentence, such as `setStreamVolume was refused`.
  static func audioRefused(_ what: String, _ refusal: BackgroundAudioGate.Refusal) -> Finding {
    Finding(
      .androidAudioBackground, rule: .an25, what: "\(what): \(refusal.rawValue).",
      remedy: refusal == .noForegroundService
        ? "Start a foreground service, such as one of the type mediaPlayback, while the app is visible, and keep it as long as audio plays."
        : "Start the service while the app is visible or after an action of the user; an alarm needs USAGE_ALARM and the permission for exact alarms."
    )
  }

  static let noCompanionService = Finding(
    .androidCompanionNoService, rule: .an24,
    what:
      "A companion device appeared or disappeared, but the manifest has no CompanionDeviceService, so the app is not notified.",
    remedy:
      "Declare a service with the action android.companion.CompanionDeviceService in the manifest.")

  static let stoppedBySwipe = Finding(
    .androidMakerKilled, rule: .an10,
    what: "On this maker's phones a swipe from the recent apps is a force stop.",
    remedy: "Ask the user to lock the app in the list of recent apps.")
}

extension Finding.Kind {
  /// Audio of an app in background was muted, or its request for the focus or a volume was refused.
  public static let androidAudioBackground = Self("android.audio.background")
  /// The system reset the permissions of an app that was not used for months, or let it hibernate.
  public static let androidAppUnused = Self("android.app.unused")
  /// A companion device is observed, but the manifest has no service that can be notified.
  public static let androidCompanionNoService = Self("android.companion.no-service")
  /// A user-initiated job was scheduled at a wrong time, or has no notification.
  public static let androidJobUserInitiated = Self("android.job.user-initiated")
  /// The CPU went to sleep although a foreground service runs.
  public static let androidCpuAsleep = Self("android.cpu.asleep")
  /// A foreground service was started, typed or ended in a way that the system punishes.
  public static let androidFgsTypeOrStart = Self("android.fgs.type-or-start")
  /// The power saving of the phone's maker ended the app or put it to sleep.
  public static let androidMakerKilled = Self("android.maker.killed")
  /// A service that is no foreground service was started, or ran on, in the background.
  public static let androidServiceBackground = Self("android.service.background")
}
