extension TraceEvent {
  /// An event of a BGTaskScheduler task, with its identifier.
  public enum ScheduledTaskEvent: Sendable, Hashable {
    /// A request was submitted, with the kind of its task.
    case submitted(String, String)
    case refused(String, ScheduledTaskError)
    case cancelled(String)
    /// The system launched or resumed the app for the task.
    case launched(String, String)
    /// The task expired, for a reason.
    case expired(String, String)
    case completed(String, success: Bool)
    /// The Live Activity of a continued processing task shows these texts (FT5).
    case activity(String, title: String, subtitle: String)
  }

  /// An event of push notifications to an app.
  public enum RemoteNotificationEvent: Sendable, Hashable {
    case registered
    case unregistered
    /// The notification arrived on the device.
    case received(priority: Int)
    /// The notification is shown to the user.
    case shown
    /// The notification waits, for a reason.
    case held(String)
    /// The app will not receive the notification, for a reason.
    case dropped(String)
    /// The app called the completion handler.
    case answered(FetchResult)
  }
}

extension TraceEvent.ScheduledTaskEvent {
  var name: String {
    switch self {
    case .submitted: "submitted"
    case .refused: "refused"
    case .cancelled: "cancelled"
    case .launched: "launched"
    case .expired: "expired"
    case .completed: "completed"
    case .activity: "activity"
    }
  }

  var fields: [(key: String, value: String)] {
    switch self {
    case .submitted(let task, let kind), .launched(let task, let kind):
      [("task", task), ("kind", kind)]
    case .refused(let task, let error): [("task", task), ("error", "\(error)")]
    case .cancelled(let task): [("task", task)]
    case .expired(let task, let why): [("task", task), ("why", why)]
    case .completed(let task, let success): [("task", task), ("success", "\(success)")]
    case .activity(let task, let title, let subtitle):
      [("task", task), ("title", title), ("subtitle", subtitle)]
    }
  }
}

extension TraceEvent.RemoteNotificationEvent {
  var name: String {
    switch self {
    case .registered: "registered"
    case .unregistered: "unregistered"
    case .received: "received"
    case .shown: "shown"
    case .held: "held"
    case .dropped: "dropped"
    case .answered: "answered"
    }
  }

  var fields: [(key: String, value: String)] {
    switch self {
    case .registered, .unregistered, .shown: []
    case .received(let priority): [("priority", "\(priority)")]
    case .held(let why), .dropped(let why): [("why", why)]
    case .answered(let result): [("result", result.rawValue)]
    }
  }
}

/// The reason why a request was refused: the codes of BGTaskScheduler.Error (FT2).
public enum ScheduledTaskError: Int, Error, Sendable, Hashable {
  /// Background App Refresh is off (L18), or this system version does not have such tasks.
  case unavailable = 1
  case tooManyPendingTaskRequests
  /// The identifier is not in Info.plist, or its background mode or an entitlement is missing. For
  /// a continued task also: the identifier does not begin with the bundle identifier, or the app is
  /// not in the foreground.
  case notPermitted
  /// A continued processing task that must begin at once could not.
  case immediateRunIneligible
}
