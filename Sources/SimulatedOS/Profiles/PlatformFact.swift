/// One constant of an operating system: its value for each version, with the rule it comes from.
///
/// All facts together are the profiles (`PlatformFacts`). A policy reads its defaults from them; a
/// scenario changes the policy of its device.
struct PlatformFact<Value: Sendable>: Sendable {
  /// A value that holds from a version on, until the next entry.
  struct Entry: Sendable {
    var since: SystemVersion
    var value: Value
    var grade: Grade
  }

  /// A description in a few words. The unit of a number is part of the value.
  let name: String
  /// The rule code, such as `BG1`.
  let rule: String
  /// The path by which a scenario can change it, starting at the device's profile, such as
  /// `location.exitDelay`.
  let option: String
  /// The entries by version, ascending. The first entry also holds for older versions.
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
  /// An entry with the same value in every version.
  static func always(_ value: Value, _ grade: Grade) -> Self {
    Self(since: SystemVersion(0), value: value, grade: grade)
  }

  static func since(_ version: SystemVersion, _ value: Value, _ grade: Grade) -> Self {
    Self(since: version, value: value, grade: grade)
  }
}
