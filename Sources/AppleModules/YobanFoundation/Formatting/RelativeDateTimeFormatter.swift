import Foundation

/// Shows how long before or after another a time is, such as `5 minutes ago`.
///
/// Sendable as on a device: set its properties before several threads use it.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
  @nonexhaustive public enum DateTimeStyle: Int, Sendable {
    /// `1 day ago`
    case numeric = 0
    /// `yesterday`
    case named
  }
  @nonexhaustive public enum UnitsStyle: Int, Sendable {
    case full = 0
    case spellOut, short, abbreviated
  }

  open var dateTimeStyle = DateTimeStyle.numeric
  open var unitsStyle = UnitsStyle.full
  open var formattingContext = Formatter.Context.unknown
  open var calendar: Calendar! = .current
  open var locale: Locale! = .current

  open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    let units: Date.RelativeFormatStyle.UnitsStyle =
      switch unitsStyle {
      case .full: .wide
      case .spellOut: .spellOut
      case .short: .abbreviated
      case .abbreviated: .narrow
      }
    return Date.AnchoredRelativeFormatStyle(
      anchor: date, presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: units,
      locale: locale ?? .current, calendar: calendar ?? .current
    ).format(referenceDate)
  }

  open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    let now = Date()
    return localizedString(for: now + timeInterval, relativeTo: now)
  }

  open func localizedString(from dateComponents: DateComponents) -> String {
    let now = Date()
    let date = (calendar ?? .current).date(byAdding: dateComponents, to: now) ?? now
    return localizedString(for: date, relativeTo: now)
  }

  open override func string(for obj: Any?) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }
}
