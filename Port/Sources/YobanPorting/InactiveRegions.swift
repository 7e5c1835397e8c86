import SwiftSyntax

/// Removes `#if` directives and the code that is inactive on the system under test. The lines stay.
final class InactiveRegions: SyntaxVisitor {
  private(set) var edits = TextEdits()
  /// The conditions that are not known, each with the code that is therefore inactive.
  private(set) var findings: [Finding] = []
  private let settings: PortSettings

  struct Finding {
    let position: AbsolutePosition
    let message: String
    /// Nil if all of the code is active.
    let inactive: Syntax?
  }

  init(_ settings: PortSettings) {
    self.settings = settings
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    var isDecided = false
    for clause in node.clauses {
      remove(
        from: clause.poundKeyword,
        to: clause.condition.map(Syntax.init) ?? Syntax(clause.poundKeyword))
      var condition = Condition(settings)
      let isActive = !isDecided && (clause.condition.map { condition.isTrue($0) } ?? true)
      for part in condition.unknown {
        findings.append(
          Finding(
            position: clause.poundKeyword.positionAfterSkippingLeadingTrivia,
            message: "The condition \(part) is not known here and counts as false.",
            inactive: isActive || isDecided ? nil : clause.elements.map { Syntax($0) }))
      }
      if isActive {
        isDecided = true
        if let elements = clause.elements { walk(Syntax(elements)) }
      } else if let elements = clause.elements {
        edits.remove(elements.position..<elements.endPosition)
      }
    }
    edits.remove(node.poundEndif)
    return .skipChildren
  }

  private func remove(from first: TokenSyntax, to last: Syntax) {
    edits.remove(
      first.positionAfterSkippingLeadingTrivia..<last.endPositionBeforeTrailingTrivia)
  }
}

extension IfConfigClauseSyntax.Elements {
  fileprivate var position: AbsolutePosition { Syntax(self).position }
}
