import Foundation

/// A comparison of the values of two expressions: the class `NSComparisonPredicate` of Core Data. That of Foundation
/// on Linux cannot be made.
open class FormatComparison: NSPredicate {
  @nonexhaustive public enum Modifier: UInt, Sendable { case direct, all, any }

  @nonexhaustive public enum Operator: UInt, Sendable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    case matches, like, beginsWith, endsWith, `in`
    case contains = 99
    case between = 100
  }

  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = Self(rawValue: 1)
    public static let diacriticInsensitive = Self(rawValue: 2)
    /// The texts are compared as they are, which is faster.
    public static let normalized = Self(rawValue: 4)
  }

  open private(set) var leftExpression: FormatExpression
  open private(set) var rightExpression: FormatExpression
  open private(set) var predicateOperatorType: Operator
  open private(set) var comparisonPredicateModifier: Modifier
  open private(set) var options: Options

  public init(
    leftExpression lhs: FormatExpression, rightExpression rhs: FormatExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    leftExpression = lhs
    rightExpression = rhs
    predicateOperatorType = type
    comparisonPredicateModifier = modifier
    self.options = options
    super.init(value: false)
  }

  public required convenience init?(coder: NSCoder) { nil }

  open override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    let left = leftExpression.value(object, bindings)
    let right = rightExpression.value(object, bindings)
    func holds(_ value: Any?) -> Bool {
      PredicateValues.compare(value, predicateOperatorType, right, options)
    }
    return switch comparisonPredicateModifier {
    case .direct: holds(left)
    case .any: PredicateValues.elements(of: left).contains(where: holds)
    case .all: PredicateValues.elements(of: left).allSatisfy(holds)
    }
  }

  open override var predicateFormat: String {
    let modifier =
      switch comparisonPredicateModifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      }
    var letters = ""
    if options.contains(.caseInsensitive) { letters += "c" }
    if options.contains(.diacriticInsensitive) { letters += "d" }
    if options.contains(.normalized) { letters = "n" }
    let ending = letters.isEmpty ? "" : "[\(letters)]"
    return
      "\(modifier)\(leftExpression) \(predicateOperatorType.word)\(ending) \(rightExpression)"
  }

  open override var description: String { predicateFormat }
  open override var hash: Int { predicateFormat.hashValue }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? FormatComparison)?.predicateFormat == predicateFormat
  }

  func replacing(_ variables: [String: Any]) -> FormatComparison {
    FormatComparison(
      leftExpression: leftExpression.replacing(variables),
      rightExpression: rightExpression.replacing(variables),
      modifier: comparisonPredicateModifier, type: predicateOperatorType, options: options)
  }
}

extension FormatComparison.Operator {
  var word: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }
}
