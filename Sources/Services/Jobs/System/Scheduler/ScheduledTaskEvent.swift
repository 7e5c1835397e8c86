import YobanSimulatedDevices

extension TraceEvent {
  /// An event of a BGTaskScheduler task, with its identifier.
  public enum ScheduledTaskEvent: TracePayload {
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
}

extension TraceEvent.Kind {
  public static func scheduledTask(_ event: TraceEvent.ScheduledTaskEvent) -> Self { Self(event) }
  public var scheduledTask: TraceEvent.ScheduledTaskEvent? {
    payload as? TraceEvent.ScheduledTaskEvent
  }
}

extension TraceEvent.ScheduledTaskEvent {
  public static var service: String { "scheduled-task" }

  public var name: String {
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

  public var fields: [(key: String, value: String)] {
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

  public var words: String {
    switch self {
    case .submitted(let task, let kind): "submitted a \(kind) request for \(task)"
    case .refused(let task, let error): "the request for \(task) was refused: \(error)"
    case .cancelled(let task): "the request for \(task) was cancelled"
    case .launched(let task, let kind): "runs the \(kind) task \(task)"
    case .expired(let task, let why): "the task \(task) expires: \(why)"
    case .completed(let task, let success):
      "the task \(task) is complete, \(success ? "with" : "without") success"
    case .activity(_, let title, let subtitle): "the Live Activity shows: \(title), \(subtitle)"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .submitted, .cancelled, .launched, .completed(_, success: true): .green
    case .activity: .quiet
    case .refused, .expired, .completed: .red
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
