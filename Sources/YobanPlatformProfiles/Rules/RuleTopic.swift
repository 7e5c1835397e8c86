/// A topic of rules; each topic is one page of `docs/rules`.
public struct RuleTopic: Sendable, Hashable {
  /// The title, such as `Core Bluetooth`.
  public let title: String
  /// The page's file name without extension, such as `bluetooth`.
  public let page: String
  /// A sentence about the content of the topic.
  public let summary: String
}
