import SwiftParser
import SwiftSyntax

/// The declarations, statements, closures and method calls of a file, with their places. Everything that can be
/// left out is one of these nodes, or a part of one.
struct Outline {
  enum Kind: String {
    case `import`, `class`, `struct`, `enum`, `protocol`, actor, `extension`
    case function, initializer, deinitializer, accessor, `subscript`, variable
    case `typealias`, `associatedtype`, `case`, macro
    case statement, methodCall, closure, element, condition

    var isType: Bool {
      switch self {
      case .class, .struct, .enum, .protocol, .actor, .extension: true
      default: false
      }
    }
    /// Whether the node has a body that runs.
    var isCode: Bool {
      switch self {
      case .function, .initializer, .deinitializer, .accessor, .subscript: true
      default: false
      }
    }
    var isDeclaration: Bool {
      switch self {
      case .statement, .methodCall, .closure, .element, .condition: false
      default: true
      }
    }
  }

  /// A part of a node that has a name: an attribute, a modifier, or an inherited type.
  struct Part {
    var name: String
    var range: Range<Int>
  }

  /// One variable of a declaration such as `var a = 1, b: Int`.
  struct Binding {
    var name: String
    var range: Range<Int>
    var patternEnd: Int
    var type: String?
    /// Where the type ends.
    var typeEnd: Int?
    /// The `=` and the value.
    var value: Range<Int>?
    var valueText: String?
    var hasAccessors: Bool
  }

  /// The kind of a statement, as far as a cut depends on it.
  enum Statement { case variable, function, `return`, `throw`, `guard`, expression, other }

  struct Node {
    var id: Int
    /// The node around it, or -1.
    var parent: Int
    var kind: Kind
    var name: String
    /// UTF-8 offsets, without the spaces and comments around.
    var range: Range<Int>
    /// The braces of a type or function, or the list of statements that a statement is in.
    var body: Range<Int>?
    var inherited: [Part] = []
    /// The colon and the inherited types.
    var inheritance: Range<Int>?
    var attributes: [Part] = []
    var modifiers: [Part] = []
    /// The type of the result.
    var result: String?
    var isFailable = false
    var isThrowing = false
    /// Of a function.
    var signature: Signature?
    /// The number of statements in a body, or in the list that a statement is in.
    var count = 0
    var bindings: [Binding] = []
    var statement = Statement.other
    /// For the call of a method: whether the chain looks like the modifiers of a view.
    var isModifier = false
  }

  private(set) var nodes: [Node] = []
  /// The largest number of generic arguments with which each type is used.
  private(set) var genericArguments: [String: Int] = [:]
  /// The uses of each type that say whether it is a protocol, a superclass or a value.
  private(set) var uses: [String: TypeUses] = [:]
  /// All names in the file.
  private(set) var identifiers: Set<String> = []

  struct TypeUses {
    var isConstraint = false
    var isConstructed = false
    /// It is the first inherited type of a class.
    var isFirstOfClass = false
    /// It is inherited by something else than a class, or is not the first one.
    var isConformance = false

    mutating func merge(_ other: TypeUses) {
      isConstraint = isConstraint || other.isConstraint
      isConstructed = isConstructed || other.isConstructed
      isFirstOfClass = isFirstOfClass || other.isFirstOfClass
      isConformance = isConformance || other.isConformance
    }
  }

  init(_ text: String) {
    let visitor = OutlineVisitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: text))
    nodes = visitor.nodes
    genericArguments = visitor.genericArguments
    uses = visitor.uses
    identifiers = visitor.identifiers
  }

  /// The nodes around a place, the outermost first.
  func chain(at offset: Int) -> [Node] {
    nodes.filter {
      $0.range.lowerBound <= offset && offset < max($0.range.upperBound, $0.range.lowerBound + 1)
    }
  }

  /// The function or the variable's value that contains a place: what is left out at last if a smaller piece
  /// is not enough.
  func owner(at offset: Int) -> Node? { Self.owner(in: chain(at: offset), at: offset) }

  static func owner(in chain: [Node], at offset: Int) -> Node? {
    chain.first { node in
      if node.kind.isCode { return node.body?.contains(offset) == true }
      guard node.kind == .variable else { return false }
      return node.bindings.contains { $0.value?.contains(offset) == true }
    }
  }
}

private final class OutlineVisitor: SyntaxAnyVisitor {
  typealias Node = Outline.Node
  var nodes: [Node] = []
  var genericArguments: [String: Int] = [:]
  var uses: [String: Outline.TypeUses] = [:]
  var identifiers: Set<String> = []
  private var open: [(syntax: SyntaxIdentifier, node: Int)] = []

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  private func push(
    _ syntax: Syntax, _ kind: Outline.Kind, _ name: String = "",
    _ fill: (inout Node) -> Void = { _ in }
  ) {
    var node = Node(
      id: nodes.count, parent: open.last?.node ?? -1, kind: kind, name: name, range: range(syntax))
    fill(&node)
    nodes.append(node)
    open.append((syntax.id, node.id))
  }

