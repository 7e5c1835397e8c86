/// A line of the profiles' table: a fact with its values.
public struct PlatformRow: Sendable, Hashable {
  /// A value that holds from a version on, until the next.
  public struct Entry: Sendable, Hashable {
    public let since: SystemVersion
    public let value: PlatformValue
    public let grade: Grade
  }

  /// Which part of the system it belongs to.
  public let section: String
  public let name: String
  /// Such as `BG1`.
  public let rule: String
  /// Where a scenario changes it, from `Device.profile` on, such as `backgroundTasks.budget`.
  public let option: String
  /// By version, ascending, at least one. The first holds for older versions, too.
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

  /// The lines of a section, in the order of its facts.
  static func section<each Value>(
    _ name: String, _ facts: repeat PlatformFact<each Value>
  ) -> [PlatformRow] {
    var rows: [PlatformRow] = []
    repeat rows.append(PlatformRow(name, each facts))
    return rows
  }

  /// What holds for a version.
  public func entry(for version: SystemVersion) -> Entry {
    entries.last { $0.since <= version } ?? entries[0]
  }

  /// Whether it differs between the versions.
  public var changes: Bool { entries.count > 1 }
}
