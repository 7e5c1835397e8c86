import SwiftSyntax

extension SourceRewriter {
  /// Turns `#selector(x)` into a selector that calls the method.
  func lowerSelector(_ node: MacroExpansionExprSyntax) {
    guard let argument = node.arguments.first else { return }
    let (expression, cast) = withoutCast(argument.expression)
    let text: String
    if let accessor = argument.label?.text {
      text = accessorSelector(expression, isSetter: accessor == "setter")
    } else if let reference = reference(expression) {
      text = selector(reference, cast: cast)
    } else {
      warn(node, "This form of #selector is not known. Name the method as Type.method(_:).")
      return
    }
    edits.replace(node.trimmedRange, with: text)
  }

  private struct Reference {
    /// Nil for a method that is named without its type.
    let base: ExprSyntax?
    let name: DeclReferenceExprSyntax
  }

  private func reference(_ expression: ExprSyntax) -> Reference? {
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return Reference(base: nil, name: name)
    }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      return Reference(base: base, name: member.declName)
    }
    return nil
  }

  private func withoutCast(_ expression: ExprSyntax) -> (ExprSyntax, FunctionTypeSyntax?) {
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      return withoutCast(only.expression)
    }
    guard let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let first = sequence.elements.first,
      let type = sequence.elements.last?.as(TypeExprSyntax.self)
    else { return (expression, nil) }
    return (withoutCast(first).0, functionType(type.type))
  }

  /// Returns the type of the method in `(Type) -> (A) -> R`, `((A) -> R)?` or `(A) -> R`.
  private func functionType(_ type: TypeSyntax) -> FunctionTypeSyntax? {
    if let optional = type.as(OptionalTypeSyntax.self) { return functionType(optional.wrappedType) }
    if let tuple = type.as(TupleTypeSyntax.self), let only = tuple.elements.first {
      return functionType(only.type)
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return functionType(attributed.baseType)
    }
    guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
    return functionType(function.returnClause.type) ?? function
  }

  /// Returns the path of the type that a base names. Nil if the base is a value of an unknown type.
  private func path(_ base: ExprSyntax) -> String? {
    let text = base.trimmedDescription
    if ["self", "super", "Self"].contains(text) { return enclosingTypes.last }
    if text == "type(of: self)" { return enclosingTypes.last }
    if index.isKnown(text) { return text }
    // Within an outer type, its inner types are named without it.
    for outer in enclosingTypes.reversed() where index.isKnown("\(outer).\(text)") {
      return "\(outer).\(text)"
    }
    return text.first?.isUppercase == true ? text : nil
  }

  private func selector(_ reference: Reference, cast: FunctionTypeSyntax?) -> String {
    let name = reference.name.baseName.identifierText
    let labels = reference.name.argumentNames?.arguments.map(\.name.text)
    let paths = reference.base.map { path($0).map { [$0] } ?? [] } ?? enclosingTypes.reversed()
    for path in paths {
      let methods = index.methods(name, of: path).filter { labels == nil || $0.labels == labels }
      guard let method = choose(methods, cast) else { continue }
      guard method.isCallable, !method.isOptional, !index.isIsolatedToOtherActor(path) else {
        return nameOnly(method.objectiveCName)
      }
      return SelectorCall.text(
        method, on: index.isProtocol(path) ? "any \(path)" : path,
        isOverloaded: index.isOverloaded(method, of: path))
    }
    let known = labels ?? cast.map { $0.parameters.map { _ in "_" } } ?? []
    let objectiveCName = ObjectiveCName.method(name, known)
    // The method is inherited from a class of another module, which the compiler knows.
    guard let path = paths.first, !index.isProtocol(path), labels != nil || cast == nil else {
      return nameOnly(objectiveCName)
    }
    if labels == nil || path.hasSuffix("Delegate") || path.hasSuffix("DataSource") {
      // Without labels, the number of arguments is not known; a protocol of another module may
      // not implement the method.
      return nameOnly(objectiveCName)
    }
    return SelectorCall.text(name: objectiveCName, method: name, labels: known, on: path)
  }

  private func choose(
    _ methods: [SourceIndex.Method], _ cast: FunctionTypeSyntax?
  ) -> SourceIndex.Method? {
    if let cast {
      let types = cast.parameters.map { $0.type.trimmedDescription }
      if let exact = methods.first(where: { $0.parameterTypes == types }) { return exact }
      if let sameCount = methods.first(where: { $0.labels.count == types.count }) {
        return sameCount
      }
    }
    return methods.first(where: \.isExposed) ?? methods.first
  }

  private func nameOnly(_ name: String) -> String { "YobanFoundation.Selector(\"\(name)\")" }

  private func accessorSelector(_ expression: ExprSyntax, isSetter: Bool) -> String {
    let name = reference(expression)?.name.baseName.identifierText ?? expression.trimmedDescription
    return nameOnly(isSetter ? ObjectiveCName.setter(name) : name)
  }

  /// Turns `#keyPath(Type.a.b)` into `"a.b"`.
  func lowerKeyPath(_ node: MacroExpansionExprSyntax) {
    guard let argument = node.arguments.first else { return }
    var parts = argument.expression.trimmedDescription.split(separator: ".").map(String.init)
    while parts.count > 1, parts[0].first?.isUppercase == true || parts[0] == "self" {
      parts.removeFirst()
    }
    edits.replace(node.trimmedRange, with: "\"\(parts.joined(separator: "."))\"")
  }
}
