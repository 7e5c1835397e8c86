import SwiftSyntax

extension SourceRewriter {
  private static let runtimeFunctions: Set<String> = [
    "method_exchangeImplementations", "method_setImplementation", "method_getImplementation",
    "class_getInstanceMethod", "class_getClassMethod", "class_addMethod", "class_replaceMethod",
    "class_copyMethodList", "class_copyPropertyList", "class_getName", "object_getClass",
    "object_setClass", "objc_getClass", "objc_copyClassList", "imp_implementationWithBlock",
    "sel_registerName", "protocol_getName",
  ]

  /// Reports a call that needs the Objective-C runtime. Takes out the statement if it is nothing but
  /// this call. Returns whether it was taken out.
  func refuse(_ node: FunctionCallExprSyntax) -> Bool {
    guard let function = node.calledExpression.as(DeclReferenceExprSyntax.self),
      Self.runtimeFunctions.contains(function.baseName.text)
    else { return false }
    let message =
      "\(function.baseName.text) needs the Objective-C runtime, which Linux does not have."
      + " Put the code behind #if !os(Linux) with a condition of your own, or exclude the file."
    guard let statement = wholeStatement(node) else {
      warn(node, message)
      return false
    }
    takeOut(
      statement, message + " The statement is taken out.", loss(.statement, of: statement))
    return true
  }

  /// Takes out a preview, which only Xcode shows. The app does not need it.
  func takeOutPreview(_ node: some SyntaxProtocol) {
    note(node, "#Preview is taken out: previews exist only in Xcode.")
    edits.remove(node)
  }

  /// Returns the statement that is only the call, or an assignment of its result.
  private func wholeStatement(_ node: FunctionCallExprSyntax) -> Syntax? {
    if let item = node.parent?.as(CodeBlockItemSyntax.self) { return removable(item) }
    guard let list = node.parent?.as(ExprListSyntax.self), list.count == 3,
      list.dropFirst().first?.is(AssignmentExprSyntax.self) == true, list.last?.id == node.id,
      let item = list.parent?.parent?.as(CodeBlockItemSyntax.self)
    else { return nil }
    return removable(item)
  }

  /// A body of one statement may return its value.
  private func removable(_ item: CodeBlockItemSyntax) -> Syntax? {
    guard let items = item.parent?.as(CodeBlockItemListSyntax.self) else { return nil }
    if items.count == 1, let accessor = items.parent?.as(AccessorBlockSyntax.self) {
      _ = accessor
      return nil
    }
    if items.count == 1,
      let function = items.parent?.parent?.as(FunctionDeclSyntax.self),
      function.signature.returnClause != nil
    {
      return nil
    }
    return Syntax(item)
  }
}
