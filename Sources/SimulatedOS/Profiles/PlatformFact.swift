/// How well something about a system is known.
public enum Grade: String, Sendable, Hashable, CaseIterable {
  /// Stated by the vendor.
  case documented
  /// Measured in one of the articles that the experiments come from.
  case measured
  /// Observed and published by others.
  case community
  /// Unknown: the simulator's choice, to be set by a scenario that depends on it.
  case assumed
}

/// One constant of iOS as it is known: its value for each version, with the rule it comes from.
///
/// All of them together are the profiles (`PlatformFacts.table`). A policy reads its defaults here;
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

/// A line of the profiles' table: a fact with its values as texts.
public struct PlatformRow: Sendable {
  public let section: String
  public let name: String
  public let rule: String
  public let option: String
  /// The first holds for older versions, too.
  public let entries: [(since: SystemVersion, text: String, grade: Grade)]

  init<Value>(_ section: String, _ fact: PlatformFact<Value>) {
    self.section = section
    name = fact.name
    rule = fact.rule
    option = fact.option
    entries = fact.entries.map { ($0.since, factText($0.value), $0.grade) }
  }

  public func entry(for version: SystemVersion) -> (text: String, grade: Grade) {
    let entry = entries.last { $0.since <= version } ?? entries[0]
    return (entry.text, entry.grade)
  }

  /// Whether it differs between the versions.
  public var changes: Bool { entries.count > 1 }
}

/// A value as the table shows it: durations in ms, s, min or h, ranges with "to".
private func factText(_ value: some Any) -> String {
  switch value {
  case let value as Duration: durationText(value)
  case let value as ClosedRange<Duration>:
    "\(durationText(value.lowerBound)) to \(durationText(value.upperBound))"
  case let value as Bool: value ? "yes" : "no"
  case let value as Double: value == value.rounded() ? "\(Int(value))" : "\(value)"
  case let value as String: value
  default: "\(value)"
  }
}

private func durationText(_ value: Duration) -> String {
  let milliseconds = value / .milliseconds(1)
  let (number, unit): (Double, String) =
    switch milliseconds {
    case ..<1_000: (milliseconds, "ms")
    case ...600_000: (milliseconds / 1_000, "s")
    case ..<(48 * 3_600_000.0):
      milliseconds < 2 * 3_600_000
        ? (milliseconds / 60_000, "min") : (milliseconds / 3_600_000, "h")
    default: (milliseconds / (24 * 3_600_000), "days")
    }
  let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
  return "\(text) \(unit)"
}
