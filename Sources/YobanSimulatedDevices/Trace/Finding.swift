import YobanPlatformProfiles

/// A problem in an app that a real system would punish silently, with an explanation.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  public var kind: Kind
  /// The rule behind it, such as BG4; nil if the simulation could not perform an operation as a real system would.
  public var rule: PlatformRule?
  /// The action of the app, with the name of the call.
  public var what: String
  /// The action to take instead.
  public var remedy: String
  /// Whether the problem is only likely: there are apps that do this for a good reason. Advice is in the
  /// trace, but not among the findings that a test compares.
  public var isAdvice: Bool

  package init(
    _ kind: Kind, rule: PlatformRule?, what: String, remedy: String, isAdvice: Bool = false
  ) {
    self.kind = kind
    self.rule = rule
    self.what = what
    self.remedy = remedy
    self.isAdvice = isAdvice
  }

  /// The name of the kind, such as `bgtask.leaked`.
  public var name: String { kind.name }

  /// The sentence of the rule and the place of its documentation; empty if there is no rule.
  public var explanation: String {
    rule.map { "\($0.code): \($0.statement) (\($0.place))" } ?? ""
  }

  /// The problem and its remedy, followed by the sentence of the rule.
  public var description: String {
    explanation.isEmpty ? summary : "\(summary) \(explanation)"
  }

  /// The problem and its remedy.
  public var summary: String {
    "\(isAdvice ? "advice, " : "")\(name)\(rule.map { " (\($0.code))" } ?? ""): \(what) \(remedy)"
  }
}

extension Finding {
  /// The kinds of findings: `.bgtaskLeaked` is the finding that is printed as `bgtask.leaked`.
  ///
  /// Each service declares its own. `allCases` lists them.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The printed name; it stays the same in later versions.
    public let name: String
    /// In what a test expects, the rule of the finding; nil if any rule will do.
    public private(set) var rule: PlatformRule?

    package init(_ name: String) { self.name = name }

    /// Returns this kind with a rule, such as `.plistMissingKey.by(.bt3)`, for a test that expects a finding of a
    /// kind that stands behind several rules.
    public func by(_ rule: PlatformRule?) -> Self {
      var kind = self
      kind.rule = rule
      return kind
    }

    public var description: String { rule.map { "\(name) \($0.code)" } ?? name }
  }

  /// Whether the finding is of a kind and, if the kind has a rule, behind this rule.
  public func matches(_ kind: Kind) -> Bool {
    self.kind.name == kind.name && (kind.rule == nil || kind.rule == rule)
  }
}

extension [Finding] {
  /// Whether these are findings of the kinds, in this order and no others.
  ///
  /// ```swift
  /// #expect(world.findings.are([.bgtaskLeaked]))
  /// ```
  public func are(_ kinds: [Finding.Kind]) -> Bool {
    count == kinds.count && zip(self, kinds).allSatisfy { $0.matches($1) }
  }
}

extension Finding: TracePayload {
  public static var service: String { "finding" }
  public var fields: [(key: String, value: String)] {
    [("rule", rule?.code ?? ""), ("what", what), ("remedy", remedy)]
  }
  public var words: String { description }
  public var style: TraceEvent.Style { .red }
}

extension TraceEvent.Kind {
  public static func finding(_ finding: Finding) -> Self { Self(finding) }
  /// The finding; nil for other events.
  public var finding: Finding? { payload as? Finding }
}
