import Foundation

/// The time in which a device has to have sent something so that it has sent "in the night to" a date: from 18:00 of the
/// day before until noon, in a time zone.
///
/// It ends at noon and not at midnight, because people sleep late, and it begins only at 18:00, so that the end of the
/// night before does not count.
struct NightWindow: Hashable, Sendable {
  /// The day on which the night ends, such as `2026-11-24`.
  let date: String
  /// The name of the time zone, such as `Asia/Tokyo`.
  let zoneName: String
  private let zone: TimeZone
  /// In nanoseconds since 1970.
  let times: ClosedRange<Int64>

  static let firstHour = 18
  static let lastHour = 12
  /// Times in nanoseconds since 1970 reach from 1677 to 2262.
  private static let years = 1970...2261

  /// - Parameters:
  ///   - text: a date; nil for the day of `now` in the time zone.
  ///   - zoneName: such as `Asia/Tokyo`.
  ///   - now: in seconds since 1970.
  /// - Throws: a problem if there is no such time zone, or if the date is none of the years 1970 to 2261.
  init(date text: String?, zone zoneName: String, now: Int64) throws(Problem) {
    guard let zone = Self.zone(named: zoneName) else {
      throw Problem(
        .invalidRequest, "The time zone is unknown. Use a name such as zone=Asia/Tokyo.")
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let day: DateComponents
    if let text {
      guard let parsed = Self.components(of: text) else { throw Self.invalidDate }
      day = parsed
    } else {
      let seconds = Double(min(max(now, 0), Self.secondsMax))
      day = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: seconds))
    }
    guard let year = day.year, Self.years.contains(year),
      let noon = calendar.date(from: day.at(hour: Self.lastHour)),
      // A day that the calendar does not have, such as February 30, becomes another one.
      calendar.component(.day, from: noon) == day.day,
      let before = calendar.date(byAdding: .day, value: -1, to: noon),
      let start = calendar.date(bySettingHour: Self.firstHour, minute: 0, second: 0, of: before)
    else { throw Self.invalidDate }
    self.date = Self.text(of: day)
    self.zoneName = zoneName
    self.zone = zone
    times = Self.nanoseconds(of: start)...Self.nanoseconds(of: noon) - 1
  }

  private static let invalidDate = Problem(
    .invalidRequest, "date must be a day of the years 1970 to 2261, such as date=2026-11-24.")

  private static let secondsMax: Int64 = 9_200_000_000

  /// The date of the night before or after this one; nil beyond the years.
  func date(daysLater days: Int) -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    guard let day = Self.components(of: date), let noon = calendar.date(from: day.at(hour: 12)),
      let other = calendar.date(byAdding: .day, value: days, to: noon)
    else { return nil }
    let components = calendar.dateComponents([.year, .month, .day], from: other)
    return Self.years.contains(components.year ?? 0) ? Self.text(of: components) : nil
  }

  /// Reads a date such as `2026-11-24`.
  private static func components(of text: String) -> DateComponents? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    return DateComponents(year: year, month: month, day: day)
  }

  private static func text(of day: DateComponents) -> String {
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }

  private static func nanoseconds(of date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970) * 1_000_000_000
  }

  /// Whether there is a time zone with this name.
  static func isZone(_ name: String) -> Bool { zone(named: name) != nil }

  private static func zone(named name: String) -> TimeZone? {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
    // Longer names than those of the zones are not looked up.
    return isName && name.utf8.count <= 64 ? TimeZone(identifier: name) : nil
  }
}

extension DateComponents {
  fileprivate func at(hour: Int) -> DateComponents {
    var components = self
    components.hour = hour
    return components
  }
}
