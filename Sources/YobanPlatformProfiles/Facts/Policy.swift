/// The constants of one service, each of them a `Fact`. A policy stands in the folder of its service, and a profile
/// finds it by its type.
package protocol Policy: Sendable, Hashable {
  /// Creates the policy of the version in effect (`SystemVersion.inEffect`). If all its facts are
  /// the same in every version, no version needs to be in effect.
  init()
  /// Creates the policy of a device, with its version and its model. Default: the policy of the version of iOS whose
  /// constants the device has.
  init(of profile: DeviceProfile)
  /// Whether the constants are those of the system, so that an update of it replaces what a scenario has changed.
  /// Default: true.
  static var isOfSystem: Bool { get }
}

extension Policy {
  package static var isOfSystem: Bool { true }

  package init(of profile: DeviceProfile) { self.init(for: profile.sharedVersion) }

  /// Creates the policy of a version.
  package init(for version: SystemVersion) { self = version.inEffect { Self() } }
}

extension SystemVersion {
  /// The version whose values facts get while a policy is created.
  package static var inEffect: SystemVersion {
    guard let creation = PolicyCreation.current else {
      preconditionFailure(
        "a fact depends on the version: create its policy with init(iOS:), init(watchOS:) or init(api:)"
      )
    }
    return creation.version
  }

  /// Returns what a function creates while this version is in effect.
  func inEffect<Created>(_ create: () -> Created) -> Created {
    PolicyCreation.$current.withValue(PolicyCreation(version: self), operation: create)
  }
}

/// The context in which the facts of a policy are created.
private struct PolicyCreation: Sendable {
  @TaskLocal static var current: PolicyCreation?

  var version: SystemVersion
  /// Where the facts list themselves; nil if nobody needs the list.
  var list: FactList?
}

/// The facts of a policy under construction. It is Sendable because one synchronous call creates the
/// whole policy, so only one thread uses the list.
private final class FactList: @unchecked Sendable {
  var declarations: [FactDeclaration] = []
}

/// The declaration of a fact, without the name of its property.
struct FactDeclaration: Sendable {
  let name: String
  let rule: String
  let entries: [PlatformRow.Entry]

  /// Lists a fact if somebody collects the declarations.
  static func add<Value>(_ name: String, _ rule: String, _ entries: [Fact<Value>.Entry]) {
    guard let list = PolicyCreation.current?.list else { return }
    let declaration = FactDeclaration(
      name: name, rule: rule,
      entries: entries.map {
        PlatformRow.Entry(since: $0.since, value: PlatformValue($0.value), grade: $0.grade)
      })
    list.declarations.append(declaration)
  }

  /// Returns what a function creates, and the declarations of its facts, in their order. The facts
  /// of a policy inside it are not included if that policy is created with a version.
  static func collect<Created>(_ create: () -> Created) -> (Created, [FactDeclaration]) {
    let list = FactList()
    let created = PolicyCreation.$current.withValue(
      PolicyCreation(version: SystemVersion(0), list: list), operation: create)
    return (created, list.declarations)
  }
}
