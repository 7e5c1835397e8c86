import SwiftSyntax

/// The attributes that exist only for Objective-C and Interface Builder.
let objectiveCAttributes: Set<String> = [
  "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable",
  "IBDesignable", "GKInspectable", "NSCopying", "NSManaged",
]

extension AttributeListSyntax {
  func first(named name: String) -> AttributeSyntax? {
    for element in self {
      if case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == name
      {
        return attribute
      }
    }
    return nil
  }

  func contains(named name: String) -> Bool { first(named: name) != nil }

  /// The global actor of the attributes, unless it is the main actor.
  var hasOtherActor: Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return false }
      let name = attribute.attributeName.trimmedDescription
      return name.hasSuffix("Actor") && name != "MainActor"
    }
  }

  /// Whether no attribute can be a property wrapper, except those that have a setter.
  var mayBeSet: Bool {
    allSatisfy { element in
      guard case .attribute(let attribute) = element else { return true }
      let name = attribute.attributeName.trimmedDescription
      return objectiveCAttributes.contains(name)
        || ["Published", "available", "MainActor"].contains(name)
    }
  }

  /// The name in `@objc(name)`.
  var objectiveCName: String? {
    first(named: "objc")?.arguments?.trimmedDescription
  }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: String) -> Bool { contains { $0.name.text == keyword } }
  var isStatic: Bool { contains("static") || contains("class") }
  var isOptional: Bool { contains("optional") }
  var isPrivate: Bool {
    contains { ($0.name.text == "private" || $0.name.text == "fileprivate") && $0.detail == nil }
  }
  /// The access level as a prefix for another declaration, such as `public `.
  var access: String {
    for level in ["public", "open", "package", "fileprivate", "private"] where contains(level) {
      return (level == "open" ? "public" : level) + " "
    }
    return ""
  }
}

extension FunctionParameterClauseSyntax {
  var labels: [String] { parameters.map { $0.firstName.text } }
}

extension TypeSyntax {
  /// The name of `D` in `D?`, `(any D)?` and `D!`. Nil for types that have no name.
  var nameWithoutOptionality: String? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.nameWithoutOptionality
    }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.nameWithoutOptionality
    }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      return only.type.nameWithoutOptionality
    }
    if let some = self.as(SomeOrAnyTypeSyntax.self) {
      return some.constraint.nameWithoutOptionality
    }
    return self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
      ? trimmedDescription : nil
  }
}

extension FunctionDeclSyntax {
  var objectiveCName: String {
    if let given = attributes.objectiveCName { return given }
    let labels = signature.parameterClause.labels
    var name = ObjectiveCName.method(self.name.identifierText, labels)
    if isAsync {
      name += labels.isEmpty ? "WithCompletionHandler:" : "completionHandler:"
    } else if isThrowing {
      name += labels.isEmpty ? "AndReturnError:" : "error:"
    }
    return name
  }

  var isAsync: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }
  var isThrowing: Bool { signature.effectSpecifiers?.throwsClause != nil }

  /// Whether a message can pass all arguments.
  var isCallableByName: Bool {
    guard genericParameterClause == nil, !isAsync else { return false }
    if attributes.trimmedDescription.contains("unavailable") { return false }
    return signature.parameterClause.parameters.allSatisfy {
      $0.ellipsis == nil && !$0.type.trimmedDescription.hasPrefix("inout ")
        && !$0.type.trimmedDescription.hasPrefix("some ") && !$0.type.is(FunctionTypeSyntax.self)
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property is stored, or has a setter.
  var isSettable: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.contains { ["set", "willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var identifierText: String { text.filter { $0 != "`" } }
}

extension InheritanceClauseSyntax? {
  var names: [String] { self?.inheritedTypes.map { $0.type.trimmedDescription } ?? [] }
}
