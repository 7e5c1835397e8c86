import SwiftSyntax

/// The value of a compilation condition on the system under test.
struct Condition {
  let settings: PortSettings
  /// Parts of conditions that are not known. They count as false.
  private(set) var unknown: [String] = []

  init(_ settings: PortSettings) { self.settings = settings }

  mutating func isTrue(_ expression: ExprSyntax) -> Bool {
    if let sequence = expression.as(SequenceExprSyntax.self) { return isTrue(sequence) }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return !isTrue(prefix.expression)
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      return isTrue(only.expression)
    }
    if let literal = expression.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.text == "true"
    }
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return settings.conditions.contains(name.baseName.text)
    }
    if let call = expression.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)
    {
      return isTrue(name.baseName.text, call.arguments.trimmedDescription)
    }
    unknown.append(expression.trimmedDescription)
    return false
  }

  /// `&&` binds stronger than `||`.
  private mutating func isTrue(_ sequence: SequenceExprSyntax) -> Bool {
    var sum: Bool?
    var product: Bool?
    var last = "&&"
    for element in sequence.elements {
      if let symbol = element.as(BinaryOperatorExprSyntax.self) {
        last = symbol.operator.text
        if last == "||" {
          sum = (sum ?? false) || (product ?? false)
          product = nil
        } else if last != "&&" {
          unknown.append(sequence.trimmedDescription)
          return false
        }
      } else {
        let value = isTrue(element)
        product = (product ?? true) && value
      }
    }
    return (sum ?? false) || (product ?? false)
  }

  private mutating func isTrue(_ function: String, _ argument: String) -> Bool {
    switch function {
    case "os": return argument == settings.platform.rawValue
    case "canImport": return canImport(argument)
    case "targetEnvironment": return argument == "simulator" && settings.isSimulator
    case "arch": return argument == settings.architecture
    case "swift": return compare(settings.languageVersion, argument)
    case "compiler": return compare(settings.compilerVersion, argument)
    case "hasFeature": return settings.features.contains(argument)
    case "hasAttribute": return true
    case "_endian": return argument == "little"
    case "_pointerBitWidth":
      return argument == (settings.architecture == "arm64_32" ? "_32" : "_64")
    case "_runtime": return argument == "_Native"
    case "_hasAtomicBitWidth": return true
    default:
      unknown.append("\(function)(\(argument))")
      return false
    }
  }

  private func canImport(_ argument: String) -> Bool {
    let name = argument.prefix { $0 != "," && $0 != "." && $0 != " " }
    let module = String(name)
    if settings.missingModules.contains(module) { return false }
    return settings.modules.contains(module)
      || KnownModules.exists(module, on: settings.platform)
  }

  private mutating func compare(_ version: Version, _ argument: String) -> Bool {
    let symbol = argument.prefix { "<>=".contains($0) }
    let number = argument.dropFirst(symbol.count).filter { $0 != " " }
    guard let other = Version(number), symbol == ">=" || symbol == "<" else {
      unknown.append(argument)
      return false
    }
    return symbol == "<" ? version < other : version >= other
  }
}
