import Foundation

/// Reads the format string of a predicate or of an expression.
///
/// The grammar is that of Apple's "Predicate Format String Syntax", without `CUSTOM_OPERATOR` and `FETCH`.
struct PredicateParser {
  private let format: String
  private var tokens: ArraySlice<PredicateScanner.Token>
  private var arguments: ArraySlice<Any?>

  private init(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) {
    self.format = format
    tokens = try PredicateScanner.tokens(format)[...]
    self.arguments = arguments[...]
  }

  static func predicate(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> NSPredicate {
    var parser = try Self(format, arguments)
    let predicate = try parser.disjunction()
    try parser.expectEnd()
    return predicate
  }

  static func expression(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> FormatExpression {
    var parser = try Self(format, arguments)
    let expression = try parser.sum()
    try parser.expectEnd()
    return expression
  }

  // MARK: Tokens

  private var next: PredicateScanner.Token { tokens.first ?? .end }

  private func error(_ reason: String) -> PredicateFormatError {
    PredicateFormatError(format: format, reason: reason)
  }

  private func expectEnd() throws(PredicateFormatError) {
    guard next == .end else { throw error("something follows the predicate: \(next)") }
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard next == .symbol(symbol) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func expect(_ symbol: String) throws(PredicateFormatError) {
    guard take(symbol) else { throw error("\(symbol) is missing") }
  }

  /// Takes one of these keywords, in any case, or symbols.
  private mutating func takeWord(_ words: String...) -> String? {
    switch next {
    case .word(let word, isEscaped: false):
      guard words.contains(word.uppercased()) else { return nil }
      tokens.removeFirst()
      return word.uppercased()
    case .symbol(let symbol):
      guard words.contains(symbol) else { return nil }
      tokens.removeFirst()
      return symbol
    default: return nil
    }
  }

  private mutating func argument() throws(PredicateFormatError) -> Any? {
    guard let argument = arguments.popFirst() else { throw error("an argument is missing") }
    return PredicateValues.unwrapped(argument)
  }

  // MARK: Predicates

  private mutating func disjunction() throws(PredicateFormatError) -> NSPredicate {
    var parts = [try conjunction()]
    while takeWord("OR", "||") != nil { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : FormattedCompoundPredicate(.or, parts)
  }

  private mutating func conjunction() throws(PredicateFormatError) -> NSPredicate {
    var parts = [try negation()]
    while takeWord("AND", "&&") != nil { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : FormattedCompoundPredicate(.and, parts)
  }

  private mutating func negation() throws(PredicateFormatError) -> NSPredicate {
    guard takeWord("NOT", "!") != nil else { return try primary() }
    return FormattedCompoundPredicate(.not, [try negation()])
  }

  private mutating func primary() throws(PredicateFormatError) -> NSPredicate {
    if takeWord("TRUEPREDICATE") != nil { return NSPredicate(value: true) }
    if takeWord("FALSEPREDICATE") != nil { return NSPredicate(value: false) }
    if next == .argument("@"), let predicate = arguments.first.flatMap({ $0 }) as? NSPredicate {
      tokens.removeFirst()
      arguments.removeFirst()
      return predicate
    }
    guard next == .symbol("(") else { return try comparison() }
    // A parenthesis begins a predicate or an expression.
    let state = self
    do {
      try expect("(")
      let inner = try disjunction()
      try expect(")")
      switch next {
      case .end, .symbol(")"), .symbol(","), .symbol("&&"), .symbol("||"): return inner
      case .word(let word, isEscaped: false) where ["AND", "OR"].contains(word.uppercased()):
        return inner
      default: break
      }
    } catch { /* It is not a predicate; what is wrong with the expression is reported below. */  }
    let failed = self
    self = state
    do { return try comparison() } catch {
      self = failed
      throw error
    }
  }

  private mutating func comparison() throws(PredicateFormatError) -> NSPredicate {
    let quantifier = takeWord("ANY", "SOME", "ALL", "NONE")
    let left = try sum()
    guard let (type, isNegated) = takeOperator() else {
      // A key alone is true if its value is.
      guard case .keyPath = left.kind else { throw error("an operator is missing") }
      return FormatComparison(
        leftExpression: left, rightExpression: FormatExpression(forConstantValue: true),
        modifier: .direct, type: .equalTo)
    }
    var options: FormatComparison.Options = []
    if case .options(let letters) = next {
      tokens.removeFirst()
      if letters.lowercased().contains("c") { options.insert(.caseInsensitive) }
      if letters.lowercased().contains("d") { options.insert(.diacriticInsensitive) }
      if letters.lowercased().contains("n") { options.insert(.normalized) }
    }
    let right = try sum()
    let modifier: FormatComparison.Modifier =
      switch quantifier {
      case "ANY", "SOME", "NONE": .any
      case "ALL": .all
      default: .direct
      }
    let predicate = FormatComparison(
      leftExpression: left, rightExpression: right, modifier: modifier, type: type,
      options: options)
    return quantifier == "NONE" || isNegated
      ? FormattedCompoundPredicate(.not, [predicate]) : predicate
  }

  private mutating func takeOperator() -> (type: FormatComparison.Operator, isNegated: Bool)? {
    switch takeWord(
      "=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "BETWEEN", "IN", "CONTAINS",
      "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "NOT")
    {
    case "=", "==": (.equalTo, false)
    case "!=", "<>": (.notEqualTo, false)
    case "<": (.lessThan, false)
    case "<=", "=<": (.lessThanOrEqualTo, false)
    case ">": (.greaterThan, false)
    case ">=", "=>": (.greaterThanOrEqualTo, false)
    case "BETWEEN": (.between, false)
    case "IN": (.in, false)
    case "CONTAINS": (.contains, false)
    case "BEGINSWITH": (.beginsWith, false)
    case "ENDSWITH": (.endsWith, false)
    case "LIKE": (.like, false)
    case "MATCHES": (.matches, false)
    case "NOT": takeWord("IN").map { _ in (.in, true) }
    default: nil
    }
  }

  // MARK: Expressions

  private mutating func sum() throws(PredicateFormatError) -> FormatExpression {
    var result = try product()
    while let symbol = takeWord("+", "-") {
      let name = symbol == "+" ? "add:to:" : "from:subtract:"
      result = FormatExpression(.function(name, [result, try product()]))
    }
    return result
  }

  private mutating func product() throws(PredicateFormatError) -> FormatExpression {
    var result = try power()
    while let symbol = takeWord("*", "/") {
      let name = symbol == "*" ? "multiply:by:" : "divide:by:"
      result = FormatExpression(.function(name, [result, try power()]))
    }
    return result
  }

  private mutating func power() throws(PredicateFormatError) -> FormatExpression {
    let base = try path()
    guard take("**") else { return base }
    return FormatExpression(.function("raise:toPower:", [base, try power()]))
  }

  /// A value, followed by keys and indices.
  private mutating func path() throws(PredicateFormatError) -> FormatExpression {
    var result = try value()
    while true {
      if take(".") {
        let key: String
        switch next {
        case .word(let word, _): key = word
        case .argument("K"):
          tokens.removeFirst()
          key = "\(try argument() ?? "")"
          result = Self.joined(result, key)
          continue
        default: throw error("a key is missing after the period")
        }
        tokens.removeFirst()
        result = Self.joined(result, key)
      } else if next == .symbol("["), case .word(let word, _)? = tokens.dropFirst().first {
        guard word.uppercased() == "SIZE" else {
          throw error("the index [\(word)] is not in Yoban: use SIZE or @count")
        }
        tokens.removeFirst(2)
        try expect("]")
        result = Self.joined(result, "@count")
      } else {
        return result
      }
    }
  }

  private static func joined(_ expression: FormatExpression, _ key: String) -> FormatExpression {
    switch expression.kind {
    case .keyPath(let path, let operand): FormatExpression(.keyPath("\(path).\(key)", of: operand))
    case .evaluatedObject: FormatExpression(.keyPath(key, of: nil))
    default: FormatExpression(.keyPath(key, of: expression))
    }
  }

  private mutating func value() throws(PredicateFormatError) -> FormatExpression {
    let token = next
    tokens = tokens.dropFirst()
    switch token {
    case .text(let text): return FormatExpression(forConstantValue: text)
    case .number(let text): return FormatExpression(forConstantValue: Self.number(text))
    case .variable(let name): return FormatExpression(forVariable: name)
    case .argument("K"): return FormatExpression(forKeyPath: "\(try argument() ?? "")")
    case .argument("@"):
      let value = try argument()
      return (value as? FormatExpression) ?? FormatExpression(forConstantValue: value)
    case .argument: return FormatExpression(forConstantValue: try argument())
    case .symbol("-"):
      let operand = try path()
      if let number = operand.constantValue as? Int {
        return FormatExpression(forConstantValue: -number)
      }
      if let number = operand.constantValue as? Double {
        return FormatExpression(forConstantValue: -number)
      }
      return FormatExpression(
        .function("from:subtract:", [FormatExpression(forConstantValue: 0), operand]))
    case .symbol("("):
      let inner = try sum()
      try expect(")")
      return inner
    case .symbol("{"): return FormatExpression(forAggregate: try list(until: "}"))
    case .word(let word, let isEscaped): return try named(word, isEscaped)
    default: throw error("a value is missing")
    }
  }

  private mutating func named(
    _ word: String, _ isEscaped: Bool
  ) throws(PredicateFormatError) -> FormatExpression {
    if !isEscaped {
      switch word.uppercased() {
      case "SELF": return FormatExpression.expressionForEvaluatedObject()
      case "NULL", "NIL": return FormatExpression(forConstantValue: nil)
      case "TRUE", "YES": return FormatExpression(forConstantValue: true)
      case "FALSE", "NO": return FormatExpression(forConstantValue: false)
      case "SUBQUERY" where take("("): return try subquery()
      case "TERNARY" where take("("):
        let predicate = try disjunction()
        try expect(",")
        let yes = try sum()
        try expect(",")
        let no = try sum()
        try expect(")")
        return FormatExpression(.conditional(predicate, yes, no))
      case "FUNCTION" where take("("): return try function()
      case "CAST" where take("("):
        return FormatExpression(.function("castObject:toType:", try list(until: ")")))
      default: break
      }
    }
    guard next == .symbol("(") || next == .symbol(":") else {
      return FormatExpression(forKeyPath: word)
    }
    // `sum(…)`, and `add:to:(a, b)`
    var name = "\(word):"
    _ = take(":")
    while case .word(let part, _) = next {
      tokens.removeFirst()
      try expect(":")
      name += "\(part):"
    }
    try expect("(")
    let arguments = try list(until: ")")
    return FormatExpression(.function(arguments.isEmpty ? word : name, arguments))
  }

  /// `FUNCTION(operand, 'name:', …)`: the operand is the first argument.
  private mutating func function() throws(PredicateFormatError) -> FormatExpression {
    let parts = try list(until: ")")
    guard parts.count >= 2, let name = parts[1].constantValue as? String else {
      throw error("FUNCTION needs an operand and the name of a function")
    }
    return FormatExpression(.function(name, [parts[0]] + parts.dropFirst(2)))
  }

  private mutating func subquery() throws(PredicateFormatError) -> FormatExpression {
    let collection = try sum()
    try expect(",")
    guard case .variable(let name) = next else { throw error("SUBQUERY needs a variable") }
    tokens.removeFirst()
    try expect(",")
    let predicate = try disjunction()
    try expect(")")
    return FormatExpression(.subquery(collection, variable: name, predicate))
  }

  private mutating func list(until end: String) throws(PredicateFormatError) -> [FormatExpression] {
    var list: [FormatExpression] = []
    if take(end) { return list }
    repeat { list.append(try sum()) } while take(",")
    try expect(end)
    return list
  }

  private static func number(_ text: String) -> Any {
    if let integer = Int(text) { return integer }
    return Double(text) ?? 0.0
  }
}
