/// A topic of rules; each topic is one page of `docs/rules`.
public struct RuleTopic: Sendable, Hashable {
  /// The systems that the rules of a topic are about.
  public enum Systems: Sendable, Hashable {
    /// iOS and watchOS.
    case apple
    case android
    /// What does not depend on the system, such as the radio.
    case all
  }

  /// The title, such as `Core Bluetooth`.
  public let title: String
  /// The page's file name without extension, such as `bluetooth`.
  public let page: String
  /// A sentence about the content of the topic.
  public let summary: String
  public let systems: Systems

  init(title: String, page: String, systems: Systems = .apple, summary: String) {
    (self.title, self.page, self.systems, self.summary) = (title, page, systems, summary)
  }
}

extension RuleTopic.Systems {
  /// Whether the rules hold on a platform.
  public func contain(_ platform: Platform) -> Bool {
    switch self {
    case .apple: platform != .android
    case .android: platform == .android
    case .all: true
    }
  }
}
