import SwiftSyntax

/// Counts functions, initializers and accessors that have a body and are not within another one, as the account of
/// what is left out does.
final class FunctionCount: SyntaxVisitor {
  private(set) var count = 0

  static func of(_ node: some SyntaxProtocol) -> Int {
    let visitor = FunctionCount(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.count
  }

  private func found(_ body: CodeBlockSyntax?) -> SyntaxVisitorContinueKind {
    if body != nil { count += 1 }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { found(node.body) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    found(node.body)
  }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    found(node.body)
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { found(node.body) }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    guard case .getter = node.accessors else { return .visitChildren }
    count += 1
    return .skipChildren
  }
}
