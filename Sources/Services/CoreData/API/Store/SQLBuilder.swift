import YobanFoundation
internal import YobanSimulatedApple

/// Translates predicates and sort descriptors into SQL.
///
/// Each step of a key path through a to-one relationship is a join; a path through a to-many relationship is a
/// subquery. A comparison with NULL has the result NULL, which does not hold, as on a device.
struct SQLBuilder {
  private(set) var values: [SQLiteDatabase.Value] = []
  private(set) var joins: [String] = []
  private var aliases: [String: String] = [:]
  private var count = 0

  /// A place from which key paths start: a table's alias and its entity.
  struct Scope {
    var alias: String
    var entity: NSEntityDescription
    /// Objects by the names of variables, in a subquery.
    var variables: [String: String] = [:]
    var variableEntities: [String: NSEntityDescription] = [:]
    var isOuter = true
  }

  static func unsupported(_ what: String) -> Never {
    AppProcess.raise(
      "NSInvalidArgumentException: Yoban's Core Data cannot translate \(what). docs/known-differences/CoreData.md lists what it can."
    )
  }

  mutating func bind(_ value: SQLiteDatabase.Value) -> String {
    values.append(value)
    return "?"
  }

  mutating func alias() -> String {
    count += 1
    return "t\(count)"
  }

  // MARK: Predicates

  mutating func condition(_ predicate: NSPredicate, _ scope: Scope) -> String {
    switch predicate {
    case let compound as NSCompoundPredicate:
      let parts = compound.parts.map { "(\(condition($0, scope)))" }
      switch compound.compoundPredicateType {
      case .not: return "NOT \(parts.first ?? "(1)")"
      case .and: return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
      default: return parts.isEmpty ? "0" : parts.joined(separator: " OR ")
      }
    case let comparison as FormatComparison: return self.comparison(comparison, scope)
    default:
      if let constant = predicate.constant { return constant ? "1" : "0" }
      AppProcess.raise(
        "NSInvalidArgumentException: Problem with subpredicate BLOCKPREDICATE: an SQLite store cannot evaluate a block."
      )
    }
  }

  private mutating func comparison(_ comparison: FormatComparison, _ scope: Scope) -> String {
    let left = comparison.leftExpression
    // ANY a.b == x, and `a CONTAINS x` for a to-many relationship
    if comparison.comparisonPredicateModifier != .direct {
      guard case .keyPath(let path, let operand) = left.kind else {
        Self.unsupported("\(comparison.predicateFormat)")
      }
      let isAll = comparison.comparisonPredicateModifier == .all
      return exists(path, operand, scope, negated: isAll) { builder, inner, rest in
        let single = FormatComparison(
          leftExpression: rest.isEmpty
            ? .expressionForEvaluatedObject() : FormatExpression(forKeyPath: rest),
          rightExpression: comparison.rightExpression, modifier: .direct,
          type: comparison.predicateOperatorType, options: comparison.options)
        let condition = builder.condition(single, inner)
        return isAll ? "NOT (\(condition))" : condition
      }
    }
    if comparison.predicateOperatorType == .contains,
      case .keyPath(let path, let operand) = left.kind,
      isToMany(path, scope, operand)
    {
      return exists(path, operand, scope, negated: false) { builder, inner, _ in
        builder.condition(
          FormatComparison(
            leftExpression: .expressionForEvaluatedObject(),
            rightExpression: comparison.rightExpression, modifier: .direct, type: .equalTo), inner)
      }
    }
    return plain(comparison, scope)
  }

