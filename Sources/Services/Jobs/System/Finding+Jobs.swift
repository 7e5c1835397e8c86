import YobanSimulatedDevices

extension Finding {
  /// A request that BGTaskScheduler refused. Returns nil if the refusal is not the app's fault, for
  /// example because the user turned Background App Refresh off.
  static func taskRefused(
    _ request: ScheduledTaskRequest, _ error: ScheduledTaskError
  ) -> Finding? {
    let what = "BGTaskScheduler.submit(_:) refused \"\(request.identifier)\": \(error)."
    let remedy: String
    switch (error, request.kind) {
    case (.unavailable, _), (.immediateRunIneligible, _): return nil
    case (.tooManyPendingTaskRequests, _):
      remedy =
        "At most 1 refresh and 10 processing requests are pending; use their identifiers again."
    case (.notPermitted, .refresh):
      remedy =
        "Name it in BGTaskSchedulerPermittedIdentifiers, and fetch in UIBackgroundModes, of Info.plist."
    case (.notPermitted, .processing):
      remedy =
        "Name it in BGTaskSchedulerPermittedIdentifiers, and processing in UIBackgroundModes, of Info.plist."
    case (.notPermitted, .continued):
      remedy =
        "Begin its identifier with the bundle identifier and a dot, name it or its prefix with .* in BGTaskSchedulerPermittedIdentifiers, submit it in foreground, and have the entitlement for the GPU."
    }
    return Finding(
      .bgtaskRefused,
      rule: error == .notPermitted && request.kind.continued != nil ? .ft5 : .ft2,
      what: what, remedy: remedy)
  }

  static let pushesNotEntitled = Finding(
    .pushNotEntitled, rule: .ft6,
    what:
      "registerForRemoteNotifications failed, because the app has no entitlement aps-environment.",
    remedy:
      "Add the capability Push Notifications in Xcode; in a test, pass entitlements to install.")

  static func taskRegisteredLate(_ identifier: String) -> Finding {
    Finding(
      .bgtaskRegisteredLate, rule: .ft2,
      what: "\"\(identifier)\" was registered after the launch, which ends the app.",
      remedy:
        "Call register(forTaskWithIdentifier:using:launchHandler:) before didFinishLaunching returns."
    )
  }

  static func taskRegisteredTwice(_ identifier: String) -> Finding {
    Finding(
      .bgtaskRegisteredTwice, rule: .ft2,
      what: "\"\(identifier)\" was registered twice in one launch, which ends the app.",
      remedy: "Register each identifier once, at one place that runs once a launch.")
  }

  static func taskNotRegistered(_ identifier: String) -> Finding {
    Finding(
      .bgtaskNotRegistered, rule: .ft2,
      what: "The app was launched for the task \"\(identifier)\", which it did not register.",
      remedy:
        "Call register(forTaskWithIdentifier:using:launchHandler:) for every identifier in didFinishLaunching, on every launch, also for those of older versions of the app."
    )
  }

  static func taskNotCompleted(_ identifier: String) -> Finding {
    Finding(
      .bgtaskLeaked, rule: .ft3,
      what: "The task \"\(identifier)\" was not completed after its expiration handler was called.",
      remedy: "Call setTaskCompleted(success:) on every path, in the expiration handler too.")
  }

  static func notSubmittedAgain(_ identifier: String) -> Finding {
    Finding(
      .bgtaskNotSubmittedAgain, rule: .ft2,
      what:
        "The refresh task \"\(identifier)\" has run, and no request is pending: there is no further one until the user opens the app.",
      remedy: "Submit the next request in the launch handler, before its work.", isAdvice: true)
  }

  static func tasksTogether(_ new: String, _ other: String) -> Finding {
    Finding(
      .bgtaskTogether, rule: .ft10,
      what: "The tasks \"\(new)\" and \"\(other)\" ran at the same time.",
      remedy:
        "If both do the same work, let the second one end at once, or wait until the first one has ended.",
      isAdvice: true)
  }

  static func fetchDisabled(_ obstacle: SchedulerService.FetchObstacle) -> Finding {
    switch obstacle {
    case .noMode:
      Finding(
        .plistMissingKey, rule: .ft1,
        what: "setMinimumBackgroundFetchInterval(_:) was called without the background mode fetch.",
        remedy: "Name fetch in UIBackgroundModes of Info.plist.")
    case .taskIdentifiers:
      Finding(
        .fetchDisabled, rule: .ft1,
        what:
          "setMinimumBackgroundFetchInterval(_:) was called, but Info.plist has BGTaskSchedulerPermittedIdentifiers.",
        remedy: "From iOS 13 on use BGAppRefreshTask: the key switches background fetch off.")
    }
  }

  static let pushAfterForceQuit = Finding(
    .relaunchAfterForceQuit, rule: .l16,
    what: "A silent push came for an app that the user has swiped away.",
    remedy: "It waits until the user opens the app; do not rely on it for what must happen.")

  static let silentPushWithPriority = Finding(
    .pushSilentPriority, rule: .ft6,
    what: "A silent push was sent with priority 10.",
    remedy: "Send pushes with content-available alone with apns-priority 5.")
}

extension Finding.Kind {
  /// The app was launched for a task that it had not registered.
  public static let bgtaskNotRegistered = Self("bgtask.not-registered")
  /// A task has run and was not requested again, so it never runs again.
  public static let bgtaskNotSubmittedAgain = Self("bgtask.not-submitted-again")
  /// A request was refused: it names no permitted task, or the app may not run it.
  public static let bgtaskRefused = Self("bgtask.refused")
  /// A task was registered after the launch had finished.
  public static let bgtaskRegisteredLate = Self("bgtask.registered-late")
  /// A task was registered twice.
  public static let bgtaskRegisteredTwice = Self("bgtask.registered-twice")
  /// Two tasks ran at the same time.
  public static let bgtaskTogether = Self("bgtask.together")
  /// Background fetch was requested and is switched off.
  public static let fetchDisabled = Self("fetch.disabled")
  /// The app asked for pushes without the entitlement.
  public static let pushNotEntitled = Self("push.not-entitled")
  /// A silent push was sent with priority 10.
  public static let pushSilentPriority = Self("push.silent-priority")
}
