/// A row of the profiles' table: a fact with its values.
public struct PlatformRow: Sendable, Hashable {
  /// A value that holds from a version on, until the next entry.
  public struct Entry: Sendable, Hashable {
    public let since: SystemVersion
    public let value: PlatformValue
    public let grade: Grade
  }

  /// The part of the system that the fact belongs to.
  public let section: String
  public let name: String
  /// The rule code, such as `BG1`.
  public let rule: String
  /// The path by which a scenario can change it, starting at `Device.profile`, such as
  /// `backgroundTasks.budget`.
  public let option: String
  /// The entries by version, ascending, at least one. The first also holds for older versions.
  public let entries: [Entry]

  init<Value>(_ section: String, _ fact: PlatformFact<Value>) {
    self.section = section
    name = fact.name
    rule = fact.rule
    option = fact.option
    entries = fact.entries.map {
      Entry(since: $0.since, value: PlatformValue($0.value), grade: $0.grade)
    }
  }

  /// Returns the rows of a section, in the order of its facts.
  static func section<each Value>(
    _ name: String, _ facts: repeat PlatformFact<each Value>
  ) -> [PlatformRow] {
    var rows: [PlatformRow] = []
    repeat rows.append(PlatformRow(name, each facts))
    return rows
  }

  /// Returns the entry that holds for a version.
  public func entry(for version: SystemVersion) -> Entry {
    entries.last { $0.since <= version } ?? entries[0]
  }

  /// Whether the value differs between versions.
  public var changes: Bool { entries.count > 1 }
}
