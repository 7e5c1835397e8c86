import YobanSimulatedOS

extension TraceEvent.ScheduledTaskEvent {
  var words: String {
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
}

extension TraceEvent.RemoteNotificationEvent {
  var words: String {
    switch self {
    case .registered: "registered for pushes"
    case .unregistered: "unregistered from pushes"
    case .received(let priority): "a push of priority \(priority) arrived"
    case .shown: "the push is shown"
    case .held(let why): "the push waits: \(why)"
    case .dropped(let why): "a push was dropped: \(why)"
    case .answered(let result): "answered the push: \(result.rawValue)"
    }
  }
}
