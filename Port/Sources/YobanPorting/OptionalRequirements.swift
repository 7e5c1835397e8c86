import SwiftSyntax

/// The declarations that stand for the optional requirements of a protocol.
///
/// A requirement that a type need not implement becomes one that may throw, with a default
/// implementation that throws `OptionalRequirementIsMissing`. An implementation that does not throw
/// meets it, and a caller can tell both apart, also for types that were not ported.
enum OptionalRequirements {
  static func callName(_ name: String) -> String { "\(name)_yobanOptional" }

  static func referenceName(_ name: String, _ labels: [String]) -> String {
    ([name] + labels.filter { $0 != "_" }).joined(separator: "_") + "_yobanMethod"
  }

  static func text(_ function: FunctionDeclSyntax, access: String) -> String {
    let name = function.name.identifierText
    let parameters = function.signature.parameterClause.parameters
    let declared = parameters.enumerated().map { i, parameter in
      "\(parameter.firstName.text) a\(i): \(oneLine(parameter.type))"
    }.joined(separator: ", ")
    let arguments = parameters.enumerated().map { i, parameter in
      let reference = parameter.type.trimmedDescription.hasPrefix("inout ") ? "&a\(i)" : "a\(i)"
      return parameter.firstName.text == "_"
        ? reference : "\(parameter.firstName.text): \(reference)"
    }.joined(separator: ", ")
    let prefix =
      isolation(function.attributes) + access
      + (function.modifiers.isStatic ? "static " : "")
    let (isAsync, isThrowing) = (function.isAsync, function.isThrowing)
    let async = isAsync ? " async" : ""
    let result = function.signature.returnClause.map { oneLine($0.type) } ?? "Void"
    let attempt = isAsync ? "try await" : "try"
    let rethrow = isThrowing ? "catch is YobanFoundation.OptionalRequirementIsMissing" : "catch"
    var text = """
        \(prefix)func \(name)(\(declared))\(async) throws -> \(result) {
          throw YobanFoundation.OptionalRequirementIsMissing()
        }
        @discardableResult \(prefix)func \(callName(name))(\(declared))\(async)\(isThrowing ? " throws" : "") -> \(optional(function)) {
          do { return \(attempt) self.\(name)(\(arguments)) } \(rethrow) { return nil }
        }

      """
    let hasInout = parameters.contains { $0.type.trimmedDescription.hasPrefix("inout ") }
    if !isAsync && !isThrowing && !hasInout && !function.modifiers.isStatic {
      let types = parameters.map { oneLine($0.type) }.joined(separator: ", ")
      let names = parameters.indices.enumerated().map { i, _ in "a\(i)" }.joined(separator: ", ")
      text += """
          \(prefix)var \(referenceName(name, function.signature.parameterClause.labels)): ((\(types)) -> \(result))? {
            guard YobanFoundation.implementsOptionalRequirement(self, "\(function.objectiveCName)") else { return nil }
            return { \(names.isEmpty ? "" : "\(names) in ")YobanFoundation.resultOfOptionalRequirement { try self.\(name)(\(arguments)) } }
          }

        """
    }
    return text
  }

  static func text(_ variable: VariableDeclSyntax, access: String) -> String {
    guard let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return "" }
    let name = pattern.identifier.identifierText
    let prefix =
      isolation(variable.attributes) + access
      + (variable.modifiers.isStatic ? "static " : "")
    return """
        \(prefix)var \(name): \(oneLine(type)) {
          get throws { throw YobanFoundation.OptionalRequirementIsMissing() }
        }
        \(prefix)var \(callName(name)): \(optional(type)) {
          do { return try self.\(name) } catch { return nil }
        }

      """
  }

  private static func optional(_ function: FunctionDeclSyntax) -> String {
    function.signature.returnClause.map { optional($0.type) } ?? "Void?"
  }

  /// An optional chain does not wrap an optional result once more.
  private static func optional(_ type: TypeSyntax) -> String {
    if let wrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType {
      return "\(oneLine(wrapped))?"
    }
    if type.is(OptionalTypeSyntax.self) { return oneLine(type) }
    let text = oneLine(type)
    return text.hasPrefix("any ") || text.contains("&") || text.contains("->")
      || text.hasPrefix("@")
      ? "(\(text))?" : "\(text)?"
  }

  private static func isolation(_ attributes: AttributeListSyntax) -> String {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      let name = attribute.attributeName.trimmedDescription
      return name.hasSuffix("Actor") ? "@\(name) " : nil
    }.joined()
  }

  private static func oneLine(_ type: TypeSyntax) -> String {
    type.trimmedDescription.split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " ")
  }
}
