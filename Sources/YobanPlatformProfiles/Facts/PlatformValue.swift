/// A value of the profiles' table, for programs, with a description for people.
public enum PlatformValue: Sendable, Hashable {
  case time(Duration)
  case times(ClosedRange<Duration>)
  case list([Duration])
  case whole(Int64)
  case flag(Bool)
  case text(String)
  /// The thing does not exist in that version.
  case nothing

  package init<Value>(_ value: Value) {
    self =
      switch value {
      case let value as Duration: .time(value)
      case let value as ClosedRange<Duration>: .times(value)
      case let value as [Duration]: .list(value)
      case let value as Bool: .flag(value)
      case let value as any FixedWidthInteger: .whole(Int64(value))
      case let value as Double:
        value == value.rounded() ? .whole(Int64(value)) : .text("\(value)")
      case let value as String: value.isEmpty ? .nothing : .text(value)
      case let value as any OptionalValue where value.isNothing: .nothing
      case let value as String?: .text(value ?? "")
      default: .text("\(value)")
      }
  }
}

extension PlatformValue: CustomStringConvertible {
  /// The description of a value, such as `30 to 45 s`, `yes` or `185`.
  public var description: String {
    switch self {
    case .time(let time): Self.text([time])
    case .times(let range): Self.text([range.lowerBound, range.upperBound], joinedBy: " to ")
    case .list(let times): Self.text(times, joinedBy: ", ")
    case .whole(let number): "\(number)"
    case .flag(let isSo): isSo ? "yes" : "no"
    case .text(let text): text
    case .nothing: "none"
    }
  }

  /// Returns the times in one common unit: the largest unit in which all numbers stay short.
  private static func text(_ times: [Duration], joinedBy separator: String = "") -> String {
    let longest = times.max() ?? .zero
    let unit =
      units.first { unit in
        // The usual form, such as 600 s, 3 to 10 min, 15 min, 90 min, 24 h, 7 days.
        longest >= unit.length * (times.count == 1 ? unit.least : min(unit.least, 2))
          && times.allSatisfy { ($0 / unit.length * unit.parts).isWhole }
      } ?? units[units.count - 1]
    let numbers = times.map { time in
      let number = time / unit.length
      return number.isWhole ? "\(Int(number.rounded()))" : "\(number)"
    }
    return "\(numbers.joined(separator: separator)) \(unit.name)"
  }

  private static let units: [(name: String, length: Duration, least: Double, parts: Double)] = [
    ("days", .seconds(24 * 3600), 2, 1), ("h", .seconds(3600), 2, 1),
    ("min", .seconds(60), 15, 1), ("s", .seconds(1), 1, 10), ("ms", .milliseconds(1), 0, 1),
  ]
}

/// Any optional, so that code can check whether it is nil without knowing its type.
private protocol OptionalValue { var isNothing: Bool { get } }

extension Optional: OptionalValue { fileprivate var isNothing: Bool { self == nil } }

extension Double {
  fileprivate var isWhole: Bool { abs(self - rounded()) < 1e-9 }
}
