/// All rules, topic by topic.
public enum RuleBook {
  /// The topics in the order of `docs/rules`.
  public static let topics: [RuleTopic] = [
    .lifecycle, .lockedDevice, .disk, .swiftUI, .backgroundTasks, .jobs, .bluetooth, .radio,
    .beacons,
    .location, .audio, .notifications, .watch, .watchLink, .health, .android, .world,
  ]

  /// Returns the rule with a code such as `BT9`, in upper or lower case; nil if there is none.
  public static func rule(_ code: String) -> PlatformRule? { byCode[code.uppercased()]?.rule }

  /// Returns the topic of a rule; nil if there is no such rule.
  public static func topic(of code: String) -> RuleTopic? { byCode[code.uppercased()]?.topic }

  /// Every rule, in order.
  public static var rules: [PlatformRule] { topics.flatMap(\.rules) }

  /// Returns the place where a rule is explained, relative to the root of the repository, such as
  /// `docs/rules/bluetooth.md#bt9`; nil if there is no such rule.
  public static func place(of code: String) -> String? {
    topic(of: code).map { "docs/rules/\($0.page).md#\(code.lowercased())" }
  }

  private static let byCode: [String: (rule: PlatformRule, topic: RuleTopic)] = {
    var byCode: [String: (PlatformRule, RuleTopic)] = [:]
    for topic in topics {
      for rule in topic.rules {
        precondition(byCode[rule.code] == nil, "the rule \(rule.code) is there twice")
        byCode[rule.code] = (rule, topic)
      }
    }
    return byCode
  }()
}
