import SwiftSyntax

/// The names of a file that its other files cannot use.
struct PrivateNames {
  private struct Name: Hashable {
    let name: String
    /// The path of the only type that can use the name; nil for the whole file.
    let type: String?
  }
  private let names: Set<Name>

  init(_ tree: SourceFileSyntax) {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    names = visitor.names
  }

  /// Returns those of the names that a member of a type uses, sorted.
  func used(by member: some SyntaxProtocol, of path: String) -> [String] {
    let visible = Set(
      names.filter { name in
        name.type.map { path == $0 || path.hasPrefix("\($0).") } ?? true
      }.map(\.name))
    guard !visible.isEmpty else { return [] }
    let references = References(viewMode: .sourceAccurate)
    references.walk(member)
    return references.names.intersection(visible).sorted()
  }

  /// Collects private declarations that are not within functions.
  private final class Visitor: SyntaxAnyVisitor {
    var names: Set<Name> = []
    private var types: [String] = []
    /// Whether the members of the innermost type are private because it is a private extension.
    private var areMembersPrivate: [Bool] = []

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if node.is(CodeBlockSyntax.self) || node.is(ClosureExprSyntax.self)
        || node.is(AccessorBlockSyntax.self)
      {
        return .skipChildren
      }
      if let declaration = node.asProtocol((any WithModifiersSyntax).self) { note(declaration) }
      if let type = node.asProtocol((any DeclGroupSyntax).self) {
        let extended = node.as(ExtensionDeclSyntax.self)
        let name = extended?.extendedType.trimmedDescription ?? Self.names(node).first ?? ""
        types.append(types.last.map { "\($0).\(name)" } ?? name)
        areMembersPrivate.append(extended != nil && type.modifiers.isPrivate)
      }
      return .visitChildren
    }

    override func visitAnyPost(_ node: Syntax) {
      guard node.asProtocol((any DeclGroupSyntax).self) != nil else { return }
      types.removeLast()
      areMembersPrivate.removeLast()
    }

    private func note(_ declaration: any WithModifiersSyntax) {
      let isOfType = declaration.modifiers.contains {
        $0.name.text == "private" && $0.detail == nil
      }
      let isOfFile =
        declaration.modifiers.contains { $0.name.text == "fileprivate" }
        || areMembersPrivate.last == true
      guard isOfType || isOfFile else { return }
      for name in Self.names(Syntax(declaration)) {
        names.insert(Name(name: name, type: isOfFile ? nil : types.last))
      }
    }

    private static func names(_ node: Syntax) -> [String] {
      if let variable = node.as(VariableDeclSyntax.self) {
        return variable.bindings.compactMap {
          $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
        }
      }
      return node.asProtocol((any NamedDeclSyntax).self).map { [$0.name.identifierText] } ?? []
    }
  }

  /// Collects the names that a declaration uses, without those of its own parameters and variables.
  private final class References: SyntaxVisitor {
    private var used: Set<String> = []
    private var usedOfOthers: Set<String> = []
    private var locals: Set<String> = []
    var names: Set<String> { used.subtracting(locals).union(usedOfOthers) }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.baseName.identifierText
      if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id {
        usedOfOthers.insert(name)
      } else {
        used.insert(name)
      }
      return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      usedOfOthers.insert(node.name.identifierText)
      return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
      usedOfOthers.insert(node.name.identifierText)
      return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      locals.insert((node.secondName ?? node.firstName).identifierText)
      return .visitChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      locals.insert(node.identifier.identifierText)
      return .visitChildren
    }
  }
}
