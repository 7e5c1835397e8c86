import YobanSimulatedDevices

extension TraceEvent {
  /// An event of the local notifications of an app. Requests are named by their identifiers.
  public enum NotificationEvent: TracePayload {
    /// A permission alert, the user's answer to it, or a change in Settings (NT1).
    case permission(String)
    /// A request was added, with its trigger.
    case scheduled(String, trigger: String)
    /// A request was refused, with a code of UNError.
    case refused(String, code: Int)
    /// A request was discarded because there are too many (NT3).
    case discarded(String)
    /// The app removed a pending request.
    case removed(String)
    /// The notification is shown to the user: its first text and its place.
    case shown(String, text: String, place: String)
    /// The user does not see the notification, for a reason.
    case notShown(String, why: String)
    /// The app received the user's response: the action's identifier.
    case response(String, action: String)
    /// The app has completed the response.
    case completed(String)
    /// The number for the app's icon was ignored, because the user has not allowed it (NT4).
    case badgeRefused(Int)
  }
}

extension TraceEvent.Kind {
  public static func notification(_ event: TraceEvent.NotificationEvent) -> Self { Self(event) }
  public var notification: TraceEvent.NotificationEvent? {
    payload as? TraceEvent.NotificationEvent
  }
}

extension TraceEvent.NotificationEvent {
  public static var service: String { "notification" }

  public var name: String {
    switch self {
    case .permission: "permission"
    case .scheduled: "scheduled"
    case .refused: "refused"
    case .discarded: "discarded"
    case .removed: "removed"
    case .shown: "shown"
    case .notShown: "not-shown"
    case .response: "response"
    case .completed: "completed"
    case .badgeRefused: "badge-refused"
    }
  }

  public var fields: [(key: String, value: String)] {
    switch self {
    case .permission(let words): [("permission", words)]
    case .scheduled(let request, let trigger): [("request", request), ("trigger", trigger)]
    case .refused(let request, let code): [("request", request), ("code", "\(code)")]
    case .discarded(let request), .removed(let request), .completed(let request):
      [("request", request)]
    case .shown(let request, let text, let place):
      [("request", request), ("text", text), ("place", place)]
    case .notShown(let request, let why): [("request", request), ("why", why)]
    case .response(let request, let action): [("request", request), ("action", action)]
    case .badgeRefused(let number): [("number", "\(number)")]
    }
  }

  public var words: String {
    switch self {
    case .permission(let words): "notification permission: \(words)"
    case .scheduled(let request, let trigger): "added notification \(request), \(trigger)"
    case .refused(let request, let code): "notification \(request) refused: UNError \(code)"
    case .discarded(let request): "notification \(request) discarded, too many are pending"
    case .removed(let request): "removed pending notification \(request)"
    case .shown(let request, let text, let place):
      "notification \(request) shown (\(place))" + (text.isEmpty ? "" : ": \(text)")
    case .notShown(let request, let why): "notification \(request) not shown: \(why)"
    case .response(let request, let action):
      "received the user's response to \(request): \(action)"
    case .completed(let request): "completed the response to \(request)"
    case .badgeRefused(let number): "badge \(number) ignored, the user has not allowed badges"
    }
  }

  public var style: TraceEvent.Style {
    switch self {
    case .permission("denied"), .refused, .discarded, .notShown, .badgeRefused: .red
    case .permission, .scheduled, .removed, .shown, .response, .completed: .green
    }
  }
}
