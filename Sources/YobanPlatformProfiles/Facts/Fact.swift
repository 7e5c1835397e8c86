/// One constant of a real system: a property of a policy, with its rule and its value for each
/// version.
///
///     @Fact("time in didEnterBackground", "L6", .always(.seconds(5), .measured))
///     public var enterBackgroundLimit: Duration
///
/// The property begins with the value of the version for which the policy is created
/// (`Policy.init(for:)`). A scenario may set another value. Only the value is stored; the table of
/// the profiles (`PlatformFacts`) reads the rest from the declaration.
@propertyWrapper
public struct Fact<Value: Sendable & Hashable>: Sendable, Hashable {
  /// A value that holds from a version on, until the next entry.
  public struct Entry: Sendable {
    var since: SystemVersion
    var value: Value
    var grade: Grade
  }

  public var wrappedValue: Value

  /// - Parameters:
  ///   - name: A description in a few words. The unit of a number is a part of it, or of the value.
  ///   - rule: The rule code, such as `BG1`.
  ///   - entries: The entries by version, ascending. The first entry also holds for older versions.
  package init(_ name: String, _ rule: String, _ entries: Entry...) {
    precondition(!entries.isEmpty, "\(name) has no value")
    FactDeclaration.add(name, rule, entries)
    if entries.count == 1 {
      wrappedValue = entries[0].value
    } else {
      precondition(
        zip(entries, entries.dropFirst()).allSatisfy { $0.since < $1.since },
        "the values of \(name) are not in the order of their versions")
      let version = SystemVersion.inEffect
      wrappedValue = (entries.last { $0.since <= version } ?? entries[0]).value
    }
  }
}

extension Fact.Entry {
  /// An entry with the same value in every version.
  package static func always(_ value: Value, _ grade: Grade) -> Self {
    Self(since: SystemVersion(0), value: value, grade: grade)
  }

  package static func since(_ version: SystemVersion, _ value: Value, _ grade: Grade) -> Self {
    Self(since: version, value: value, grade: grade)
  }
}
