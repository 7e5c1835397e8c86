import YobanFoundation
internal import YobanSimulatedApple

/// Paths through to-many relationships, which are subqueries.
extension SQLBuilder {
  /// `samples.@count`, `samples.@sum.value`
  mutating func aggregate(
    _ relationship: NSRelationshipDescription, _ keys: [String], _ path: String, _ scope: Scope
  ) -> String {
    guard let operation = keys.first, operation.hasPrefix("@") else {
      Self.unsupported("\(path): put ANY or ALL before a path through a to-many relationship")
    }
    let functions = ["@count": "count", "@sum": "sum", "@min": "min", "@max": "max", "@avg": "avg"]
    guard let function = functions[operation] else { Self.unsupported(path) }
    let inner = from(relationship, scope)
    let attribute = keys.dropFirst().joined(separator: ".")
    let value = attribute.isEmpty ? "*" : "\(inner.scope.alias).\(Schema.quoted(attribute))"
    return "(SELECT \(function)(\(value)) FROM \(inner.tables) WHERE \(inner.condition))"
  }

  /// The tables and the condition that give the related objects.
  private mutating func from(
    _ relationship: NSRelationshipDescription, _ scope: Scope
  ) -> (tables: String, condition: String, scope: Scope) {
    var inner = scope
    inner.alias = alias()
    inner.entity = relationship.destinationEntity!
    inner.isOuter = false
    let table = Schema.table(inner.entity)
    switch Schema.storage(relationship) {
    case .inverse(let inverse):
      return (
        "\(table) \(inner.alias)",
        "\(inner.alias).\(Schema.quoted(inverse.name)) = \(scope.alias)._id", inner
      )
    case .table(let name, let own, let other):
      let joining = alias()
      return (
        "\(name) \(joining) JOIN \(table) \(inner.alias) ON \(inner.alias)._id = \(joining).\(other)",
        "\(joining).\(own) = \(scope.alias)._id", inner
      )
    }
  }

  mutating func exists(
    _ path: String, _ operand: FormatExpression?, _ scope: Scope, negated: Bool,
    _ condition: (inout SQLBuilder, Scope, _ rest: String) -> String
  ) -> String {
    var scope = scope
    if case .variable(let name) = operand?.kind, let alias = scope.variables[name],
      let entity = scope.variableEntities[name]
    {
      (scope.alias, scope.entity) = (alias, entity)
    }
    var keys = path.split(separator: ".").map(String.init)[...]
    while let key = keys.popFirst() {
      guard let relationship = Self.relationship(key, scope.entity) else {
        Self.unsupported("ANY \(path)")
      }
      guard relationship.isToMany else {
        scope = join(relationship, scope)
        continue
      }
      let inner = from(relationship, scope)
      let outerJoins = innerJoins
      innerJoins = []
      let text = condition(&self, inner.scope, keys.joined(separator: "."))
      let tables = ([inner.tables] + innerJoins).joined(separator: " ")
      innerJoins = outerJoins
      return
        "\(negated ? "NOT " : "")EXISTS (SELECT 1 FROM \(tables) WHERE \(inner.condition) AND (\(text)))"
    }
    Self.unsupported("ANY \(path): it has no to-many relationship")
  }

  mutating func subqueryCount(
    _ collection: FormatExpression, _ variable: String, _ predicate: NSPredicate, _ scope: Scope
  ) -> String {
    guard case .keyPath(let path, nil) = collection.kind,
      let relationship = Self.relationship(path, scope.entity), relationship.isToMany
    else { Self.unsupported("SUBQUERY(\(collection), …)") }
    let inner = from(relationship, scope)
    var innerScope = scope
    innerScope.variables[variable] = inner.scope.alias
    innerScope.variableEntities[variable] = inner.scope.entity
    innerScope.isOuter = false
    let outerJoins = innerJoins
    innerJoins = []
    let text = condition(predicate, innerScope)
    let tables = ([inner.tables] + innerJoins).joined(separator: " ")
    innerJoins = outerJoins
    return "(SELECT count(*) FROM \(tables) WHERE \(inner.condition) AND (\(text)))"
  }
}
