import YobanJobs
import YobanSimulatedDevices

extension Finding {
  static func notStarted(_ name: String, _ refusal: LiveActivityRefusal) -> Finding? {
    let (what, remedy): (String, String)
    switch refusal {
    case .visibility:
      what =
        "The Live Activity \(name) was requested while the app is in background: ActivityKit throws ActivityAuthorizationError.visibility."
      remedy =
        "Start it while the app is in the foreground, before the user leaves it, in a LiveActivityIntent (iOS 17), or by a push (iOS 17.2)."
    case .unsupportedTarget:
      what =
        "The Live Activity \(name) was requested, but the app's Info.plist does not have NSSupportsLiveActivities: ActivityKit throws ActivityAuthorizationError.unsupportedTarget."
      remedy = "Add NSSupportsLiveActivities with the value YES to the Info.plist of the app."
    case .noPushEntitlement: return .liveActivityPushesNotEntitled
    case .attributesTooLarge, .unsupported, .denied, .targetMaximumExceeded: return nil
    }
    return Finding(.liveActivityNotStarted, rule: .la1, what: what, remedy: remedy)
  }

  static func ignoredUpdate(_ name: String, after state: String) -> Finding {
    Finding(
      .liveActivityIgnored, rule: .la3,
      what: "The Live Activity \(name) was updated, but it is \(state): the update is ignored.",
      remedy:
        "Look at activityState before an update. The system ends a Live Activity after 8 hours; start another one while the app is in the foreground."
    )
  }

  static func unencodableUpdate(_ name: String, _ problem: String) -> Finding {
    Finding(
      .liveActivityIgnored, rule: .la3,
      what:
        "The state of the Live Activity \(name) cannot be encoded as JSON: \(problem). The update is ignored.",
      remedy: "Give the state values that JSON has: a number must not be infinite or NaN.")
  }

  static func tooLargeUpdate(_ name: String, _ bytes: Int, _ limit: Int) -> Finding {
    Finding(
      .liveActivityIgnored, rule: .la3,
      what:
        "The attributes and the new state of the Live Activity \(name) have \(bytes) bytes, at most \(limit) are allowed: the update is ignored.",
      remedy: "Keep in the state only what is shown, and leave the rest in the app.")
  }

  static func pushWithoutTimestamp(_ name: String) -> Finding {
    Finding(
      .liveActivityIgnored, rule: .la6,
      what: "A push for the Live Activity \(name) has no timestamp: the system ignores it.",
      remedy: "Let the server write the seconds since 1970 into aps.timestamp.")
  }

  package static func undecodableContent(_ name: String, _ problem: String) -> Finding {
    Finding(
      .liveActivityUndecodable, rule: .la6,
      what:
        "The content-state of a push for the Live Activity \(name) cannot be decoded as its ContentState: \(problem). The system goes on to show the old content.",
      remedy:
        "Encode the state on the server exactly as JSONEncoder() does without options: a Date is a number of seconds since 2001, and every property that is not optional must be there."
    )
  }

  static let liveActivityPushesNotEntitled = Finding(
    .pushNotEntitled, rule: .la6,
    what:
      "A push token for Live Activities was asked for, but the app has no entitlement aps-environment: a request with PushType.token throws, and pushToStartTokenUpdates gives none.",
    remedy:
      "Add the capability Push Notifications in Xcode; in a test, pass entitlements to install.")

  static func tokenLost(_ name: String) -> Finding {
    Finding(
      .liveActivityTokenLost, rule: .la7,
      what:
        "A push started the Live Activity \(name) and launched the app for it, but no code of the app received its push token before the run time ended: nobody can update it until the app is opened.",
      remedy:
        "Iterate Activity.activityUpdates, and pushTokenUpdates of each activity, from didFinishLaunching on, not from a scene or a view: a launch in background may have none."
    )
  }
}

extension Finding.Kind {
  /// A Live Activity could not be started, because of the app's state or its Info.plist.
  public static let liveActivityNotStarted = Self("live-activity.not-started")
  /// An update of a Live Activity is ignored without an error.
  public static let liveActivityIgnored = Self("live-activity.ignored")
  /// The content of a push cannot be decoded.
  public static let liveActivityUndecodable = Self("live-activity.undecodable")
  /// The app did not receive the token of a Live Activity that a push has started.
  public static let liveActivityTokenLost = Self("live-activity.token-lost")
}
