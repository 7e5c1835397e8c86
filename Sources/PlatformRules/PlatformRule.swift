/// One numbered fact about how iOS, watchOS or Android treats background work.
///
/// The simulator follows these rules; its code, its tests and its findings name them by `code`.
/// `docs/rules` is made from them (`scripts/rule-pages`), and `yoban rule BT9` prints one.
public struct PlatformRule: Sendable, Hashable {
  /// A further fact of the same rule, with a grade of its own.
  public struct Detail: Sendable, Hashable {
    public let statement: String
    public let grade: Grade
    /// Empty if the rule's own sources say it; empty for what is assumed, too.
    public let sources: [RuleSource]

    public init(_ grade: Grade, _ statement: String, _ sources: [RuleSource] = []) {
      self.statement = statement
      self.grade = grade
      self.sources = sources
    }
  }

  /// Such as `BT9`: the letters name the topic, the number the rule.
  public let code: String
  /// The rule in one plain sentence.
  public let statement: String
  /// The versions of the system that it holds for, such as `iOS 13 and later`.
  public let versions: String
  /// How well `statement` is known.
  public let grade: Grade
  /// Where `statement` was read. Empty only for a rule that is assumed.
  public let sources: [RuleSource]
  /// What else is known, and what had to be assumed.
  public let details: [Detail]
  /// What the simulated device does.
  public let simulated: String
  /// What a real device does that the simulated one does not; nil if nothing is known.
  public let difference: String?

  public init(
    _ code: String, _ grade: Grade, versions: String, _ statement: String,
    sources: [RuleSource], details: [Detail] = [], simulated: String, difference: String? = nil
  ) {
    self.code = code
    self.statement = statement
    self.versions = versions
    self.grade = grade
    self.sources = sources
    self.details = details
    self.simulated = simulated
    self.difference = difference
  }
}
