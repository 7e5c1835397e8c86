import Foundation

/// A push for a Live Activity, as its payload says (LA6, LA7).
struct LiveActivityPush: Hashable {
  enum Event: String { case start, update, end }

  var event: Event
  /// In seconds since 1970; nil if the payload has none.
  var timestamp: Double?
  /// As JSON; nil if the payload has none.
  var contentState: Data?
  var staleDate: Date?
  var dismissalDate: Date?
  var relevanceScore: Double
  var isAlert: Bool
  // Of a push that starts one.
  var attributesType: String?
  /// As JSON.
  var attributes: Data?
  var wantsToken: Bool
  var channel: String?
  var priority: Int

  /// - Parameter aps: the dictionary `aps` of the payload.
  /// - Returns: nil if the event is missing or unknown.
  init?(_ aps: [String: Any], priority: Int) {
    guard let event = (aps["event"] as? String).flatMap(Event.init) else { return nil }
    func number(_ key: String) -> Double? { (aps[key] as? NSNumber)?.doubleValue }
    func date(_ key: String) -> Date? { number(key).map { Date(timeIntervalSince1970: $0) } }
    func json(_ key: String) -> Data? {
      aps[key].flatMap {
        try? JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
      }
    }
    self.event = event
    timestamp = number("timestamp")
    contentState = json("content-state")
    staleDate = date("stale-date")
    dismissalDate = date("dismissal-date")
    relevanceScore = number("relevance-score") ?? 0
    isAlert = aps["alert"] != nil
    attributesType = aps["attributes-type"] as? String
    attributes = json("attributes")
    wantsToken = number("input-push-token") == 1
    channel = aps["input-push-channel"] as? String
    self.priority = priority
  }
}