  private mutating func plain(_ comparison: FormatComparison, _ scope: Scope) -> String {
    let left = comparison.leftExpression
    let right = comparison.rightExpression
    let attribute = self.attribute(left, scope) ?? self.attribute(right, scope)
    let options = comparison.options.intersection([.caseInsensitive, .diacriticInsensitive])
    func isNil(_ expression: FormatExpression) -> Bool {
      if case .constant(let value) = expression.kind {
        return PredicateValues.unwrapped(value) == nil
      }
      return false
    }
    func symbol(_ sign: String) -> String {
      let first = sqlOperand(left, attribute, scope, options)
      return "\(first) \(sign) \(sqlOperand(right, attribute, scope, options))"
    }
    switch comparison.predicateOperatorType {
    case .equalTo:
      if isNil(right) { return "\(sqlOperand(left, attribute, scope, [])) IS NULL" }
      if isNil(left) { return "\(sqlOperand(right, attribute, scope, [])) IS NULL" }
      return symbol("=")
    case .notEqualTo:
      if isNil(right) { return "\(sqlOperand(left, attribute, scope, [])) IS NOT NULL" }
      return symbol("<>")
    case .lessThan: return symbol("<")
    case .lessThanOrEqualTo: return symbol("<=")
    case .greaterThan: return symbol(">")
    case .greaterThanOrEqualTo: return symbol(">=")
    case .between:
      let bounds = list(right)
      guard bounds.count == 2 else { Self.unsupported(comparison.predicateFormat) }
      let value = sqlOperand(left, attribute, scope, options)
      let first = sqlOperand(bounds[0], attribute, scope, options)
      return "\(value) BETWEEN \(first) AND \(sqlOperand(bounds[1], attribute, scope, options))"
    case .in:
      if case .keyPath(let path, let operand) = right.kind, isToMany(path, scope, operand) {
        return exists(path, operand, scope, negated: false) { builder, inner, rest in
          let member = rest.isEmpty ? "\(inner.alias)._id" : "\(inner.alias).\(Schema.quoted(rest))"
          return "\(member) = \(builder.sqlOperand(left, attribute, scope, options))"
        }
      }
      let members = list(right)
      let value = sqlOperand(left, attribute, scope, options)
      let parts = members.map { sqlOperand($0, attribute, scope, options) }
      return parts.isEmpty ? "0" : "\(value) IN (\(parts.joined(separator: ", ")))"
    case .matches, .like, .beginsWith, .endsWith, .contains:
      let type = comparison.predicateOperatorType.rawValue
      let text = sqlOperand(left, attribute, scope, [])
      let pattern = sqlOperand(right, attribute, scope, [])
      return "yoban_match(\(type), \(options.rawValue), \(text), \(pattern))"
    @unknown default: Self.unsupported(comparison.predicateFormat)
    }
  }

  private func list(_ expression: FormatExpression) -> [FormatExpression] {
    switch expression.kind {
    case .aggregate(let list): return list
    case .constant(let value):
      return PredicateValues.elements(of: value).map { FormatExpression(forConstantValue: $0) }
    default: Self.unsupported("the list \(expression)")
    }
  }

  private mutating func sqlOperand(
    _ expression: FormatExpression, _ attribute: NSAttributeDescription?, _ scope: Scope,
    _ options: FormatComparison.Options
  ) -> String {
    let sql = self.sql(expression, attribute, scope)
    return options.isEmpty ? sql : "yoban_fold(\(options.rawValue), \(sql))"
  }

  /// The attribute that an expression reads, with whose type a constant is compared.
  private func attribute(_ expression: FormatExpression, _ scope: Scope) -> NSAttributeDescription?
  {
    guard case .keyPath(let path, nil) = expression.kind else { return nil }
    var entity = scope.entity
    let keys = path.split(separator: ".").map(String.init)
    for key in keys.dropLast() {
      guard let next = Self.relationship(key, entity)?.destinationEntity else { return nil }
      entity = next
    }
    return keys.last.flatMap { Self.property($0, entity) as? NSAttributeDescription }
  }

  /// A property of an entity or of one of its subentities, whose table is the same.
  static func property(_ name: String, _ entity: NSEntityDescription) -> NSPropertyDescription? {
    entity.propertiesByName[name]
      ?? entity.family.lazy.compactMap { $0.propertiesByName[name] }.first
  }

  static func relationship(
    _ name: String, _ entity: NSEntityDescription
  ) -> NSRelationshipDescription? { property(name, entity) as? NSRelationshipDescription }

  // MARK: Expressions

  mutating func sql(
    _ expression: FormatExpression, _ attribute: NSAttributeDescription?, _ scope: Scope
  ) -> String {
    switch expression.kind {
    case .constant(let value): return bind(AttributeValue.sql(value, attribute))
    case .evaluatedObject: return "\(scope.alias)._id"
    case .variable(let name):
      guard let alias = scope.variables[name] else { Self.unsupported("the variable $\(name)") }
      return "\(alias)._id"
    case .keyPath(let path, let operand): return column(path, operand, scope)
    case .function(let name, let arguments): return function(name, arguments, attribute, scope)
    case .subquery, .aggregate, .block: Self.unsupported("\(expression)")
    case .conditional(let predicate, let yes, let no):
      let condition = self.condition(predicate, scope)
      let first = sql(yes, attribute, scope)
      return "CASE WHEN \(condition) THEN \(first) ELSE \(sql(no, attribute, scope)) END"
    }
  }

