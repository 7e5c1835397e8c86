/// A part of the systems that has rules of its own: one page of `docs/rules`.
public struct RuleTopic: Sendable, Hashable {
  /// Such as `Core Bluetooth`.
  public let title: String
  /// The page's file name without extension, such as `bluetooth`.
  public let page: String
  /// What the topic covers, in a sentence.
  public let summary: String
  /// In the order of their codes.
  public let rules: [PlatformRule]
}
