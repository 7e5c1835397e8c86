import YobanSimulatedDevices

extension Finding {
  static func neverAsked(_ request: String) -> Finding {
    Finding(
      .notificationsNeverAsked, rule: .nt1,
      what:
        "The notification \(request) was added, but the app has not asked the user for permission: it is refused.",
      remedy:
        "Call requestAuthorization(options:) and add requests after the user has allowed them."
    )
  }

  static func neverFires(_ request: String) -> Finding {
    Finding(
      .notificationsNeverFires, rule: .nt3,
      what:
        "The notification \(request) has a calendar trigger whose date has passed or does not exist: it is never delivered.",
      remedy:
        "Give the trigger only the components that must match, and check nextTriggerDate() for nil."
    )
  }

  static func tooManyRequests(_ limit: Int, lost request: String) -> Finding {
    Finding(
      .notificationsLimit, rule: .nt3,
      what:
        "The app has more than \(limit) pending notifications: the system discarded \(request) without an error.",
      remedy:
        "Schedule the next \(limit) at most, and the others when the app runs again, or use a trigger that repeats."
    )
  }

  static func responseLost(_ request: String, launched: Bool) -> Finding {
    Finding(
      .notificationsResponseLost, rule: .nt6,
      what: launched
        ? "The user's response to the notification \(request) launched the app, but the delegate of UNUserNotificationCenter was not set when didFinishLaunching returned: the response is lost."
        : "The user responded to the notification \(request), but UNUserNotificationCenter has no delegate: the response is lost.",
      remedy:
        "Set UNUserNotificationCenter.current().delegate in willFinishLaunching or didFinishLaunching, in every launch."
    )
  }

  static func responseNotCompleted(_ request: String, _ limit: Duration) -> Finding {
    Finding(
      .notificationsResponseNotCompleted, rule: .nt7,
      what:
        "The delegate did not call the completion handler of the response to \(request) within \(limit).",
      remedy: "Call the completion handler as soon as the response is handled.")
  }
}

extension Finding.Kind {
  /// The app has more pending notifications than the system keeps.
  public static let notificationsLimit = Self("notifications.limit")
  /// A notification was added before the user was asked.
  public static let notificationsNeverAsked = Self("notifications.never-asked")
  /// The trigger of a notification never fires.
  public static let notificationsNeverFires = Self("notifications.never-fires")
  /// The user's response to a notification was lost.
  public static let notificationsResponseLost = Self("notifications.response-lost")
  /// The response to a notification was not completed.
  public static let notificationsResponseNotCompleted = Self("notifications.response-not-completed")
}
