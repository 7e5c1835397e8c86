import YobanPlatformProfiles
import YobanSimulatedDevices

/// All rules, topic by topic.
public enum RuleBook {
  /// Every rule, by topic and code.
  public static let rules: [PlatformRule] = ServiceDeclaration.all.flatMap(\.rules)
    .sorted { place(of: $0) < place(of: $1) }

  /// Returns the rule with a code such as `BT9`, in upper or lower case; nil if there is none.
  public static func rule(_ code: String) -> PlatformRule? { byCode[code.uppercased()] }

  /// Returns the rules of a topic in the order of their codes.
  public static func rules(of topic: RuleTopic) -> [PlatformRule] {
    rules.filter { $0.topic == topic }
  }

  private static let byCode = Dictionary(uniqueKeysWithValues: rules.map { ($0.code, $0) })

  private static func place(of rule: PlatformRule) -> (topic: Int, letters: String, number: Int) {
    (RuleTopic.all.firstIndex(of: rule.topic)!, rule.letters, rule.number)
  }
}
