import YobanPlatformProfiles
import YobanVirtualTime

extension Finding {
  package static func deadObject(_ call: String) -> Finding {
    Finding(
      .processDeadObject, rule: .l8,
      what: "\(call) was called on an object of a process that has ended.",
      remedy:
        "On a device all objects end with the process. If a static variable holds this one, its module must be one of those in `statics` of `install`."
    )
  }

  static func eventNotCompleted(
    _ what: String, within limit: Duration, _ rule: PlatformRule, remedy: String
  ) -> Finding {
    Finding(
      .eventNotCompleted, rule: rule,
      what: "The app did not complete \(what) within \(limit): the system ends it.", remedy: remedy)
  }

  /// - Parameter call: what the app called.
  package static func groupNotEntitled(_ group: String, _ call: String) -> Finding {
    Finding(
      .fileGroupNotEntitled, rule: nil,
      what:
        "\(call) was called for the App Group \(group), which the app does not have: it gets nothing that other apps and extensions share.",
      remedy:
        "Add the group in Xcode under App Groups; in a test, pass the entitlement com.apple.security.application-groups to install."
    )
  }

  static func nothingOutstanding(_ delay: Duration) -> Finding {
    let wholeMilliseconds = Duration.nanoseconds(delay.nanoseconds / 1_000_000 * 1_000_000)
    return Finding(
      .wakeNothingOutstanding, rule: .l7,
      what:
        "The app was suspended while only a delay of its own was outstanding (asyncAfter, sleep), which had \(wholeMilliseconds) left: neither the delay nor the system makes it run again.",
      remedy:
        "Leave a request with the system before the app waits, such as connect(_:options:), which has no timeout, a scan, a region or a task of BGTaskScheduler; or hold a background task during a short delay.",
      isAdvice: true)
  }

  static func lateBlocks(_ count: Int) -> Finding {
    Finding(
      .wakeLateBlocks, rule: .l7,
      what:
        "\(count) delayed blocks became due while the app was suspended: they run now, one right after the other.",
      remedy:
        "Plan one delay at a time, and compare the clock when its block runs, because it can be hours late.",
      isAdvice: true)
  }

  static func lockedFileAtSuspension(_ file: String) -> Finding {
    Finding(
      .fileLockedAtSuspension, rule: .l10,
      what:
        "The app was suspended while it held a lock on \(file), a file in the container of an App Group: the system ends it with 0xdead10cc.",
      remedy:
        "Hold a background task from before the lock until after it, or release the lock before the app is suspended."
    )
  }

  package static let withoutScenes = Finding(
    .appWithoutScenes, rule: .l22,
    what:
      "The app does not use scenes: built with the SDK of iOS 27, it does not launch on iOS 27 and later.",
    remedy:
      "Add UIApplicationSceneManifest to Info.plist, and move the window to a scene delegate.",
    isAdvice: true)

  static func protectedFile(_ name: String) -> Finding {
    Finding(
      .fileProtected, rule: .dp1,
      what:
        "The file \(name) was opened, which is not accessible while the device is locked: the call failed.",
      remedy:
        "Give files that the app uses in background the protection completeUntilFirstUserAuthentication, and treat a failed read as a failure, not as an empty file.",
      isAdvice: true)
  }

  static func oldContainer(_ path: String) -> Finding {
    Finding(
      .fileOldContainer, rule: .dp10,
      what:
        "A file was looked for at an absolute path of before the update of the app: \(path.isEmpty ? "the container" : path). The container has moved since then.",
      remedy:
        "Store paths relative to a folder such as URL.documentsDirectory, and ask for that folder in each launch."
    )
  }

  static func crashedAgain(_ crash: String) -> Finding {
    Finding(
      .crashAgain, rule: .l21,
      what:
        "Two launches of the app, one right after the other, have ended with the same crash: \(crash).",
      remedy:
        "What the app has stored may cause it: check values when the app reads them, and store none that it could not read."
    )
  }

  static func defaultsOverwritten(_ key: String) -> Finding {
    Finding(
      .defaultsOverwritten, rule: .dp4,
      what:
        "UserDefaults was read for \(key) in a process that was launched before the first unlock, where it has no values, and then set: the stored value is overwritten.",
      remedy:
        "Check isProtectedDataAvailable before the app takes missing values for a new installation, or keep such values in a file without protection."
    )
  }

  static func leaked(_ task: BackgroundTaskStateMachine.Task) -> Finding {
    Finding(
      .bgtaskLeaked, rule: .bg4,
      what:
        "The background task \(task.name.map { "\"\($0)\"" } ?? "without a name") that began at \(task.began) was never ended.",
      remedy: "Call endBackgroundTask on every path, in the expiration handler too.")
  }
}

extension Finding.Kind {
  /// A background task was not ended.
  public static let bgtaskLeaked = Self("bgtask.leaked")
  /// Two launches have ended with the same crash.
  public static let crashAgain = Self("crash.again")
  /// A value of `UserDefaults` was overwritten that could not be read before the first unlock.
  public static let defaultsOverwritten = Self("defaults.overwritten")
  /// An event of the system was not completed in time, such as a fetch or a push.
  public static let eventNotCompleted = Self("event.not-completed")
  /// The app does not use scenes, which a later version of iOS requires.
  public static let appWithoutScenes = Self("app.without-scenes")
  /// A file of an App Group was locked when the app was suspended.
  public static let fileLockedAtSuspension = Self("file.locked-at-suspension")
  /// A file was looked for in the container of before an update.
  public static let fileOldContainer = Self("file.old-container")
  /// An App Group was used that the app does not belong to.
  public static let fileGroupNotEntitled = Self("file.group-not-entitled")
  /// A file was opened that is not accessible while the device is locked.
  public static let fileProtected = Self("file.protected")
  /// An object of a process that has ended was used.
  public static let processDeadObject = Self("process.dead-object")
  /// Delayed blocks ran late, because the app was suspended.
  public static let wakeLateBlocks = Self("wake.late-blocks")
  /// The app was suspended, and nothing makes it run again.
  public static let wakeNothingOutstanding = Self("wake.nothing-outstanding")
  /// The user has force-quit the app, so nothing relaunches it.
  public static let relaunchAfterForceQuit = Self("relaunch.after-force-quit")
  /// Code was called that YobanPort has left out.
  public static let portLeftOut = Self("port.left-out")
  /// Code that YobanPort has left out was skipped.
  public static let portSkipped = Self("port.skipped")
}
