import SwiftSyntax

/// Collects the index of one file. `#if` has been resolved before.
final class IndexVisitor: SyntaxVisitor {
  private(set) var index = SourceIndex()
  /// The types around the current position. The last is nil within a function.
  private var stack: [Int] = []
  private var exposesMembers: [Bool] = []

  init() { super.init(viewMode: .sourceAccurate) }

  private func enter(
    _ name: String, _ kind: SourceIndex.Kind, _ attributes: AttributeListSyntax,
    _ modifiers: DeclModifierListSyntax, _ inherited: [String], isGeneric: Bool
  ) -> SyntaxVisitorContinueKind {
    let outer = stack.last.map { index.types[$0] }
    let isPrivate = modifiers.contains("private")
    index.types.append(
      SourceIndex.TypeDeclaration(
        path: outer.map { "\($0.path).\(name)" } ?? name, kind: kind,
        isGeneric: isGeneric || outer?.isGeneric ?? false,
        isVisibleInFile: (outer?.isVisibleInFile ?? true) && !(outer != nil && isPrivate),
        isIsolatedToOtherActor: attributes.hasOtherActor,
        objectiveCName: attributes.objectiveCName, inherited: inherited))
    stack.append(index.types.count - 1)
    exposesMembers.append(
      attributes.contains(named: "objcMembers")
        || (kind == .extension || kind == .protocol) && attributes.contains(named: "objc"))
    return .visitChildren
  }

  private func leave() {
    stack.removeLast()
    exposesMembers.removeLast()
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node.name.identifierText, .class, node.attributes, node.modifiers,
      node.inheritanceClause.names, isGeneric: node.genericParameterClause != nil)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node.name.identifierText, .structure, node.attributes, node.modifiers, [],
      isGeneric: node.genericParameterClause != nil)
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node.name.identifierText, .enumeration, node.attributes, node.modifiers, [],
      isGeneric: node.genericParameterClause != nil)
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.identifierText, .actor, node.attributes, node.modifiers, [], isGeneric: true)
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node.name.identifierText, .protocol, node.attributes, node.modifiers,
      node.inheritanceClause.names, isGeneric: false)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node.extendedType.trimmedDescription, .extension, node.attributes, node.modifiers,
      node.inheritanceClause.names, isGeneric: node.genericWhereClause != nil)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let type = stack.last else { return .skipChildren }
    let exposing = ["objc", "IBAction", "IBSegueAction"]
    var method = SourceIndex.Method(
      name: node.name.identifierText, labels: node.signature.parameterClause.labels,
      parameterTypes: node.signature.parameterClause.parameters.map { $0.type.trimmedDescription },
      objectiveCName: node.objectiveCName)
    method.isStatic = node.modifiers.isStatic
    method.isOptional = node.modifiers.isOptional
    method.isAsync = node.isAsync
    method.isThrowing = node.isThrowing
    method.isCallable = node.isCallableByName && !node.attributes.hasOtherActor
    method.isExposed =
      node.isObserveValue || exposing.contains { node.attributes.contains(named: $0) }
      || isExposedByType(node.modifiers, node.attributes)
    index.types[type].methods.append(method)
    return .skipChildren
  }

  /// Whether Objective-C sees a member because its type is declared with `@objcMembers`, or its extension with `@objc`.
  private func isExposedByType(
    _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax
  ) -> Bool {
    exposesMembers.last == true && !modifiers.isPrivate && !attributes.contains(named: "nonobjc")
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let type = stack.last else { return .skipChildren }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      var property = SourceIndex.Property(name: name.identifier.identifierText)
      property.isOutlet =
        node.attributes.contains(named: "IBOutlet") && node.bindingSpecifier.text == "var"
      property.isExposed =
        node.attributes.contains(named: "objc") || isExposedByType(node.modifiers, node.attributes)
      // A property wrapper may have no setter, and a property of another actor is not set from here.
      property.isSettable =
        node.bindingSpecifier.text == "var" && binding.isSettable && !node.attributes.hasOtherActor
        && node.attributes.mayBeSet
      property.isStatic = node.modifiers.isStatic
      property.type = binding.typeAnnotation?.type.nameWithoutOptionality
      property.isOptionalRequirement = node.modifiers.isOptional
      property.getter = node.attributes.objectiveCName
      property.isManaged =
        node.attributes.contains(named: "NSManaged") && !node.modifiers.isPrivate
      index.types[type].properties.append(property)
    }
    return .skipChildren
  }

  // Local types cannot be named from outside of their function.
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = stack.last, index.types[type].kind == .class,
      !node.modifiers.contains("convenience")
    {
      index.types[type].initializers.append(node.signature.parameterClause.labels)
    }
    return .skipChildren
  }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
