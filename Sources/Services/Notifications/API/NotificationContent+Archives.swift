internal import YobanSimulatedApple

/// The archive of the values of a content, without sound and user info.
extension NotificationContent {
  init?(_ coder: NSCoder) {
    guard let title = coder.text("title"), let body = coder.text("body") else { return nil }
    self.init()
    self.title = title
    self.body = body
    subtitle = coder.text("subtitle") ?? ""
    if coder.containsValue(forKey: "badge") { badge = Int(coder.decodeInt64(forKey: "badge")) }
    sound = coder.object(UNNotificationSound.self, "sound")?.name
    category = coder.text("category") ?? ""
    thread = coder.text("thread") ?? ""
    level =
      coder.unsigned("level").flatMap { NotificationLevel(rawValue: UInt($0)) } ?? .active
    relevance = coder.decodeDouble(forKey: "relevance")
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, "title")
    coder.encode(subtitle, "subtitle")
    coder.encode(body, "body")
    if let badge { coder.encode(Int64(badge), forKey: "badge") }
    coder.encode(category, "category")
    coder.encode(thread, "thread")
    coder.encode(unsigned: UInt64(level.rawValue), "level")
    coder.encode(relevance, forKey: "relevance")
  }
}