  private func attributes(_ list: AttributeListSyntax) -> [Outline.Part] {
    list.compactMap {
      guard case .attribute(let attribute) = $0 else { return nil }
      return .init(name: attribute.attributeName.trimmedDescription, range: range(attribute))
    }
  }

  private func modifiers(_ list: DeclModifierListSyntax) -> [Outline.Part] {
    list.map { .init(name: $0.trimmedDescription, range: range($0)) }
  }

  private func pushType(
    _ syntax: Syntax, _ kind: Outline.Kind, _ name: String, _ group: some DeclGroupSyntax
  ) {
    push(syntax, kind, name) { node in
      node.attributes = attributes(group.attributes)
      node.modifiers = modifiers(group.modifiers)
      node.body = range(group.memberBlock)
      guard let clause = group.inheritanceClause else { return }
      node.inheritance = range(clause)
      node.inherited = clause.inheritedTypes.map {
        .init(name: $0.type.trimmedDescription, range: range($0.type))
      }
      for (position, type) in clause.inheritedTypes.enumerated() {
        for name in Self.names(of: type.type) {
          if kind == .class, position == 0 {
            uses[name, default: .init()].isFirstOfClass = true
          } else {
            uses[name, default: .init()].isConformance = true
          }
        }
      }
    }
  }

