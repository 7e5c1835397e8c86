import Foundation

/// The entitlements that an app is signed with.
///
/// ```swift
/// ["aps-environment", "com.apple.developer.healthkit"]
/// ["com.apple.security.application-groups": ["group.com.example"]]
/// try Entitlements(contentsOf: URL(filePath: "App/App.entitlements"))
/// ```
public struct Entitlements: Sendable, Hashable, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// The value of an entitlement.
  public enum Value: Sendable, Hashable, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
  {
    case isOn(Bool)
    case text(String)
    case list([String])

    public init(booleanLiteral value: Bool) { self = .isOn(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(arrayLiteral elements: String...) { self = .list(elements) }
  }

  public var values: [String: Value]

  public init(values: [String: Value]) { self.values = values }

  /// Entitlements that are on.
  public init(arrayLiteral elements: String...) {
    values = Dictionary(elements.map { ($0, .isOn(true)) }) { first, _ in first }
  }

  public init(dictionaryLiteral elements: (String, Value)...) {
    values = Dictionary(elements) { first, _ in first }
  }

  /// Reads an `.entitlements` file of Xcode, a property list. Values other than a truth value, a text or
  /// a list of texts count as on.
  ///
  /// - Throws: `InfoPlistError` with the path and the problem.
  public init(contentsOf file: URL) throws {
    let entries = try InfoPlist(contentsOf: file).values
    values = entries.mapValues { value in
      switch value {
      case let isOn as Bool: .isOn(isOn)
      case let text as String: .text(text)
      case let list as [String]: .list(list)
      default: .isOn(true)
      }
    }
  }

  /// Whether the app has the entitlement, and it is not false.
  public func contains(_ key: String) -> Bool { values[key].map { $0 != .isOn(false) } ?? false }

  /// The text of an entitlement; nil if it has none.
  package func text(_ key: String) -> String? {
    if case .text(let text) = values[key] { text } else { nil }
  }

  /// The list of an entitlement; empty if it has none.
  package func list(_ key: String) -> [String] {
    switch values[key] {
    case .list(let list): list
    case .text(let text): [text]
    default: []
    }
  }
}

/// The keys of the entitlements that the simulated system checks.
package enum Entitlement {
  package static let pushes = "aps-environment"
  package static let locationPushes = "com.apple.developer.location.push"
  package static let healthKit = "com.apple.developer.healthkit"
  package static let backgroundGPU = "com.apple.developer.background-tasks.continued-processing.gpu"
  package static let dataProtection = "com.apple.developer.default-data-protection"
  package static let applicationGroups = "com.apple.security.application-groups"
  package static let applicationIdentifier = "application-identifier"
  package static let keychainGroups = "keychain-access-groups"
}
