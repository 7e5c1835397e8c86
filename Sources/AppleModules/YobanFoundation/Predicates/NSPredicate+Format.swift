import Foundation
internal import YobanSimulatedDevices

/// A predicate that is made from a format string.
///
/// Foundation on Linux reads no format strings. An initializer of a protocol, unlike one of a class, can return an
/// object of a subclass: an `NSComparisonPredicate` or an `NSCompoundPredicate`, as on a device.
public protocol PredicateFormatting {}

extension NSPredicate: PredicateFormatting {}

extension PredicateFormatting where Self: NSPredicate {
  /// Makes a predicate from a format string. An invalid one ends the app with NSInvalidArgumentException.
  ///
  /// - Parameter arguments: the values for `%@` and the numbers for `%d`, `%f` and the like, and key paths for `%K`.
  public init(format predicateFormat: String, _ arguments: Any?...) {
    self = Self.made(predicateFormat, arguments)
  }

  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = Self.made(predicateFormat, arguments ?? [])
  }

  private static func made(_ format: String, _ arguments: [Any?]) -> Self {
    let predicate: NSPredicate
    do { predicate = try PredicateParser.predicate(format, arguments) } catch {
      AppProcess.raise("NSInvalidArgumentException: \(error)")
    }
    guard let predicate = predicate as? Self else {
      AppProcess.raise(
        "NSInvalidArgumentException: \"\(format)\" is not the format of an \(Self.self), but of an \(type(of: predicate))."
      )
    }
    return predicate
  }
}

extension NSPredicate {
  /// The predicate with constants in place of variables such as `$name`.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    unsafeDowncast(substituted(variables), to: Self.self)
  }

  private func substituted(_ variables: [String: Any]) -> NSPredicate {
    switch self {
    case let comparison as FormatComparison: comparison.replacing(variables)
    case let compound as NSCompoundPredicate:
      FormattedCompoundPredicate(
        compound.compoundPredicateType, compound.parts.map { $0.substituted(variables) })
    default: self
    }
  }

  /// The value of a predicate that is always true or always false; nil for every other one, such as a block.
  package var constant: Bool? {
    switch formatText {
    case "TRUEPREDICATE": true
    case "FALSEPREDICATE" where !(self is NSCompoundPredicate): false
    default: nil
    }
  }

  /// The predicate as a format string.
  package var formatText: String {
    if let compound = self as? NSCompoundPredicate {
      return FormattedCompoundPredicate.text(compound.compoundPredicateType, compound.parts)
    }
    return (self as any TextHaving).predicateFormat
  }
}

/// Foundation calls the format of a predicate deprecated, because it has no formats of its own.
private protocol TextHaving { var predicateFormat: String { get } }
extension NSPredicate: TextHaving {}

extension NSCompoundPredicate {
  package var parts: [NSPredicate] { subpredicates.compactMap { $0 as NSPredicate? } }
}

/// A compound predicate that knows its format.
final class FormattedCompoundPredicate: NSCompoundPredicate {
  private let kind: LogicalType
  private let members: [NSPredicate]

  init(_ type: LogicalType, _ subpredicates: [NSPredicate]) {
    kind = type
    members = subpredicates
    super.init(type: type, subpredicates: subpredicates)
  }

  required init?(coder: NSCoder) { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }
  override var predicateFormat: String { Self.text(kind, members) }
  override var description: String { predicateFormat }
  override var hash: Int { predicateFormat.hashValue }
  override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPredicate)?.formatText == predicateFormat
  }

  static func text(_ type: LogicalType, _ parts: [NSPredicate]) -> String {
    func text(_ part: NSPredicate) -> String {
      guard let compound = part as? NSCompoundPredicate,
        compound.compoundPredicateType != .not, compound.parts.count > 1,
        !(type == .and && compound.compoundPredicateType == .and)
      else { return part.formatText }
      return "(\(part.formatText))"
    }
    switch type {
    case .not: return "NOT \(parts.first.map(text) ?? "")"
    case .and:
      return parts.isEmpty ? "TRUEPREDICATE" : parts.map(text).joined(separator: " AND ")
    case .or:
      return parts.isEmpty ? "FALSEPREDICATE" : parts.map(text).joined(separator: " OR ")
    @unknown default: return ""
    }
  }
}
