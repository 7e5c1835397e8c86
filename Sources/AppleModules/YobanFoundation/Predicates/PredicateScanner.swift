/// An error in a format string.
struct PredicateFormatError: Error, CustomStringConvertible {
  let format: String
  let reason: String
  var description: String { "Unable to parse the format string \"\(format)\": \(reason)" }
}

/// Splits the format string of a predicate into words.
struct PredicateScanner {
  enum Token: Equatable {
    /// A name or a keyword, such as `name`, `@count` or `AND`. With a `#` before it, it is never a keyword.
    case word(String, isEscaped: Bool)
    case number(String)
    case text(String)
    /// `%@`, `%K`, `%d` and so on: the last letter.
    case argument(Character)
    case variable(String)
    case symbol(String)
    /// The letters between brackets after an operator, such as `cd`.
    case options(String)
    case end
  }

  private static let symbols = [
    "<=", ">=", "=<", "=>", "==", "!=", "<>", "&&", "||", "**", ":=", "=", "<", ">", "!", "(", ")",
    "{", "}", ",", ".", "+", "-", "*", "/", "[", "]", ":",
  ]

  static func tokens(_ format: String) throws(PredicateFormatError) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(format)
    func fail(_ reason: String) -> PredicateFormatError {
      PredicateFormatError(format: format, reason: reason)
    }
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        tokens.append(.text(try quoted(&rest, format)))
      } else if first == "%" {
        rest.removeFirst()
        var letters = rest.prefix { "hlqzjt0123456789.".contains($0) }
        rest.removeFirst(letters.count)
        guard let kind = rest.popFirst(), "@KdiuxXoDUOfeEgGaAcs%".contains(kind) else {
          throw fail("% is followed by no known letter")
        }
        letters = ""
        tokens.append(.argument(kind))
      } else if first.isNumber {
        tokens.append(.number(number(&rest)))
      } else if first == "$" {
        rest.removeFirst()
        let name = rest.prefix(while: isNamePart)
        rest.removeFirst(name.count)
        tokens.append(.variable(String(name)))
      } else if isNamePart(first) || first == "@" || first == "#" {
        let isEscaped = first == "#"
        if isEscaped { rest.removeFirst() }
        let name = rest.prefix { isNamePart($0) || $0 == "@" }
        rest.removeFirst(name.count)
        tokens.append(.word(String(name), isEscaped: isEscaped))
      } else if first == "[", let list = options(rest), tokens.last.map(isOperator) == true {
        rest.removeFirst(list.count + 2)
        tokens.append(.options(list))
      } else if let symbol = symbols.first(where: { rest.hasPrefix($0) }) {
        rest.removeFirst(symbol.count)
        tokens.append(.symbol(symbol))
      } else {
        throw fail("\(first) is not expected")
      }
    }
    return tokens + [.end]
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func isOperator(_ token: Token) -> Bool {
    switch token {
    case .word: true
    case .symbol(let symbol): "=!<>".contains(symbol.first!)
    default: false
    }
  }

  /// The letters of `[cd]` at the beginning of a text.
  private static func options(_ text: Substring) -> String? {
    guard let end = text.firstIndex(of: "]") else { return nil }
    let letters = text[text.index(after: text.startIndex)..<end]
    guard !letters.isEmpty, letters.allSatisfy({ "cdnlwCDNLW".contains($0) }) else { return nil }
    return String(letters)
  }

  private static func quoted(
    _ rest: inout Substring, _ format: String
  ) throws(PredicateFormatError) -> String {
    let quote = rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch next {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      default: text.append(next)
      }
    }
    throw PredicateFormatError(format: format, reason: "a text has no end")
  }

  private static func number(_ rest: inout Substring) -> String {
    if rest.hasPrefix("0x") {
      let digits = rest.dropFirst(2).prefix(while: \.isHexDigit)
      rest.removeFirst(digits.count + 2)
      return String(UInt64(digits, radix: 16) ?? 0)
    }
    var text = rest.prefix(while: \.isNumber)
    rest.removeFirst(text.count)
    if rest.first == ".", rest.dropFirst().first?.isNumber == true {
      let fraction = rest.dropFirst().prefix(while: \.isNumber)
      rest.removeFirst(fraction.count + 1)
      text = "\(text).\(fraction)"
    }
    if let letter = rest.first, letter == "e" || letter == "E" {
      let exponent = rest.dropFirst().prefix { $0.isNumber || $0 == "-" || $0 == "+" }
      if exponent.contains(where: \.isNumber) {
        rest.removeFirst(exponent.count + 1)
        text = "\(text)e\(exponent)"
      }
    }
    return String(text)
  }
}
