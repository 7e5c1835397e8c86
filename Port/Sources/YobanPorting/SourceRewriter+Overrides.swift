import SwiftSyntax

/// Overrides in extensions, which only Objective-C allows: they move into the class.
extension SourceRewriter {
  typealias Member = DeclSyntaxProtocol & WithAttributesSyntax & WithModifiersSyntax

  /// Moves an override in an extension into the class, or leaves it out if that is not possible. Does nothing for
  /// other members. Returns whether the member is left out.
  func leavesOut(override member: some Member, _ name: String) -> Bool {
    guard member.modifiers.contains("override"), let path = enclosingTypes.last,
      let place = member.parent?.parent?.parent?.parent?.as(ExtensionDeclSyntax.self)
    else { return false }
    let isInSameFile = fileIndex.declaresClass(path)
    if let obstacle = obstacle(to: member, of: path, place, isInSameFile) {
      takeOut(
        member,
        "Without Objective-C, an extension cannot override \(name). The override is left out,"
          + " \(obstacle)",
        loss(.declaration, of: member, functions: FunctionCount.of(member)))
      return true
    }
    carry(place, onto: member)
    let location = converter.location(for: member.positionAfterSkippingLeadingTrivia)
    moves.append(
      MemberMove(
        type: path, isInSameFile: isInSameFile, line: location.line, column: location.column,
        range: member.utf8Range))
    return false
  }

  /// Returns why a member cannot move into its class, and what to do; nil if it can.
  private func obstacle(
    to member: some Member, of path: String, _ place: ExtensionDeclSyntax, _ isInSameFile: Bool
  ) -> String? {
    if place.genericWhereClause != nil {
      return "because the extension has a condition: move the override into the class."
    }
    if isInSameFile { return nil }
    switch index.countOfOwnClasses(path) {
    case 0:
      return "because no class \(path) is declared in this module: override it in a subclass."
    case 1: break
    default:
      return "because several files declare a class \(path): move the override into the class."
    }
    let names = privateNames.used(by: member, of: path)
    guard !names.isEmpty else { return nil }
    return "because it needs what is private in this file (\(names.joined(separator: ", "))):"
      + " remove `private`, or move the override into the class."
  }

  /// Gives a member what the extension gives to all of its members: attributes such as `@MainActor`, and access.
  private func carry(_ place: ExtensionDeclSyntax, onto member: some Member) {
    let isIsolated =
      member.modifiers.contains("nonisolated")
      || member.attributes.contains { $0.attributeName?.hasSuffix("Actor") == true }
    for attribute in place.attributes {
      guard let name = attribute.attributeName, !objectiveCAttributes.contains(name),
        name == "available" || !isIsolated
      else { continue }
      edits.insert(
        attribute.trimmedDescription + " ", at: member.positionAfterSkippingLeadingTrivia)
    }
    guard let first = member.modifiers.first else { return }
    let start = first.positionAfterSkippingLeadingTrivia
    if place.modifiers.contains("nonisolated"), !isIsolated {
      edits.insert("nonisolated ", at: start)
    }
    let levels = ["open", "public", "package", "internal", "fileprivate", "private"]
    let hasAccess = member.modifiers.contains {
      levels.contains($0.name.text) && $0.detail == nil
    }
    if !hasAccess, !place.modifiers.access.isEmpty {
      edits.insert(place.modifiers.access, at: start)
    }
  }

  /// Notes where members can move into a class that other files can name.
  func noteEnd(_ node: ClassDeclSyntax) {
    guard let path = enclosingTypes.last, !node.isLocal, node.memberBlock.rightBrace.isPresent
    else { return }
    let brace = node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia
    classEnds.append(
      ClassEnd(type: path, offset: brace.utf8Offset, line: converter.location(for: brace).line))
  }

  /// Returns the ported text without the members that move, these members, and the ends of the classes in the text.
  func separated(from original: String) -> (
    body: String, moved: [MovedMember], classEnds: [ClassEnd]
  ) {
    let edited = edits.edited(original)
    var removals = TextEdits()
    var moved: [MovedMember] = []
    for move in moves {
      let range = edited.range(move.range)
      removals.remove(range)
      moved.append(
        MovedMember(
          type: move.type, isInSameFile: move.isInSameFile, line: move.line,
          text: String(repeating: " ", count: move.column - 1)
            + String(decoding: edited.bytes[range], as: UTF8.self)))
    }
    let body = removals.edited(edited.text)
    let ends = classEnds.map { end in
      var end = end
      end.offset = body.offset(
        edited.offset(end.offset, afterInsertions: true), afterInsertions: true)
      return end
    }
    return (body.text, moved, ends.sorted { $0.offset < $1.offset })
  }
}

/// A member that moves, with its range in the original text.
struct MemberMove {
  let type: String
  let isInSameFile: Bool
  let line: Int
  let column: Int
  let range: Range<Int>
}

extension SourceIndex {
  func declaresClass(_ path: String) -> Bool {
    types.contains { $0.kind == .class && $0.path == path }
  }
}

extension SyntaxProtocol {
  fileprivate var utf8Range: Range<Int> {
    trimmedRange.lowerBound.utf8Offset..<trimmedRange.upperBound.utf8Offset
  }

  /// Whether a declaration is within a function or a closure.
  fileprivate var isLocal: Bool {
    var current = parent
    while let node = current {
      if node.is(CodeBlockSyntax.self) || node.is(ClosureExprSyntax.self)
        || node.is(AccessorBlockSyntax.self)
      {
        return true
      }
      current = node.parent
    }
    return false
  }
}

extension TokenSyntax {
  fileprivate var isPresent: Bool { presence == .present }
}

extension AttributeListSyntax.Element {
  var attributeName: String? {
    guard case .attribute(let attribute) = self else { return nil }
    return attribute.attributeName.trimmedDescription
  }
}
