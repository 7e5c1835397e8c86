import Foundation

/// Shows a duration, such as `1:05:09` or `1 hour, 5 minutes`. The words are English in every locale.
///
/// Sendable as on a device: set its properties before several threads use it.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
  @nonexhaustive public enum UnitsStyle: Int, Sendable {
    case positional = 0
    case abbreviated, short, full, spellOut, brief
  }

  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let `default` = Self(rawValue: 1 << 0)
    public static let dropLeading = Self(rawValue: 1 << 1)
    public static let dropMiddle = Self(rawValue: 1 << 2)
    public static let dropTrailing = Self(rawValue: 1 << 3)
    public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]
    public static let pad = Self(rawValue: 1 << 16)
  }

  open var unitsStyle = UnitsStyle.positional
  open var allowedUnits: NSCalendar.Unit = [
    .year, .month, .weekOfMonth, .day, .hour, .minute, .second,
  ]
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  open var calendar: Calendar? = .current
  open var referenceDate: Date?
  /// Has no effect: all units are whole.
  open var allowsFractionalUnits = false
  /// The largest number of units that are shown; 0 for all.
  open var maximumUnitCount = 0
  /// Counts the largest unit that would be 1 in the next one, such as `90m` instead of `1h 30m`.
  open var collapsesLargestUnit = false
  open var includesApproximationPhrase = false
  open var includesTimeRemainingPhrase = false
  open var formattingContext = Formatter.Context.unknown

  open func string(from ti: TimeInterval) -> String? {
    guard ti.isFinite, abs(ti) < 1e12 else { return nil }
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    let text = string(from: start, to: start + abs(ti).rounded(.down))
    return ti < 0 ? text.map { "-\($0)" } : text
  }

  open func string(from startDate: Date, to endDate: Date) -> String? {
    guard startDate <= endDate else {
      return string(from: endDate, to: startDate).map { "-\($0)" }
    }
    let kinds = Unit.all.filter { allowedUnits.contains($0.flag) }
    guard !kinds.isEmpty else { return nil }
    let calendar = calendar ?? .current
    let components = calendar.dateComponents(
      Set(kinds.map(\.component)), from: startDate, to: endDate)
    return text(kinds.map { ($0, components.value(for: $0.component) ?? 0) })
  }

  open func string(from components: DateComponents) -> String? {
    let calendar = calendar ?? .current
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    return calendar.date(byAdding: components, to: start).flatMap { string(from: start, to: $0) }
  }

  open override func string(for obj: Any?) -> String? {
    (obj as? DateComponents).flatMap(string(from:))
  }

  open class func localizedString(
    from components: DateComponents, unitsStyle: UnitsStyle
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  // MARK: Text

  private struct Unit {
    let flag: NSCalendar.Unit
    let component: Calendar.Component
    /// The number of these units that make the next larger one; nil if it varies.
    let perNext: Int?
    let letter: String
    /// The short name for one and for several.
    let short: (String, String)
    let name: String

    static let all = [
      Unit(.year, .year, nil, "y", ("yr", "yrs"), "year"),
      Unit(.month, .month, 12, "mo", ("mth", "mths"), "month"),
      Unit(.weekOfMonth, .weekOfMonth, nil, "w", ("wk", "wks"), "week"),
      Unit(.day, .day, 7, "d", ("day", "days"), "day"),
      Unit(.hour, .hour, 24, "h", ("hr", "hr"), "hour"),
      Unit(.minute, .minute, 60, "m", ("min", "min"), "minute"),
      Unit(.second, .second, 60, "s", ("sec", "sec"), "second"),
    ]

    private init(
      _ flag: NSCalendar.Unit, _ component: Calendar.Component, _ perNext: Int?, _ letter: String,
      _ short: (String, String), _ name: String
    ) {
      (self.flag, self.component, self.perNext) = (flag, component, perNext)
      (self.letter, self.short, self.name) = (letter, short, name)
    }
  }

  private func text(_ units: [(unit: Unit, value: Int)]) -> String {
    let units = shown(units)
    let text =
      switch unitsStyle {
      case .positional: positional(units)
      default:
        units.map { word($0.unit, $0.value) }.joined(
          separator: [.abbreviated, .brief].contains(unitsStyle) ? " " : ", ")
      }
    return (includesApproximationPhrase ? "About " : "") + text
      + (includesTimeRemainingPhrase ? " remaining" : "")
  }

  /// Without the units that are zero, as `zeroFormattingBehavior` says, and with the largest unit as the next smaller
  /// one, as `collapsesLargestUnit` says.
  private func shown(_ units: [(unit: Unit, value: Int)]) -> [(unit: Unit, value: Int)] {
    var shown = units
    var behavior = zeroFormattingBehavior
    if behavior.contains(.default) {
      behavior = unitsStyle == .positional ? .dropLeading : .dropAll
    }
    if behavior.contains(.dropLeading) || collapsesLargestUnit {
      shown.removeFirst(shown.prefix { $0.value == 0 }.count)
    }
    if collapsesLargestUnit, shown.count > 1, shown[0].value == 1, let count = shown[1].unit.perNext
    {
      shown[1].value += count
      shown.removeFirst()
    }
    if behavior.contains(.dropTrailing) {
      shown.removeLast(shown.reversed().prefix { $0.value == 0 }.count)
    }
    if behavior.contains(.dropMiddle), shown.count > 2 {
      let (first, last) = (shown[0], shown[shown.count - 1])
      shown = [first] + shown[1..<shown.count - 1].filter { $0.value != 0 } + [last]
    }
    if shown.isEmpty { shown = units.suffix(1) }
    return maximumUnitCount > 0 ? Array(shown.prefix(maximumUnitCount)) : shown
  }

  private func positional(_ units: [(unit: Unit, value: Int)]) -> String {
    units.enumerated().map { index, part in
      let isPadded = index > 0 || zeroFormattingBehavior.contains(.pad)
      let digits = "\(part.value)"
      return isPadded && digits.count < 2 ? "0\(digits)" : digits
    }.joined(separator: ":")
  }

  private func word(_ unit: Unit, _ value: Int) -> String {
    let name = unit.name + (value == 1 ? "" : "s")
    switch unitsStyle {
    case .positional: return "\(value)"
    case .abbreviated: return "\(value)\(unit.letter)"
    case .brief: return "\(value)\(value == 1 ? unit.short.0 : unit.short.1)"
    case .short: return "\(value) \(value == 1 ? unit.short.0 : unit.short.1)"
    case .full: return "\(value) \(name)"
    case .spellOut:
      let formatter = NumberFormatter()
      formatter.numberStyle = .spellOut
      formatter.locale = Locale(identifier: "en_US")
      return "\(formatter.string(from: NSNumber(value: value)) ?? "\(value)") \(name)"
    }
  }
}
