import SwiftSyntax

/// Actors that are an `NSObject`, as a delegate of Core Bluetooth must be.
extension SourceRewriter {
  /// An actor of Linux has no superclass: it conforms to a protocol instead, and overrides nothing.
  func lower(_ node: ActorDeclSyntax) {
    guard
      let object = node.inheritanceClause?.inheritedTypes.first(where: {
        ["NSObject", "Foundation.NSObject"].contains($0.type.trimmedDescription)
      })
    else { return }
    edits.replace(object.type.trimmedRange, with: "YobanFoundation.ActorObject")
    for member in node.memberBlock.members {
      for modifier in member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
      where modifier.name.text == "override" {
        edits.remove(modifier)
      }
      guard let statements = member.decl.as(InitializerDeclSyntax.self)?.body?.statements else {
        continue
      }
      for statement in statements where statement.item.trimmedDescription == "super.init()" {
        edits.remove(statement)
      }
    }
  }
}
