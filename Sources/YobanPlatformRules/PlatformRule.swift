/// One numbered fact about how iOS, watchOS or Android treats background work.
///
/// The simulator follows these rules; its code, its tests and its findings refer to them by `code`.
/// `scripts/rule-pages` generates `docs/rules` from them, and `yoban rule BT9` prints one rule.
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
  /// The rule in one plain sentence.
  public let statement: String
  /// The system versions to which the rule applies, such as `iOS 13 and later`.
  public let versions: String
  /// The grade of `statement`.
  public let grade: Grade
  /// The sources of `statement`. Empty only for an assumed rule.
  public let sources: [RuleSource]
  /// Further facts, and assumptions.
  public let details: [Detail]
  /// The behavior of the simulated device.
  public let simulated: String
  /// The behavior of a real device that the simulated one does not have; nil if no difference is
  /// known.
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
