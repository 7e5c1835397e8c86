/// One numbered fact about how iOS, watchOS or Android treats background work.
///
/// The simulator follows these rules; its code, its tests and its findings refer to them by `code`.
/// Each is declared in the folder of its service; `RuleBook.rules` lists them. `scripts/rule-pages` generates
/// `docs/rules` from them, and `yoban rule BT9` prints one rule.
public struct PlatformRule: Sendable, Hashable {
  /// A further fact of the same rule, with its own grade.
  public struct Detail: Sendable, Hashable {
    public let statement: String
    public let grade: Grade
    /// Empty if the rule's own sources cover it, or if it is assumed.
    public let sources: [RuleSource]

    public init(_ grade: Grade, _ statement: String, _ sources: [RuleSource] = []) {
      self.statement = statement
      self.grade = grade
      self.sources = sources
    }
  }

  /// The code, such as `BT9`: the letters are the topic, the number is the rule.
  public let code: String
  /// The page of `docs/rules` that explains the rule.
  public let topic: RuleTopic
  /// The rule in one plain sentence.
  public let statement: String
  /// The system versions to which the rule applies, such as `iOS 13 and later`.
  public let versions: String
  /// The grade of `statement`.
  public let grade: Grade
  /// The sources of `statement`. Empty only for an assumed rule.
  public let sources: [RuleSource]
  /// The option of a profile, of the type `Behavior`, that chooses between what the maker documents and what
  /// this rule says; nil if nobody contradicts the rule.
  public let choice: String?
  /// Further facts, and assumptions.
  public let details: [Detail]
  /// The behavior of the simulated device.
  public let simulated: String
  /// The behavior of a real device that the simulated one does not have; nil if no difference is
  /// known.
  public let difference: String?

  public init(
    _ code: String, _ topic: RuleTopic, _ grade: Grade, versions: String, _ statement: String,
    sources: [RuleSource], choice: String? = nil, details: [Detail] = [], simulated: String,
    difference: String? = nil
  ) {
    self.code = code
    self.topic = topic
    self.statement = statement
    self.versions = versions
    self.grade = grade
    self.sources = sources
    self.choice = choice
    self.details = details
    self.simulated = simulated
    self.difference = difference
  }
}

extension PlatformRule: CustomStringConvertible {
  /// Rules are equal if they have the same code.
  public static func == (a: PlatformRule, b: PlatformRule) -> Bool { a.code == b.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The letters of the code, such as `BT`.
  public var letters: String { String(code.prefix { $0.isLetter }) }
  /// The number of the code, such as 9.
  public var number: Int { Int(code.drop { $0.isLetter }) ?? 0 }

  /// The place where the rule is explained, relative to the root of the repository, such as
  /// `docs/rules/bluetooth.md#bt9`.
  public var place: String { "docs/rules/\(topic.page).md#\(code.lowercased())" }

  /// The code.
  public var description: String { code }
}
