/// Scans a line of ASCII from left to right; other text is safe.
struct LogScanner {
  private let text: Substring
  private var place: Substring.UTF8View.Index

  init(_ text: Substring) {
    self.text = text
    place = text.startIndex
  }

  private var next: UInt8? { place < text.endIndex ? text.utf8[place] : nil }

  /// The text from the current position on.
  var rest: Substring { text[place...] }

  var isAtEnd: Bool { next == nil }
  var isAtSpace: Bool { next == nil || next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") }

  /// Skips spaces and tabs; returns whether there was one.
  @discardableResult mutating func skipSpaces() -> Bool {
    let start = place
    while next != nil, isAtSpace { place = text.utf8.index(after: place) }
    return place > start
  }

  /// Skips a text if it is the given one.
  mutating func skip(_ prefix: String) -> Bool {
    guard rest.utf8.starts(with: prefix.utf8) else { return false }
    place = text.utf8.index(place, offsetBy: prefix.utf8.count)
    return true
  }

  /// Scans the bytes that fulfill a condition; nil if there is none, or more than the limit.
  mutating func bytes(_ limit: Int = 80, while isWanted: (UInt8) -> Bool) -> Substring? {
    var end = place
    var count = 0
    while end < text.endIndex, isWanted(text.utf8[end]) {
      guard count < limit else { return nil }
      count += 1
      end = text.utf8.index(after: end)
    }
    guard end > place else { return nil }
    defer { place = end }
    return text[place..<end]
  }

  /// Scans a number with a number of digits in the given range.
  mutating func number(of digits: ClosedRange<Int>) -> Int? {
    var next = self
    guard let number = next.bytes(digits.upperBound, while: \.isDigit),
      number.utf8.count >= digits.lowerBound, let value = Int(number)
    else { return nil }
    self = next
    return value
  }

  /// Scans a point and up to nine digits.
  mutating func fraction(
    after point: String
  ) -> (length: Duration, resolution: Duration)? {
    var next = self
    guard next.skip(point), let digits = next.bytes(9, while: \.isDigit), let number = Int64(digits)
    else { return nil }
    let unit = (digits.utf8.count..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
    self = next
    return (.nanoseconds(number * unit), .nanoseconds(unit))
  }

  // MARK: Columns of logs

  /// Scans a word of letters.
  mutating func letters() -> Substring? { bytes(while: \.isLetter) }

  /// Scans a number such as `0x1f3a`.
  mutating func hexadecimal() -> Bool { skip("0x") && bytes(while: \.isHexDigit) != nil }

  /// Scans a process and its numbers, such as `App[123]`, `My App(Library)[123:1f3a]` or
  /// `iPhone App[123]`.
  ///
  /// - Returns: The text before the numbers, and the numbers.
  mutating func process() -> (name: Substring, numbers: Substring)? {
    var next = self
    var end = place
    // Between the brackets of a library there may be other brackets.
    while let open = text.utf8[end...].prefix(200).firstIndex(of: UInt8(ascii: "[")) {
      next.place = text.utf8.index(after: open)
      if open > place, let numbers = next.bytes(while: { $0.isHexDigit || $0 == 58 || $0 == 120 }),
        numbers.utf8.first?.isDigit == true, next.skip("]")
      {
        defer { self = next }
        return (text[place..<open], numbers)
      }
      end = text.utf8.index(after: open)
    }
    return nil
  }

  /// Scans `(Library) ` and `[subsystem:category] `, which may be missing, and returns the text after
  /// them.
  mutating func message() -> Substring {
    skipSpaces()
    if rest.utf8.first == UInt8(ascii: "("), let end = rest.range(of: ") ", within: 200) {
      place = end.upperBound
      skipSpaces()
    }
    if rest.utf8.first == UInt8(ascii: "["), let end = rest.range(of: "] ", within: 400),
      rest[..<end.lowerBound].utf8.contains(UInt8(ascii: ":"))
    {
      place = end.upperBound
      skipSpaces()
    }
    return rest
  }
}

extension Substring {
  /// Returns the place of a text of ASCII in the first bytes.
  func range(of part: StaticString, within limit: Int) -> Range<Index>? {
    var end = startIndex
    var left = limit
    while left > 0, end < endIndex {
      let after = self[end...].utf8
      let isHere = part.withUTF8Buffer { after.starts(with: $0) }
      if isHere { return end..<utf8.index(end, offsetBy: part.utf8CodeUnitCount) }
      end = utf8.index(after: end)
      left -= 1
    }
    return nil
  }

  /// The text without spaces and tabs around it.
  var trimmed: Substring {
    let start = utf8.firstIndex { !$0.isSpace } ?? endIndex
    let end = utf8.lastIndex { !$0.isSpace }.map { utf8.index(after: $0) } ?? endIndex
    return start < end ? self[start..<end] : self[endIndex...]
  }
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
  var isHexDigit: Bool { isDigit || (65...70).contains(self) || (97...102).contains(self) }
  var isSpace: Bool { self == 32 || self == 9 || self == 13 }
}
