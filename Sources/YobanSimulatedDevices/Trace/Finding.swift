import YobanPlatformProfiles

/// A problem in an app that a real system would punish silently, with an explanation.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The name of the finding, such as `bgtask.leaked`.
  public var name: String
  /// The code of the rule behind it, such as `BG4`; empty if the simulation could not perform an
  /// operation as a real system would.
  public var rule: String
  /// The action of the app, with the name of the call.
  public var what: String
  /// The action to take instead.
  public var remedy: String
  /// Whether the problem is only likely: there are apps that do this for a good reason. Advice is in the
  /// trace, but not among the findings that a test compares.
  public var isAdvice: Bool

  public init(
    _ name: String, rule: String, what: String, remedy: String, isAdvice: Bool = false
  ) {
    self.name = name
    self.rule = rule
    self.what = what
    self.remedy = remedy
    self.isAdvice = isAdvice
  }

  /// The sentence of the rule and the place of its documentation; empty if there is no such rule.
  public var explanation: String {
    guard let sentence = RuleBook.rule(rule)?.statement, let place = RuleBook.place(of: rule) else {
      return ""
    }
    return "\(rule): \(sentence) (\(place))"
  }

  /// The problem and its remedy, followed by the sentence of the rule.
  public var description: String {
    explanation.isEmpty ? summary : "\(summary) \(explanation)"
  }

  /// The problem and its remedy.
  public var summary: String {
    "\(isAdvice ? "advice, " : "")\(name)\(rule.isEmpty ? "" : " (\(rule))"): \(what) \(remedy)"
  }
}

extension Finding: TracePayload {
  public static var service: String { "finding" }
  public var fields: [(key: String, value: String)] {
    [("rule", rule), ("what", what), ("remedy", remedy)]
  }
  public var words: String { description }
  public var style: TraceEvent.Style { .red }
}

extension TraceEvent.Kind {
  public static func finding(_ finding: Finding) -> Self { Self(finding) }
  /// The finding; nil for other events.
  public var finding: Finding? { payload as? Finding }
}
