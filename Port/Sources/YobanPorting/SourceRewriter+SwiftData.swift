import SwiftSyntax

/// The macros of SwiftData, which Apple's compiler expands.
extension SourceRewriter {
  /// Makes a class with `@Model` a `PersistentModel`: its stored variables become computed ones, whose values SwiftData
  /// keeps, and it describes them.
  func expandModel(_ node: ClassDeclSyntax) {
    guard let attribute = node.attributes.first(named: "Model") else { return }
    edits.remove(attribute)
    let name = node.name.text
    let own = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter(\.isPersistent)
    var metadata: [String] = []
    var defaults: [String] = []
    for variable in own {
      guard let binding = variable.bindings.first, variable.bindings.count == 1,
        let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
      else {
        warn(
          variable, "Declare each property of a @Model class alone: these are not stored on Linux.")
        continue
      }
      let property = pattern.identifier.text
      let key = pattern.identifier.identifierText
      guard let type = binding.typeAnnotation?.type.trimmedDescription ?? binding.inferredType
      else {
        warn(
          variable,
          "The type of \(key) cannot be seen: write it, as in `var \(key): Type = …`. The"
            + " property is not stored on Linux.")
        continue
      }
      metadata.append(describe(variable, key, property, of: name))
      if binding.initializer != nil {
        defaults.append("\"\(key)\": \(name).yobanDefault_\(key)()")
      } else if type.hasSuffix("?") {
        defaults.append("\"\(key)\": Optional<Any>.none as Any")
      }
      makeComputed(binding, property, key, type)
    }
    let initial = defaults.isEmpty ? "" : "[\(defaults.joined(separator: ", "))]"
    edits.insert(
      " public private(set) var yobanBacking = SwiftData.ModelBacking(\(initial));"
        + " public required init(yobanBacking: SwiftData.ModelBacking) { self.yobanBacking = yobanBacking };"
        + " public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata]"
        + " { [\(metadata.joined(separator: ", "))] };",
      at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia)
    conform(to: "SwiftData.PersistentModel", node.inheritanceClause, after: node.name)
  }

  private func describe(
    _ variable: VariableDeclSyntax, _ key: String, _ property: String, of type: String
  ) -> String {
    for attribute in ["Attribute", "Relationship"] {
      guard let found = variable.attributes.first(named: attribute) else { continue }
      let arguments = (found.arguments?.trimmedDescription ?? "").split(whereSeparator: \.isNewline)
        .joined(separator: " ")
      return
        ".init(\"\(key)\", \\\(type).\(property), SwiftData.Schema.\(attribute)(\(arguments)))"
    }
    return ".init(\"\(key)\", \\\(type).\(property))"
  }

  private func makeComputed(
    _ binding: PatternBindingSyntax, _ property: String, _ key: String, _ type: String
  ) {
    if binding.typeAnnotation == nil {
      edits.insert(": \(type)", at: binding.pattern.endPositionBeforeTrailingTrivia)
    }
    let accessors =
      "{ get { yobanBacking.get(self, \\.\(property), \"\(key)\") }"
      + " set { yobanBacking.set(self, \\.\(property), \"\(key)\", newValue) } }"
    guard let initializer = binding.initializer else {
      edits.insert(" \(accessors)", at: binding.endPositionBeforeTrailingTrivia)
      return
    }
    edits.replace(
      initializer.equal.trimmedRange,
      with: "\(accessors); private static func yobanDefault_\(key)() -> \(type) { return")
    edits.insert(" }", at: initializer.endPositionBeforeTrailingTrivia)
  }

  private func conform(
    to type: String, _ clause: InheritanceClauseSyntax?, after name: TokenSyntax
  ) {
    if let last = clause?.inheritedTypes.last {
      edits.insert(", \(type)", at: last.endPositionBeforeTrailingTrivia)
    } else {
      edits.insert(": \(type)", at: name.endPositionBeforeTrailingTrivia)
    }
  }

  /// Gives an actor with `@ModelActor` its context.
  func expandModelActor(_ node: ActorDeclSyntax) {
    guard let attribute = node.attributes.first(named: "ModelActor") else { return }
    edits.remove(attribute)
    var text =
      " nonisolated let modelExecutor: any SwiftData.ModelExecutor;"
      + " nonisolated let modelContainer: SwiftData.ModelContainer;"
    if !node.memberBlock.members.contains(where: { $0.decl.is(InitializerDeclSyntax.self) }) {
      text +=
        " init(modelContainer: SwiftData.ModelContainer) { modelExecutor = SwiftData.DefaultSerialModelExecutor("
        + "modelContext: SwiftData.ModelContext(modelContainer)); self.modelContainer = modelContainer };"
    }
    edits.insert(text, at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia)
    conform(to: "SwiftData.ModelActor", node.inheritanceClause, after: node.name)
  }

  /// Takes `#Index` out, which only makes fetches faster, and keeps what `#Unique` says. Returns whether the macro is
  /// one of SwiftData.
  func expandModelMacro(_ node: MacroExpansionDeclSyntax) -> Bool {
    switch node.macroName.text {
    case "Index":
      edits.remove(node)
      return true
    case "Unique":
      let lists = node.arguments.map { argument in
        let paths = argument.expression.trimmedDescription
        let type = enclosingTypes.last ?? "Self"
        return paths.replacing("\\.", with: "\\\(type).")
      }
      edits.replace(
        node.trimmedRange,
        with: "public static var yobanUnique: [[AnyKeyPath]] { [\(lists.joined(separator: ", "))] }"
      )
      return true
    default: return false
    }
  }
}

extension VariableDeclSyntax {
  /// Whether SwiftData stores the property: a stored variable without `@Transient`.
  fileprivate var isPersistent: Bool {
    bindingSpecifier.text == "var" && !modifiers.isStatic && !modifiers.contains("lazy")
      && !attributes.contains(named: "Transient")
      && bindings.allSatisfy { $0.accessorBlock == nil }
  }
}

extension PatternBindingSyntax {
  /// The type of a property whose initial value shows it: a literal, `Type()`, `Type.member` and `[Type]()`.
  fileprivate var inferredType: String? {
    guard let value = initializer?.value else { return nil }
    if value.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if value.is(FloatLiteralExprSyntax.self) { return "Double" }
    if value.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if value.is(StringLiteralExprSyntax.self) { return "String" }
    if let prefixed = value.as(PrefixOperatorExprSyntax.self) {
      return prefixed.expression.is(FloatLiteralExprSyntax.self) ? "Double" : "Int"
    }
    func type(_ expression: ExprSyntax) -> String? {
      let text = expression.trimmedDescription
      let start = text.drop { $0 == "[" }.first
      return start?.isUppercase == true ? text : nil
    }
    if let call = value.as(FunctionCallExprSyntax.self) {
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
        return member.base.flatMap(type)
      }
      return type(call.calledExpression)
    }
    return value.as(MemberAccessExprSyntax.self)?.base.flatMap(type)
  }
}
