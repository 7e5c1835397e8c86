import SwiftParser
import SwiftSyntax

/// The names, calls and assignments in a part of the code.
struct CodeFacts {
  /// A call of a function by its name.
  struct Call: Hashable {
    var name: String
    /// The labels of the arguments in parentheses; `_` for none.
    var labels: [String]
    var trailingClosures: Int
  }

  private(set) var names: Set<String> = []
  private(set) var calls: Set<Call> = []
  /// The last names of what is assigned.
  private(set) var assigned: Set<String> = []
  /// The names that are called without a receiver, or of `self`: a property among them is a closure.
  private(set) var closureCalls: Set<String> = []
  /// Whether a closure is called that may be nil, such as `completion?(image)`.
  private(set) var callsOptionalClosure = false

  init(_ text: String) {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: text))
    names = visitor.names
    calls = visitor.calls
    assigned = visitor.assigned
    closureCalls = visitor.closureCalls
    callsOptionalClosure = visitor.callsOptionalClosure
  }

  private final class Visitor: SyntaxVisitor {
    var names: Set<String> = []
    var calls: Set<Call> = []
    var assigned: Set<String> = []
    var closureCalls: Set<String> = []
    var callsOptionalClosure = false

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
      return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let called = node.calledExpression
      if called.is(OptionalChainingExprSyntax.self) { callsOptionalClosure = true }
      let receiver = called.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
      if called.is(DeclReferenceExprSyntax.self) || receiver?.baseName.text == "self",
        let name = Self.last(of: called)
      {
        closureCalls.insert(name)
      }
      // A method of the superclass is not the app's own.
      let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
      if base?.is(SuperExprSyntax.self) != true, let name = Self.last(of: node.calledExpression) {
        calls.insert(
          Call(
            name: name, labels: node.arguments.map { $0.label?.text ?? "_" },
            trailingClosures: (node.trailingClosure == nil ? 0 : 1)
              + node.additionalTrailingClosures.count))
      }
      return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      let elements = Array(node.elements)
      for (left, right) in zip(elements, elements.dropFirst()) {
        let isChange =
          right.is(AssignmentExprSyntax.self)
          || right.as(BinaryOperatorExprSyntax.self).map { operation in
            operation.operator.text.hasSuffix("=")
              && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(operation.operator.text)
          } == true
        if isChange, let name = Self.last(of: left) { assigned.insert(name) }
      }
      return .visitChildren
    }

    private static func last(of expression: ExprSyntax) -> String? {
      if let name = expression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      if let member = expression.as(MemberAccessExprSyntax.self) {
        return member.declName.baseName.text
      }
      if let chain = expression.as(OptionalChainingExprSyntax.self) {
        return last(of: chain.expression)
      }
      if let forced = expression.as(ForceUnwrapExprSyntax.self) {
        return last(of: forced.expression)
      }
      if let call = expression.as(SubscriptCallExprSyntax.self) {
        return last(of: call.calledExpression)
      }
      return nil
    }
  }
}

/// The parameters of a function that the app declares.
struct Signature: Hashable {
  struct Parameter: Hashable {
    var label: String
    var canBeAbsent: Bool
  }
  var parameters: [Parameter]

  init(_ clause: FunctionParameterClauseSyntax) {
    parameters = clause.parameters.map {
      Parameter(
        label: $0.firstName.text, canBeAbsent: $0.defaultValue != nil || $0.ellipsis != nil)
    }
  }

  /// Whether a call can be one of this function, judged by its labels.
  func accepts(_ call: CodeFacts.Call) -> Bool {
    var labels = call.labels[...]
    var closures = call.trailingClosures
    for parameter in parameters {
      if labels.first == parameter.label {
        labels = labels.dropFirst()
      } else if parameter.canBeAbsent {
        continue
      } else if labels.isEmpty, closures > 0 {
        closures -= 1
      } else {
        return false
      }
    }
    return labels.isEmpty
  }
}
