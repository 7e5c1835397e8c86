import Foundation
internal import YobanSimulatedDevices

/// A part of a predicate: a constant, a key path, a variable, a list, a function of other expressions. It is the
/// class `NSExpression` of Core Data; that of Foundation on Linux cannot be made.
///
/// Sendable: the value does not change.
open class FormatExpression: NSObject, NSCopying, @unchecked Sendable {
  @nonexhaustive public enum ExpressionType: UInt, Sendable {
    case constantValue, evaluatedObject, variable, keyPath, function
    case unionSet, intersectSet, minusSet
    case subquery = 13
    case aggregate = 14
    case anyKey = 15
    case block = 19
    case conditional = 20
  }

  package indirect enum Kind {
    case constant(Any?)
    case evaluatedObject
    case variable(String)
    case keyPath(String, of: FormatExpression?)
    case function(String, [FormatExpression])
    case aggregate([FormatExpression])
    case subquery(FormatExpression, variable: String, NSPredicate)
    case conditional(NSPredicate, FormatExpression, FormatExpression)
    case block((Any?, [Any], NSMutableDictionary?) -> Any, [FormatExpression]?)
  }
  package let kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  public convenience init(forConstantValue value: Any?) { self.init(.constant(value)) }
  public convenience init(forVariable name: String) { self.init(.variable(name)) }
  public convenience init(forKeyPath path: String) { self.init(.keyPath(path, of: nil)) }
  public convenience init<Root, Value>(forKeyPath path: KeyPath<Root, Value>) {
    self.init(forKeyPath: path.nameInFoundation)
  }
  public convenience init(forAggregate list: [FormatExpression]) { self.init(.aggregate(list)) }
  public convenience init(forFunction name: String, arguments: [Any]) {
    self.init(
      .function(
        name,
        arguments.map { ($0 as? FormatExpression) ?? FormatExpression(forConstantValue: $0) }))
  }
  public convenience init(
    forSubquery expression: FormatExpression, usingIteratorVariable variable: String,
    predicate: Any
  ) {
    guard let predicate = predicate as? NSPredicate else {
      AppProcess.raise("NSInvalidArgumentException: a subquery needs an NSPredicate")
    }
    self.init(.subquery(expression, variable: variable, predicate))
  }
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: FormatExpression,
    falseExpression: FormatExpression
  ) {
    self.init(.conditional(predicate, trueExpression, falseExpression))
  }
  public convenience init(
    forBlock block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any,
    arguments: [FormatExpression]?
  ) {
    self.init(.block(block, arguments))
  }
  public convenience init(format expressionFormat: String, _ arguments: Any?...) {
    self.init(Self.parsed(expressionFormat, arguments))
  }
  public convenience init(format expressionFormat: String, argumentArray: [Any]) {
    self.init(Self.parsed(expressionFormat, argumentArray))
  }

  private static func parsed(_ format: String, _ arguments: [Any?]) -> Kind {
    do { return try PredicateParser.expression(format, arguments).kind } catch {
      AppProcess.raise("NSInvalidArgumentException: \(error)")
    }
  }

  open class func expressionForEvaluatedObject() -> FormatExpression {
    FormatExpression(.evaluatedObject)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Parts

  open var expressionType: ExpressionType {
    switch kind {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .keyPath: .keyPath
    case .function: .function
    case .aggregate: .aggregate
    case .subquery: .subquery
    case .conditional: .conditional
    case .block: .block
    }
  }

  open var constantValue: Any? {
    if case .constant(let value) = kind { value } else { nil }
  }
  open var keyPath: String {
    if case .keyPath(let path, _) = kind { path } else { "" }
  }
  open var function: String {
    if case .function(let name, _) = kind { name } else { "" }
  }
  open var variable: String {
    switch kind {
    case .variable(let name), .subquery(_, let name, _): name
    default: ""
    }
  }
  open var arguments: [FormatExpression]? {
    switch kind {
    case .function(_, let arguments): arguments
    case .block(_, let arguments): arguments
    default: nil
    }
  }
  open var collection: Any? {
    switch kind {
    case .aggregate(let list): list
    case .subquery(let collection, _, _): collection
    default: nil
    }
  }
  open var predicate: NSPredicate {
    switch kind {
    case .subquery(_, _, let predicate), .conditional(let predicate, _, _): predicate
    default: NSPredicate(value: true)
    }
  }

  // MARK: Values

  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    value(object, nil)
  }

  func value(_ object: Any?, _ bindings: [String: Any]?) -> Any? {
    switch kind {
    case .constant(let value): return PredicateValues.unwrapped(value)
    case .evaluatedObject: return object
    case .variable(let name):
      guard let value = bindings?[name] else {
        AppProcess.raise("NSInvalidArgumentException: the variable $\(name) has no value")
      }
      return PredicateValues.unwrapped(value)
    case .keyPath(let path, let operand):
      let start = operand.map { $0.value(object, bindings) } ?? object
      return PredicateValues.value(of: path, in: start)
    case .function(let name, let arguments):
      return PredicateValues.call(name, arguments.map { $0.value(object, bindings) })
    case .aggregate(let list): return list.map { $0.value(object, bindings) as Any }
    case .subquery(let collection, let variable, let predicate):
      return PredicateValues.elements(of: collection.value(object, bindings)).filter { element in
        var inner = bindings ?? [:]
        inner[variable] = element
        return predicate.evaluate(with: object, substitutionVariables: inner)
      }
    case .conditional(let predicate, let yes, let no):
      return (predicate.evaluate(with: object, substitutionVariables: bindings) ? yes : no)
        .value(object, bindings)
    case .block(let block, let arguments):
      let values = arguments?.map { $0.value(object, bindings) ?? NSNull() } ?? []
      return block(object, values, nil)
    }
  }

  func replacing(_ variables: [String: Any]) -> FormatExpression {
    func new(_ expression: FormatExpression) -> FormatExpression { expression.replacing(variables) }
    switch kind {
    case .variable(let name): return variables[name].map { FormatExpression(.constant($0)) } ?? self
    case .keyPath(let path, let operand):
      return FormatExpression(.keyPath(path, of: operand.map(new)))
    case .function(let name, let list): return FormatExpression(.function(name, list.map(new)))
    case .aggregate(let list): return FormatExpression(.aggregate(list.map(new)))
    case .subquery(let collection, let own, let predicate):
      let outer = variables.filter { $0.key != own }
      return FormatExpression(
        .subquery(new(collection), variable: own, predicate.withSubstitutionVariables(outer)))
    case .conditional(let predicate, let yes, let no):
      return FormatExpression(
        .conditional(predicate.withSubstitutionVariables(variables), new(yes), new(no)))
    case .constant, .evaluatedObject, .block: return self
    }
  }

  // MARK: Text

  open override var description: String {
    switch kind {
    case .constant(let value): PredicateValues.text(PredicateValues.unwrapped(value))
    case .evaluatedObject: "SELF"
    case .variable(let name): "$\(name)"
    case .keyPath(let path, let operand): operand.map { "\($0).\(path)" } ?? path
    case .function(let name, let list): Self.text(of: name, list)
    case .aggregate(let list): "{\(list.map(\.description).joined(separator: ", "))}"
    case .subquery(let collection, let name, let predicate):
      "SUBQUERY(\(collection), $\(name), \(predicate.formatText))"
    case .conditional(let predicate, let yes, let no):
      "TERNARY(\(predicate.formatText), \(yes), \(no))"
    case .block: "BLOCK(…)"
    }
  }

  private static func text(of name: String, _ list: [FormatExpression]) -> String {
    let operators = [
      "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
      "raise:toPower:": "**",
    ]
    if let symbol = operators[name], list.count == 2 { return "\(list[0]) \(symbol) \(list[1])" }
    return "\(name.filter { $0 != ":" })(\(list.map(\.description).joined(separator: ", ")))"
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatExpression else { return false }
    return self === other || description == other.description
  }
  open override var hash: Int { description.hashValue }
}
