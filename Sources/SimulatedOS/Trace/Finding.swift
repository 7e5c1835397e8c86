/// Something a real system would punish silently, explained.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// What it is called, such as `bgtask.leaked`.
  public var name: String
  /// The rule it comes from, such as `BG4`.
  public var rule: String
  /// What the app did, with its own call.
  public var what: String
  /// What to do instead.
  public var remedy: String

  public init(_ name: String, rule: String, what: String, remedy: String) {
    self.name = name
    self.rule = rule
    self.what = what
    self.remedy = remedy
  }

  /// The sentence of its rule and where to read on; empty if there is no such rule.
  public var explanation: String {
    guard let sentence = RuleBook.rule(rule)?.statement, let place = RuleBook.place(of: rule) else {
      return ""
    }
    return "\(rule): \(sentence) (\(place))"
  }

  /// What happened and what to do, then the rule in a sentence.
  public var description: String { "\(summary) \(explanation)" }

  /// What happened and what to do.
  public var summary: String { "\(name) (\(rule)): \(what) \(remedy)" }
}