  private mutating func function(
    _ name: String, _ arguments: [FormatExpression], _ attribute: NSAttributeDescription?,
    _ scope: Scope
  ) -> String {
    func operand(_ index: Int) -> String { sql(arguments[index], attribute, scope) }
    let signs = [
      "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/",
      "modulus:by:": "%",
    ]
    if let sign = signs[name], arguments.count == 2 {
      let first = operand(0)
      return "(\(first) \(sign) \(operand(1)))"
    }
    let functions = [
      "sum:": "sum", "count:": "count", "average:": "avg", "min:": "min", "max:": "max",
      "abs:": "abs",
      "lowercase:": "lower", "uppercase:": "upper", "length:": "length", "ceiling:": "ceil",
      "floor:": "floor", "sqrt:": "sqrt", "trunc:": "trunc",
    ]
    if name == "count:", case .evaluatedObject = arguments.first?.kind { return "count(*)" }
    if let function = functions[name], arguments.count == 1 { return "\(function)(\(operand(0)))" }
    switch name {
    case "castObject:toType:": return operand(0)
    case "now": return bind(.real(Date().timeIntervalSinceReferenceDate))
    default: PredicateValues.unknownFunction(name)
    }
  }

  func isToMany(_ path: String, _ scope: Scope, _ operand: FormatExpression?) -> Bool {
    var entity = scope.entity
    if case .variable(let name) = operand?.kind { entity = scope.variableEntities[name] ?? entity }
    for key in path.split(separator: ".") {
      guard let relationship = Self.relationship(String(key), entity) else { return false }
      if relationship.isToMany { return true }
      guard let next = relationship.destinationEntity else { return false }
      entity = next
    }
    return false
  }

  /// The column of a key path; joins the tables on the way.
  mutating func column(_ path: String, _ operand: FormatExpression?, _ scope: Scope) -> String {
    var scope = scope
    if let operand {
      switch operand.kind {
      case .variable(let name):
        guard let alias = scope.variables[name], let entity = scope.variableEntities[name] else {
          Self.unsupported("the variable $\(name)")
        }
        scope.alias = alias
        scope.entity = entity
      case .subquery(let collection, let variable, let predicate) where path == "@count":
        return subqueryCount(collection, variable, predicate, scope)
      default: Self.unsupported("\(operand).\(path)")
      }
    }
    var keys = path.split(separator: ".").map(String.init)[...]
    while let key = keys.popFirst() {
      if key.lowercased() == "self" { continue }
      if key == "objectID" { return "\(scope.alias)._id" }
      guard let property = Self.property(key, scope.entity) else {
        AppProcess.raise(
          "NSInvalidArgumentException: keypath \(path) not found in entity \(scope.entity.name ?? "")"
        )
      }
      guard let relationship = property as? NSRelationshipDescription else {
        guard !property.isTransient else {
          AppProcess.raise(
            "NSInvalidArgumentException: keypath \(path) is transient and cannot be fetched")
        }
        return "\(scope.alias).\(Schema.quoted(key))"
      }
      if relationship.isToMany {
        return aggregate(relationship, Array(keys), path, scope)
      }
      if keys.isEmpty { return "\(scope.alias).\(Schema.quoted(key))" }
      scope = join(relationship, scope)
    }
    return "\(scope.alias)._id"
  }

  mutating func join(_ relationship: NSRelationshipDescription, _ scope: Scope) -> Scope {
    var next = scope
    next.entity = relationship.destinationEntity!
    let key = "\(scope.alias).\(relationship.name)"
    if let known = aliases[key] {
      next.alias = known
      return next
    }
    next.alias = alias()
    aliases[key] = next.alias
    let join =
      "LEFT JOIN \(Schema.table(next.entity)) \(next.alias) ON \(next.alias)._id = \(scope.alias).\(Schema.quoted(relationship.name))"
    if scope.isOuter { joins.append(join) } else { innerJoins.append(join) }
    return next
  }
  /// The joins of the innermost subquery.
  var innerJoins: [String] = []

  // MARK: Order

  mutating func order(_ descriptors: [NSSortDescriptor], _ scope: Scope) -> String {
    var terms: [String] = []
    for descriptor in descriptors {
      guard let key = descriptor.key, !descriptor.hasComparator else {
        AppProcess.raise(
          "NSInvalidArgumentException: unsupported NSSortDescriptor (comparator blocks are not supported)"
        )
      }
      var term = column(key, nil, scope)
      let options = descriptor.textOptions
      if !options.isEmpty { term = "yoban_fold(\(options.rawValue), \(term))" }
      terms.append("\(term) \(descriptor.ascending ? "ASC" : "DESC")")
    }
    // Rows without another order come as they were stored, as in every run.
    return (terms + ["\(scope.alias)._id ASC"]).joined(separator: ", ")
  }
}
