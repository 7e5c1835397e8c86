import SwiftSyntax

/// Collects the declared types of parameters and local variables, as far as they are written.
final class LocalTypes: SyntaxVisitor {
  private(set) var types: [String: String] = [:]
  private let index: ModuleIndex

  init(_ index: ModuleIndex) {
    self.index = index
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    types[(node.secondName ?? node.firstName).identifierText] = node.type.nameWithoutOptionality
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.pattern.as(IdentifierPatternSyntax.self),
      let type = node.typeAnnotation?.type.nameWithoutOptionality
    {
      types[name.identifier.identifierText] = type
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self) else { return .visitChildren }
    let source: String? =
      if let value = node.initializer?.value {
        value.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
          ?? value.as(MemberAccessExprSyntax.self)?.declName.baseName.identifierText
      } else {
        name.identifier.identifierText
      }
    if let source, let type = types[source] ?? index.propertyType(source) {
      types[name.identifier.identifierText] = type
    }
    return .visitChildren
  }
}
