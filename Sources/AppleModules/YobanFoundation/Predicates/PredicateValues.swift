import Foundation
internal import YobanSimulatedDevices

/// Compares and reads values in memory, as predicates of Foundation do.
package enum PredicateValues {
  /// A value without the layers of `Optional` that `Any` hides; nil also for `NSNull`.
  package static func unwrapped(_ value: Any?) -> Any? {
    guard let value, !(value is NSNull) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  /// The elements of a collection. A single value is a collection of itself, nil is an empty one.
  package static func elements(of value: Any?) -> [Any] {
    switch unwrapped(value) {
    case nil: []
    case let array as NSArray: array.map { $0 }
    case let set as NSSet: set.allObjects
    case let ordered as NSOrderedSet: ordered.array
    case let array as [Any]: array
    case let set as any Collection where !(set is String || set is Data): set.map { $0 as Any }
    case let one?: [one]
    }
  }

  // MARK: Key paths

  /// Reads a path such as `maker.name` or `children.@count`. A key of a collection is read of each element.
  package static func value(of path: String, in object: Any?) -> Any? {
    var value = unwrapped(object)
    var keys = path.split(separator: ".").map(String.init)[...]
    while let key = keys.popFirst() {
      if key.hasPrefix("@") {
        return aggregate(key, of: value, keys.joined(separator: "."))
      }
      if key.lowercased() == "self" { continue }
      guard let current = value else { return nil }
      value = unwrapped(property(key, of: current))
    }
    return value
  }

  private static func property(_ key: String, of object: Any) -> Any? {
    switch object {
    case let object as any KeyValueCoding: return object.codedValue(forKey: key)
    case let dictionary as NSDictionary: return dictionary[key]
    case let dictionary as [String: Any]: return dictionary[key]
    case is NSArray, is NSSet, is NSOrderedSet,
      is any Collection where !(object is String):
      return elements(of: object).compactMap { unwrapped(property(key, of: $0)) }
    case let text as String where key == "length": return text.utf16.count
    case let object as NSObject: return object.value(forKey: key)
    default: return nil
    }
  }

  private static func aggregate(_ key: String, of value: Any?, _ rest: String) -> Any? {
    let all = elements(of: value)
    if key == "@count" { return all.count }
    let values = rest.isEmpty ? all : all.compactMap { self.value(of: rest, in: $0) }
    switch key {
    case "@sum": return values.compactMap(number).reduce(0, +)
    case "@avg": return values.isEmpty ? nil : call("average:", [values])
    case "@min": return call("min:", [values])
    case "@max": return call("max:", [values])
    case "@unionOfObjects": return values
    case "@distinctUnionOfObjects":
      var found: [Any] = []
      for value in values where !found.contains(where: { isEqual($0, value) }) {
        found.append(value)
      }
      return found
    default:
      AppProcess.raise("NSUnknownKeyException: the collection operator \(key) is unknown")
    }
  }

  // MARK: Comparisons

  package static func compare(
    _ left: Any?, _ type: FormatComparison.Operator, _ right: Any?,
    _ options: FormatComparison.Options = []
  ) -> Bool {
    let left = unwrapped(left)
    let right = unwrapped(right)
    switch type {
    case .equalTo: return isEqual(left, right, options)
    case .notEqualTo: return !isEqual(left, right, options)
    case .lessThan: return order(left, right, options) == .orderedAscending
    case .greaterThan: return order(left, right, options) == .orderedDescending
    case .lessThanOrEqualTo:
      return order(left, right, options).map { $0 != .orderedDescending } ?? false
    case .greaterThanOrEqualTo:
      return order(left, right, options).map { $0 != .orderedAscending } ?? false
    case .between:
      let bounds = elements(of: right)
      guard bounds.count == 2, let first = order(left, unwrapped(bounds[0]), options),
        let last = order(left, unwrapped(bounds[1]), options)
      else { return false }
      return first != .orderedAscending && last != .orderedDescending
    case .in:
      if let text = left as? String, let other = right as? String {
        return contains(other, text, options)
      }
      return elements(of: right).contains { isEqual(left, unwrapped($0), options) }
    case .contains:
      if let text = left as? String {
        return (right as? String).map { contains(text, $0, options) } ?? false
      }
      return elements(of: left).contains { isEqual(unwrapped($0), right, options) }
    case .beginsWith, .endsWith, .like, .matches:
      guard let text = left as? String, let pattern = right as? String else { return false }
      return matches(text, type, pattern, options)
    }
  }

  /// A text as it is compared: without case, without diacritics.
  package static func folded(_ text: String, _ options: FormatComparison.Options) -> String {
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
  }

  private static func contains(
    _ text: String, _ part: String, _ options: FormatComparison.Options
  ) -> Bool {
    part.isEmpty || folded(text, options).contains(folded(part, options))
  }

  package static func matches(
    _ text: String, _ type: FormatComparison.Operator, _ pattern: String,
    _ options: FormatComparison.Options
  ) -> Bool {
    let text = folded(text, options)
    switch type {
    case .beginsWith: return text.hasPrefix(folded(pattern, options))
    case .endsWith: return text.hasSuffix(folded(pattern, options))
    case .like:
      return isFullMatch(text, regularExpression(ofWildcards: folded(pattern, options)), [])
    default:
      return isFullMatch(text, pattern, options.contains(.caseInsensitive) ? .caseInsensitive : [])
    }
  }

  private static func isFullMatch(
    _ text: String, _ pattern: String, _ options: NSRegularExpression.Options
  ) -> Bool {
    guard
      let expression = try? NSRegularExpression(
        pattern: "^(?:\(pattern))$", options: options.union(.dotMatchesLineSeparators))
    else {
      AppProcess.raise("NSInvalidArgumentException: Can't do regex matching, reason: \(pattern)")
    }
    let all = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, range: all) != nil
  }

  /// `*` stands for any characters, `?` for one; a backslash takes away their meaning.
  private static func regularExpression(ofWildcards pattern: String) -> String {
    var result = ""
    var isEscaped = false
    for character in pattern {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: result += ".*"
      case "?" where !isEscaped: result += "."
      default: result += NSRegularExpression.escapedPattern(for: String(character))
      }
      isEscaped = false
    }
    return result
  }

  // MARK: Equality and order

  package static func isEqual(
    _ left: Any?, _ right: Any?, _ options: FormatComparison.Options = []
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let order = order(left, right, options) { return order == .orderedSame }
    if let left = left as? AnyHashable, let right = right as? AnyHashable, left == right {
      return true
    }
    if let left = left as? NSObject, let right = right as? NSObject { return left.isEqual(right) }
    let (first, second) = (elements(of: left), elements(of: right))
    guard left is any Collection, right is any Collection, first.count == second.count else {
      return false
    }
    return zip(first, second).allSatisfy { isEqual(unwrapped($0), unwrapped($1)) }
  }

  /// The order of two values; nil if one is missing or they are of different kinds.
  package static func order(
    _ left: Any?, _ right: Any?, _ options: FormatComparison.Options = []
  ) -> ComparisonResult? {
    guard let left, let right else { return nil }
    if let left = left as? String, let right = right as? String {
      let (first, second) = (folded(left, options), folded(right, options))
      return first == second
        ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
    }
    if let left = decimal(left), let right = decimal(right) { return ordered(left, right) }
    if let left = integer(left), let right = integer(right) { return ordered(left, right) }
    if let left = number(left), let right = number(right) { return ordered(left, right) }
    if let left = left as? Date, let right = right as? Date { return ordered(left, right) }
    return nil
  }

  private static func ordered<T: Comparable>(_ left: T, _ right: T) -> ComparisonResult {
    left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }

  private static func decimal(_ value: Any) -> Decimal? {
    // Each number can be cast to a Decimal, which then has another value.
    (value as? NSDecimalNumber)?.decimalValue
      ?? (type(of: value) == Decimal.self ? value as? Decimal : nil)
  }

  private static func integer(_ value: Any) -> Int64? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Int: Int64(value)
    case let value as any FixedWidthInteger: Int64(exactly: value)
    case let value as NSNumber where !(value is NSDecimalNumber):
      Double(value.int64Value) == value.doubleValue ? value.int64Value : nil
    default: nil
    }
  }

  package static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as NSNumber: value.doubleValue
    case let value as Decimal: (value as NSDecimalNumber).doubleValue
    default: nil
    }
  }

  // MARK: Functions

  static func call(_ name: String, _ arguments: [Any?]) -> Any? {
    let values = arguments.map(unwrapped)
    func numbers() -> [Double] { elements(of: values.first ?? nil).compactMap(number) }
    func two(_ combine: (Double, Double) -> Double) -> Any? {
      guard values.count == 2, let first = values[0], let second = values[1] else { return nil }
      if let date = first as? Date, let seconds = number(second) {
        return Date(
          timeIntervalSinceReferenceDate: combine(date.timeIntervalSinceReferenceDate, seconds))
      }
      guard let left = number(first), let right = number(second) else { return nil }
      return combine(left, right)
    }
    switch name {
    case "sum:": return numbers().reduce(0, +)
    case "count:": return elements(of: values.first ?? nil).count
    case "average:":
      let all = numbers()
      return all.isEmpty ? nil : all.reduce(0, +) / Double(all.count)
    case "min:", "max:":
      let wanted: ComparisonResult = name == "min:" ? .orderedAscending : .orderedDescending
      return elements(of: values.first ?? nil).reduce(nil as Any?) { best, value in
        guard let best else { return value }
        return order(value, best) == wanted ? value : best
      }
    case "add:to:": return two(+)
    case "from:subtract:": return two(-)
    case "multiply:by:": return two(*)
    case "divide:by:": return two(/)
    case "raise:toPower:": return two(pow)
    case "modulus:by:": return two { $0.truncatingRemainder(dividingBy: $1) }
    case "abs:": return values[0].flatMap(number).map(abs)
    case "ceiling:": return values[0].flatMap(number)?.rounded(.up)
    case "floor:": return values[0].flatMap(number)?.rounded(.down)
    case "sqrt:": return values[0].flatMap(number)?.squareRoot()
    case "trunc:": return values[0].flatMap(number)?.rounded(.towardZero)
    case "now": return Date()
    case "uppercase:": return (values[0] as? String)?.uppercased()
    case "lowercase:": return (values[0] as? String)?.lowercased()
    case "canonical:":
      return (values[0] as? String).map { folded($0, [.caseInsensitive, .diacriticInsensitive]) }
    case "length:": return (values[0] as? String)?.utf16.count
    case "castObject:toType:": return cast(values[0], to: values[1] as? String ?? "")
    default: unknownFunction(name)
    }
  }

  package static func unknownFunction(_ name: String) -> Never {
    AppProcess.raise(
      "NSInvalidArgumentException: the function \(name) of NSExpression is not in Yoban. docs/known-differences/Foundation.md lists those that are."
    )
  }

  private static func cast(_ value: Any?, to type: String) -> Any? {
    switch type {
    case "NSNumber", "NSDecimalNumber":
      if let date = value as? Date { return date.timeIntervalSinceReferenceDate }
      if let text = value as? String { return Double(text) }
      return value
    case "NSDate":
      return value.flatMap(number).map { Date(timeIntervalSinceReferenceDate: $0) } ?? value
    case "NSString": return value.map { "\($0)" }
    default: return value
    }
  }

  // MARK: Text

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let text as String:
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    case let value as Bool: value ? "1" : "0"
    case let date as Date: "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case let list as [Any]: "{\(list.map { text(unwrapped($0)) }.joined(separator: ", "))}"
    case let value?: "\(value)"
    }
  }
}
