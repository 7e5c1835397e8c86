import Foundation

/// The time on the clock of an accessory, in its local time (2A2B).
public struct CurrentTime: Hashable, Sendable {
  public enum Weekday: UInt8, Hashable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The reasons for the clock's last adjustment.
  public struct AdjustReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Set by the user.
    public static let manual = AdjustReasons(rawValue: 1)
    /// Set from an external reference, such as a time signal.
    public static let externalReference = AdjustReasons(rawValue: 2)
    public static let timeZone = AdjustReasons(rawValue: 4)
    public static let daylightSaving = AdjustReasons(rawValue: 8)
  }

  /// The year, 1582 to 9999; nil if the accessory does not know it.
  public var year: Int?
  /// The month, 1 to 12; nil if the accessory does not know it.
  public var month: Int?
  /// The day, 1 to 31; nil if the accessory does not know it.
  public var day: Int?
  /// 0 to 23.
  public var hours: Int
  /// 0 to 59.
  public var minutes: Int
  /// 0 to 59.
  public var seconds: Int
  /// The fraction of the second, in 1/256 s.
  public var fractions256: UInt8
  /// The day of the week; nil if the accessory does not know it.
  public var weekday: Weekday?
  public var adjustReasons: AdjustReasons

  public init(
    year: Int?, month: Int?, day: Int?, hours: Int, minutes: Int, seconds: Int,
    fractions256: UInt8 = 0, weekday: Weekday? = nil, adjustReasons: AdjustReasons = []
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.fractions256 = fractions256
    self.weekday = weekday
    self.adjustReasons = adjustReasons
  }
}

/// Encoded in ten bytes. Reserved adjust reasons are kept and ignored.
extension CurrentTime: WritableCharacteristicValue {
  private static let years = 1582...9999

  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    year = try Self.checkedYear(Int(try reader.uint16()))
    month = Self.known(try reader.uint8("month", in: 0...12))
    day = Self.known(try reader.uint8("day", in: 0...31))
    hours = try reader.uint8("hour", in: 0...23)
    minutes = try reader.uint8("minute", in: 0...59)
    seconds = try reader.uint8("second", in: 0...59)
    weekday = Weekday(rawValue: UInt8(try reader.uint8("day of week", in: 0...7)))
    fractions256 = try reader.uint8()
    adjustReasons = AdjustReasons(rawValue: try reader.uint8())
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    var bytes = Data()
    bytes.appendNumber(UInt64(try Self.checkedYear(year ?? 0) ?? 0), byteCount: 2)
    let fields = [
      (month ?? 0, "month", 0...12), (day ?? 0, "day", 0...31), (hours, "hour", 0...23),
      (minutes, "minute", 0...59), (seconds, "second", 0...59),
    ]
    for (value, name, range) in fields {
      bytes.append(UInt8(try CharacteristicField.check(value, name, in: range)))
    }
    bytes.append(contentsOf: [weekday?.rawValue ?? 0, fractions256, adjustReasons.rawValue])
    return bytes
  }

  private static func checkedYear(_ year: Int) throws(CharacteristicValueError) -> Int? {
    year == 0 ? nil : try CharacteristicField.check(year, "year", in: years)
  }

  private static func known(_ value: Int) -> Int? { value == 0 ? nil : value }
}

extension CurrentTime {
  /// Creates the time that a clock in a time zone shows at a date, to 1/256 s.
  public init(_ date: Date, in timeZone: TimeZone, adjustReasons: AdjustReasons = []) {
    let parts = Self.calendar(timeZone).dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond, .weekday], from: date)
    // Gregorian weekdays start with Sunday as 1; Bluetooth weekdays start with Monday as 1.
    let weekday = ((parts.weekday ?? 1) + 5) % 7 + 1
    self.init(
      year: parts.year, month: parts.month, day: parts.day, hours: parts.hour ?? 0,
      minutes: parts.minute ?? 0, seconds: parts.second ?? 0,
      fractions256: ClockFraction.fractions256(nanosecond: parts.nanosecond ?? 0),
      weekday: Weekday(rawValue: UInt8(weekday)), adjustReasons: adjustReasons)
  }

  /// Returns the date at which a clock in a time zone shows this time; nil if a part of the date is
  /// unknown, or the day does not exist.
  public func date(in timeZone: TimeZone) -> Date? {
    guard let year, let month, let day else { return nil }
    let parts = DateComponents(
      timeZone: timeZone, year: year, month: month, day: day, hour: hours, minute: minutes,
      second: seconds, nanosecond: ClockFraction.nanosecond(fractions256))
    let calendar = Self.calendar(timeZone)
    guard let date = calendar.date(from: parts),
      calendar.component(.day, from: date) == day
    else { return nil }
    return date
  }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}

/// The conversion between nanoseconds and 1/256 s, which is 3,906,250 ns. `DateComponents` has an
/// `Int`, which has 32 bits on many watches; no step of the conversion needs more.
enum ClockFraction {
  /// Rounds down. `nanosecond` is 0 to 999,999,999.
  static func fractions256<Number: FixedWidthInteger>(nanosecond: Number) -> UInt8 {
    UInt8(nanosecond / 3_906_250)
  }

  static func nanosecond<Number: FixedWidthInteger>(_ fractions256: UInt8) -> Number {
    Number(fractions256) * 3_906_250
  }
}

/// The difference of an accessory's local time from UTC (2A0F).
public struct LocalTimeInformation: Hashable, Sendable {
  public enum DaylightSaving: UInt8, Hashable, Sendable {
    case standard = 0
    case halfAnHour = 2
    case oneHour = 4
    case twoHours = 8
  }

  /// The time zone in quarters of an hour from UTC, -48 to 56, without daylight saving; nil if
  /// unknown.
  public var timeZoneQuarterHours: Int?
  /// The daylight saving offset; nil if unknown.
  public var daylightSaving: DaylightSaving?

  public init(timeZoneQuarterHours: Int?, daylightSaving: DaylightSaving?) {
    self.timeZoneQuarterHours = timeZoneQuarterHours
    self.daylightSaving = daylightSaving
  }
}

/// Encoded in two bytes; -128 and 255 mean unknown.
extension LocalTimeInformation: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    let zone = Int(try reader.int8())
    timeZoneQuarterHours =
      zone == -128 ? nil : try CharacteristicField.check(zone, "time zone", in: -48...56)
    let saving = try reader.uint8()
    daylightSaving = DaylightSaving(rawValue: saving)
    if daylightSaving == nil, saving != 255 {
      throw .reserved(field: "DST offset", value: Int64(saving))
    }
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    var zone = -128
    if let quarters = timeZoneQuarterHours {
      zone = try CharacteristicField.check(quarters, "time zone", in: -48...56)
    }
    return Data([UInt8(bitPattern: Int8(zone)), daylightSaving?.rawValue ?? 255])
  }
}

extension Characteristic where Value == CurrentTime {
  public static var currentTime: Self {
    Self(CurrentTime.self, "2A2B", in: "1805", [.notifiesIfPossible])
  }
}

extension Characteristic where Value == LocalTimeInformation {
  public static var localTimeInformation: Self {
    Self(LocalTimeInformation.self, "2A0F", in: "1805", [.isOptional])
  }
}

extension ServiceProfile {
  /// Current Time Service (1805).
  public static var currentTime: ServiceProfile {
    ServiceProfile(
      Characteristic.currentTime, Characteristic.localTimeInformation,
      Characteristic.referenceTimeInformation)
  }
}
