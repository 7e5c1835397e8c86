import Foundation

/// What the clock of an accessory shows, in its local time (2A2B).
public struct CurrentTime: Hashable, Sendable {
  public enum Weekday: UInt8, Hashable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// Why the clock was set last.
  public struct AdjustReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// By a user.
    public static let manual = AdjustReasons(rawValue: 1)
    /// By a reference such as a time signal.
    public static let externalReference = AdjustReasons(rawValue: 2)
    public static let timeZone = AdjustReasons(rawValue: 4)
    public static let daylightSaving = AdjustReasons(rawValue: 8)
  }

  /// 1582 to 9999; nil if the accessory does not know.
  public var year: Int?
  /// 1 to 12; nil if the accessory does not know.
  public var month: Int?
  /// 1 to 31; nil if the accessory does not know.
  public var day: Int?
  /// 0 to 23.
  public var hours: Int
  /// 0 to 59.
  public var minutes: Int
  /// 0 to 59.
  public var seconds: Int
  /// In 1/256 s.
  public var fractions256: UInt8
  /// Nil if the accessory does not know.
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

/// Ten bytes. Reserved adjust reasons are kept and mean nothing.
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
      bytes.append(UInt8(try ByteReader.check(value, name, in: range)))
    }
    bytes.append(contentsOf: [weekday?.rawValue ?? 0, fractions256, adjustReasons.rawValue])
    return bytes
  }

  private static func checkedYear(_ year: Int) throws(CharacteristicValueError) -> Int? {
    year == 0 ? nil : try ByteReader.check(year, "year", in: years)
  }

  private static func known(_ value: Int) -> Int? { value == 0 ? nil : value }
}

extension CurrentTime {
  /// What a clock in a time zone shows at a moment, to 1/256 s.
  public init(_ date: Date, in timeZone: TimeZone, adjustReasons: AdjustReasons = []) {
    let parts = Self.calendar(timeZone).dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .nanosecond, .weekday], from: date)
    // Gregorian weekdays count from Sunday, 1; those of Bluetooth from Monday, 1.
    let weekday = ((parts.weekday ?? 1) + 5) % 7 + 1
    self.init(
      year: parts.year, month: parts.month, day: parts.day, hours: parts.hour ?? 0,
      minutes: parts.minute ?? 0, seconds: parts.second ?? 0,
      fractions256: UInt8((parts.nanosecond ?? 0) * 256 / 1_000_000_000),
      weekday: Weekday(rawValue: UInt8(weekday)), adjustReasons: adjustReasons)
  }

  /// The moment at which a clock in a time zone shows this; nil if a part of the date is unknown,
  /// or there is no such day.
  public func date(in timeZone: TimeZone) -> Date? {
    guard let year, let month, let day else { return nil }
    let parts = DateComponents(
      timeZone: timeZone, year: year, month: month, day: day, hour: hours, minute: minutes,
      second: seconds, nanosecond: Int(fractions256) * 1_000_000_000 / 256)
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

/// How the local time of an accessory differs from UTC (2A0F).
public struct LocalTimeInformation: Hashable, Sendable {
  public enum DaylightSaving: UInt8, Hashable, Sendable {
    case standard = 0
    case halfAnHour = 2
    case oneHour = 4
    case twoHours = 8
  }

  /// Quarters of an hour from UTC, -48 to 56, without daylight saving; nil if not known.
  public var timeZoneQuarterHours: Int?
  /// Nil if not known.
  public var daylightSaving: DaylightSaving?

  public init(timeZoneQuarterHours: Int?, daylightSaving: DaylightSaving?) {
    self.timeZoneQuarterHours = timeZoneQuarterHours
    self.daylightSaving = daylightSaving
  }
}

/// Two bytes; -128 and 255 mean that it is not known.
extension LocalTimeInformation: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    let zone = Int(try reader.int8())
    timeZoneQuarterHours =
      zone == -128 ? nil : try ByteReader.check(zone, "time zone", in: -48...56)
    let saving = try reader.uint8()
    daylightSaving = DaylightSaving(rawValue: saving)
    if daylightSaving == nil, saving != 255 {
      throw .reserved(field: "DST offset", value: Int(saving))
    }
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    var zone = -128
    if let quarters = timeZoneQuarterHours {
      zone = try ByteReader.check(quarters, "time zone", in: -48...56)
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
