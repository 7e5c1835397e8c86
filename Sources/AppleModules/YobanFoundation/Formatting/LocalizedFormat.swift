import Foundation

/// The key of a text in a table of localized texts, with the values that it has in it.
package struct LocalizedFormat: Hashable, Sendable {
  /// The key in the table, with `%@` and similar for values.
  private var key = ""
  private var values: [String] = []

  package init() {}

  package init(literal: String) {
    key = literal.utf8.contains(UInt8(ascii: "%")) ? literal.replacing("%", with: "%%") : literal
  }

  package mutating func appendLiteral(_ literal: String) {
    key += literal.replacing("%", with: "%%")
  }

  package mutating func append(_ specifier: String, _ value: String) {
    key += specifier
    values.append(value)
  }

  /// The key as tables have it.
  package var lookedKey: String {
    let isPlain = values.isEmpty && key.utf8.contains(UInt8(ascii: "%"))
    return isPlain ? key.replacing("%%", with: "%") : key
  }

  /// The localized text of the bundle; without one, the key with its values.
  package func text(table: String?, bundle: Bundle?) -> String {
    text(key: lookedKey, table: table, bundle: bundle)
  }

  /// The localized text of another key; without one, this text.
  package func text(key other: String, table: String?, bundle: Bundle?) -> String {
    fill((bundle ?? .main).localizedString(forKey: other, value: key, table: table))
  }

  /// Puts the values in the places of `%@`, `%lld`, `%2$@` and similar.
  private func fill(_ format: String) -> String {
    guard format.utf8.contains(UInt8(ascii: "%")) else { return format }
    var next = 0
    return format.replacing(Self.placeholder) { match in
      if match.0 == "%%" { return "%" }
      let index = match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
      next += 1
      return values.indices.contains(index) ? values[index] : String(match.0)
    }
  }

  /// Made once, because an update of a screen uses it many times.
  ///
  /// Sendable: it is never changed, and the simulations that use it at once only read it.
  nonisolated(unsafe) private static let placeholder =
    /%%|%(?:(\d+)\$)?[^a-zA-Z@%]*(?:ll|l)?[@a-zA-Z]/
}
