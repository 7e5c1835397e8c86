import SwiftSyntax

/// Makes `@objc dynamic` properties observable, and lets a ported class receive the changes of others.
///
/// On a device, the runtime replaces the setter of such a property when somebody observes it. Here, each setter
/// calls `willChange` and `didChange`, which do nothing while nobody observes.
extension SourceRewriter {
  func makeObservable(_ node: VariableDeclSyntax) {
    guard node.modifiers.contains("dynamic"), !node.modifiers.isStatic,
      node.bindingSpecifier.text == "var", isSeenByObjectiveC(node)
    else { return }
    checkKey(node)
    guard node.bindings.count == 1, let binding = node.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else {
      warn(
        node,
        "Declare each dynamic property alone: the properties of this line cannot be observed on Linux.",
        loss: loss(.attribute, of: node))
      return
    }
    let property = pattern.identifier.text
    let name = node.attributes.objectiveCName ?? pattern.identifier.identifierText
    let calls = (
      will: "YobanFoundation.willChange(self, \\.\(property), \"\(name)\")",
      did: "YobanFoundation.didChange(self, \\.\(property), \"\(name)\")"
    )
    guard let block = binding.accessorBlock else {
      edits.insert(
        " { willSet { \(calls.will) } didSet { \(calls.did) } }",
        at: binding.endPositionBeforeTrailingTrivia)
      return
    }
    guard case .accessors(let accessors) = block.accessors else { return }
    let byKind = Dictionary(
      accessors.map { ($0.accessorSpecifier.text, $0) }, uniquingKeysWith: { first, _ in first })
    if byKind["get"] != nil {
      insert("\(calls.will); defer { \(calls.did) }; ", in: byKind["set"])
      return
    }
    // The observers of others are notified after the property's own.
    let missing =
      (insert("\(calls.will); ", in: byKind["willSet"]) ? "" : " willSet { \(calls.will) }")
      + (insert("defer { \(calls.did) }; ", in: byKind["didSet"])
        ? "" : " didSet { \(calls.did) }")
    if !missing.isEmpty {
      edits.insert(missing, at: block.leftBrace.endPositionBeforeTrailingTrivia)
    }
  }

  /// Whether a property has `@objc`, or is in a class with `@objcMembers`. Another `dynamic` property cannot be
  /// observed on a device either, and may be in a structure.
  private func isSeenByObjectiveC(_ node: VariableDeclSyntax) -> Bool {
    if node.attributes.contains(named: "objc") { return true }
    guard let type = node.parent?.parent?.parent?.parent?.as(ClassDeclSyntax.self) else {
      return false
    }
    return type.attributes.contains(named: "objcMembers")
  }

  /// On a device, user defaults tell the observers of the key: a property of another name is never observed.
  private func checkKey(_ node: VariableDeclSyntax) {
    guard enclosingTypes.last == "UserDefaults",
      let name = node.bindings.first?.pattern.trimmedDescription,
      let text = node.bindings.first?.accessorBlock?.description
    else { return }
    let keys = text.matches(of: /forKey: "([^"]+)"/).map { String($0.1) }
    guard let key = keys.first, !keys.contains(name) else { return }
    warn(
      node,
      "On a device, an observer of \(name) is never called: user defaults notify observers by the key, which is"
        + " \(key) here. Give the property the name of the key.")
  }

  /// Inserts statements at the start of an accessor. Returns whether it has a body.
  @discardableResult private func insert(_ text: String, in accessor: AccessorDeclSyntax?) -> Bool {
    guard let body = accessor?.body else { return false }
    edits.insert(" " + text, at: body.leftBrace.endPositionBeforeTrailingTrivia)
    return true
  }

  /// `observeValue` is no method of `NSObject` here: it is called by its name. Returns whether the function is such a
  /// method, and overrides no method of the app.
  func receiveObservedValues(_ node: FunctionDeclSyntax) -> Bool {
    guard node.isObserveValue, !inheritsObserveValue else { return false }
    for modifier in node.modifiers where modifier.name.text == "override" { edits.remove(modifier) }
    return true
  }

  /// Ends the app at `super.observeValue` if no superclass of the app has the method, as `NSObject` does.
  func lowerUnobservedValue(_ node: MemberAccessExprSyntax) {
    guard node.declName.baseName.text == "observeValue",
      let base = node.base?.as(SuperExprSyntax.self), !inheritsObserveValue
    else { return }
    edits.replace(base.trimmedRange, with: "YobanFoundation")
    edits.replace(node.declName.trimmedRange, with: "unobservedValue")
  }

  /// Whether a superclass that is ported has the method.
  private var inheritsObserveValue: Bool {
    guard let type = enclosingTypes.last else { return false }
    let own = index.ownMethods("observeValue", of: type).filter(\.isObserveValue).count
    return index.methods("observeValue", of: type).filter(\.isObserveValue).count > own
  }
}

extension FunctionDeclSyntax {
  var isObserveValue: Bool {
    name.text == "observeValue" && signature.parameterClause.labels.first == "forKeyPath"
  }
}

extension SourceIndex.Method {
  var isObserveValue: Bool { name == "observeValue" && labels.first == "forKeyPath" }
}