  private static func names(of type: TypeSyntax) -> [String] {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { names(of: $0.type) }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return names(of: attributed.baseType) }
    return type.as(IdentifierTypeSyntax.self).map { [$0.name.text] } ?? []
  }

  override func visitAny(_ syntax: Syntax) -> SyntaxVisitorContinueKind {
    switch syntax.as(SyntaxEnum.self) {
    case .token(let token):
      if case .identifier(let name) = token.tokenKind { identifiers.insert(name) }
      return .skipChildren
    case .importDecl(let declaration):
      push(syntax, .import, declaration.path.first?.name.text ?? "")
    case .classDecl(let declaration): pushType(syntax, .class, declaration.name.text, declaration)
    case .actorDecl(let declaration): pushType(syntax, .actor, declaration.name.text, declaration)
    case .structDecl(let declaration): pushType(syntax, .struct, declaration.name.text, declaration)
    case .enumDecl(let declaration): pushType(syntax, .enum, declaration.name.text, declaration)
    case .protocolDecl(let declaration):
      pushType(syntax, .protocol, declaration.name.text, declaration)
    case .extensionDecl(let declaration):
      pushType(syntax, .extension, declaration.extendedType.trimmedDescription, declaration)
    case .functionDecl(let declaration):
      push(syntax, .function, declaration.name.text) {
        $0.attributes = attributes(declaration.attributes)
        $0.modifiers = modifiers(declaration.modifiers)
        $0.body = declaration.body.map(range)
        $0.count = declaration.body?.statements.count ?? 0
        $0.result = declaration.signature.returnClause?.type.trimmedDescription
        $0.signature = Signature(declaration.signature.parameterClause)
        $0.isThrowing = declaration.signature.effectSpecifiers?.throwsClause != nil
      }
    case .initializerDecl(let declaration):
      push(syntax, .initializer, "init") {
        $0.attributes = attributes(declaration.attributes)
        $0.modifiers = modifiers(declaration.modifiers)
        $0.body = declaration.body.map(range)
        $0.count = declaration.body?.statements.count ?? 0
        $0.isFailable = declaration.optionalMark != nil
        $0.isThrowing = declaration.signature.effectSpecifiers?.throwsClause != nil
      }
    case .deinitializerDecl(let declaration):
      push(syntax, .deinitializer, "deinit") { $0.body = declaration.body.map(range) }
    case .subscriptDecl(let declaration):
      push(syntax, .subscript, "subscript") {
        $0.attributes = attributes(declaration.attributes)
        $0.modifiers = modifiers(declaration.modifiers)
        $0.result = declaration.returnClause.type.trimmedDescription
        if let block = declaration.accessorBlock, case .getter(let items) = block.accessors {
          $0.body = range(block)
          $0.count = items.count
        }
      }
    case .variableDecl(let declaration): push(declaration)
    case .accessorBlock(let block):
      if case .getter(let items) = block.accessors,
        block.parent?.is(SubscriptDeclSyntax.self) != true
      {
        push(syntax, .accessor, "get") {
          $0.body = range(block)
          $0.count = items.count
          $0.result = Self.type(around: block.parent)
        }
      }
    case .accessorDecl(let accessor):
      push(syntax, .accessor, accessor.accessorSpecifier.text) {
        $0.body = accessor.body.map(range)
        $0.count = accessor.body?.statements.count ?? 0
        $0.result = Self.type(around: accessor.parent?.parent?.parent)
      }
    case .typeAliasDecl(let declaration): push(syntax, .typealias, declaration.name.text)
    case .associatedTypeDecl(let declaration): push(syntax, .associatedtype, declaration.name.text)
    case .enumCaseDecl(let declaration):
      push(syntax, .case, declaration.elements.map(\.name.text).joined(separator: ","))
    case .macroExpansionDecl(let declaration): push(syntax, .macro, declaration.macroName.text)
    case .codeBlockItem(let item): push(item)
    case .arrayElement: push(syntax, .element)
    case .conditionElement(let element):
      if case .expression(let condition) = element.condition {
        push(syntax, .condition) { $0.range = range(condition) }
      }
    case .closureExpr(let closure): push(syntax, .closure) { $0.count = closure.statements.count }
    case .functionCallExpr(let call):
      if let called = call.calledExpression.as(DeclReferenceExprSyntax.self) {
        uses[called.baseName.text, default: .init()].isConstructed = true
      }
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
      {
        push(syntax, .methodCall, member.declName.baseName.text) {
          let start = member.period.positionAfterSkippingLeadingTrivia.utf8Offset
          $0.range = start..<max(start, $0.range.upperBound)
          $0.isModifier = Self.isView(base)
        }
      }
    case .identifierType(let type):
      let count = type.genericArgumentClause?.arguments.count ?? 0
      genericArguments[type.name.text] = max(genericArguments[type.name.text] ?? 0, count)
    case .someOrAnyType(let type):
      for name in Self.names(of: type.constraint) {
        uses[name, default: .init()].isConstraint = true
      }
    case .genericSpecializationExpr(let expression):
      if let called = expression.expression.as(DeclReferenceExprSyntax.self) {
        let name = called.baseName.text
        let count = expression.genericArgumentClause.arguments.count
        genericArguments[name] = max(genericArguments[name] ?? 0, count)
        uses[name, default: .init()].isConstructed = true
      }
    default: break
    }
    return .visitChildren
  }

  override func visitAnyPost(_ syntax: Syntax) {
    if let last = open.last, last.syntax == syntax.id { open.removeLast() }
  }

  private static func type(around syntax: Syntax?) -> String? {
    if let binding = syntax?.as(PatternBindingSyntax.self) {
      return binding.typeAnnotation?.type.trimmedDescription
    }
    return syntax?.as(SubscriptDeclSyntax.self)?.returnClause.type.trimmedDescription
  }

  private func push(_ declaration: VariableDeclSyntax) {
    let names = declaration.bindings.map(\.pattern.trimmedDescription)
    push(Syntax(declaration), .variable, names.joined(separator: ",")) {
      $0.attributes = attributes(declaration.attributes)
      $0.modifiers = modifiers(declaration.modifiers)
      $0.bindings = declaration.bindings.map { binding in
        .init(
          name: binding.pattern.trimmedDescription, range: range(binding),
          patternEnd: binding.pattern.endPositionBeforeTrailingTrivia.utf8Offset,
          type: binding.typeAnnotation?.type.trimmedDescription,
          typeEnd: binding.typeAnnotation?.endPositionBeforeTrailingTrivia.utf8Offset,
          value: binding.initializer.map { range($0) },
          valueText: binding.initializer?.value.trimmedDescription,
          hasAccessors: binding.accessorBlock != nil)
      }
    }
  }

  private func push(_ item: CodeBlockItemSyntax) {
    push(Syntax(item), .statement) {
      $0.count = item.parent?.as(CodeBlockItemListSyntax.self)?.count ?? 1
      $0.body = item.parent.map { range($0) }
      switch item.item {
      case .decl(let declaration):
        if declaration.is(VariableDeclSyntax.self) { $0.statement = .variable }
        if declaration.is(FunctionDeclSyntax.self) { $0.statement = .function }
      case .stmt(let statement):
        switch statement.as(StmtSyntaxEnum.self) {
        case .returnStmt: $0.statement = .return
        case .throwStmt: $0.statement = .throw
        case .guardStmt: $0.statement = .guard
        default: break
        }
      case .expr: $0.statement = .expression
      }
    }
  }

  /// Whether a chain of calls begins with the call of a type, or with the content of a modifier.
  private static func isView(_ base: ExprSyntax) -> Bool {
    var expression = base
    while true {
      if let call = expression.as(FunctionCallExprSyntax.self) {
        if let called = call.calledExpression.as(DeclReferenceExprSyntax.self) {
          return called.baseName.text.first?.isUppercase == true
        }
        expression = call.calledExpression
      } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
        expression = base
      } else if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
        return name == "content" || name == "configuration"
      } else {
        return false
      }
    }
  }
}
