/// One constant of a system as it is known: its value for each version, with the rule it comes from.
///
/// All of them together are the profiles (`PlatformFacts`). A policy reads its defaults here;
/// a scenario changes the policy of its device.
struct PlatformFact<Value: Sendable>: Sendable {
  /// A value that holds from a version on, until the next.
  struct Entry: Sendable {
    var since: SystemVersion
    var value: Value
    var grade: Grade
  }

  /// What it is, in a few words; a number's unit is in the value.
  let name: String
  /// Such as `BG1`.
  let rule: String
  /// Where a scenario can change it, from the device's profile on, such as `location.exitDelay`.
  let option: String
  /// By version, ascending. Older versions than the first have its value, too.
  let entries: [Entry]

  init(_ name: String, _ rule: String, _ option: String, _ entries: Entry...) {
    precondition(!entries.isEmpty, "\(name) has no value")
    precondition(
      zip(entries, entries.dropFirst()).allSatisfy { $0.since < $1.since },
      "the values of \(name) are not in the order of their versions")
    self.name = name
    self.rule = rule
    self.option = option
    self.entries = entries
  }

  func entry(for version: SystemVersion) -> Entry {
    entries.last { $0.since <= version } ?? entries[0]
  }

  func callAsFunction(_ version: SystemVersion) -> Value { entry(for: version).value }
}

extension PlatformFact.Entry {
  /// The same in every version.
  static func always(_ value: Value, _ grade: Grade) -> Self {
    Self(since: SystemVersion(0), value: value, grade: grade)
  }

  static func since(_ version: SystemVersion, _ value: Value, _ grade: Grade) -> Self {
    Self(since: version, value: value, grade: grade)
  }
}
