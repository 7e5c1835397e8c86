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

  /// Returns the rows of the facts that a policy declares, in their order.
  ///
  /// - Parameters:
  ///   - section: The part of the system that the facts belong to.
  ///   - path: Where the policy is, starting at the device's profile, such as `backgroundTasks`.
  ///   - first: The first property of the section. Default: the policy's first fact.
  ///   - end: The first property after the section. Default: the section reaches to the last fact.
  ///   - create: Creates the policy.
  package static func section(
    _ section: String, at path: String, from first: String? = nil, upTo end: String? = nil,
    _ create: () -> Any
  ) -> [PlatformRow] {
    let (policy, declarations) = FactDeclaration.collect(create)
    // A property wrapper stores the value of its property under the same name with an underscore.
    let properties = Mirror(reflecting: policy).children.compactMap(\.label)
      .filter { $0.hasPrefix("_") }.map { String($0.dropFirst()) }
    precondition(
      properties.count == declarations.count,
      "\(type(of: policy)) creates a policy inside it without a version")
    func index(of property: String) -> Int {
      guard let index = properties.firstIndex(of: property) else {
        preconditionFailure("\(type(of: policy)) has no fact \(property)")
      }
      return index
    }
    let range = (first.map(index) ?? 0)..<(end.map(index) ?? properties.count)
    return range.map { i in
      PlatformRow(
        section: section, name: declarations[i].name, rule: declarations[i].rule,
        option: path.isEmpty ? properties[i] : "\(path).\(properties[i])",
        entries: declarations[i].entries)
    }
  }

  /// Returns the entry that holds for a version.
  public func entry(for version: SystemVersion) -> Entry {
    entries.last { $0.since <= version } ?? entries[0]
  }

  /// Whether the value differs between versions.
  public var changes: Bool { entries.count > 1 }
}
