import YobanSimulatedOS

extension TraceEvent.NotificationEvent {
  var words: String {
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
}
