import Foundation
import Testing

@testable import Yoban

/// Tests the formats of the Bluetooth SIG: GATT Specification Supplement and the service
/// specifications.
@Suite struct BluetoothValueTests {
  /// Bytes and the value that they are read as; `written` are the bytes of that value, if they
  /// differ.
  struct Row<Value: WritableCharacteristicValue & Equatable>: Sendable, CustomTestStringConvertible
  {
    var name: String
    var bytes: [UInt8]
    var value: Result<Value, CharacteristicValueError>
    var written: [UInt8]?
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ value: Value, written: [UInt8]? = nil) {
      (self.name, self.bytes, self.value, self.written) = (name, bytes, .success(value), written)
    }

    init(_ name: String, _ bytes: [UInt8], _ error: CharacteristicValueError) {
      (self.name, self.bytes, self.value) = (name, bytes, .failure(error))
    }
  }

  private func check<Value>(_ row: Row<Value>) throws {
    // A slice that does not begin at index 0, like a value that is cut out of other data.
    let bytes = Data([0xFF] + row.bytes).dropFirst()
    let read = Result { () throws(CharacteristicValueError) in
      try Value(characteristicBytes: bytes)
    }
    #expect(read == row.value)
    guard case .success(let value) = row.value else { return }
    #expect(try Array(value.characteristicBytes()) == row.written ?? row.bytes)
  }

  // MARK: Battery

  static let batteryLevels: [Row<BatteryLevel>] = [
    Row("empty", [0], BatteryLevel(percent: 0)),
    Row("full", [100], BatteryLevel(percent: 100)),
    Row("101 is reserved", [101], .reserved(field: "battery level", value: 101)),
    Row("255 is reserved", [255], .reserved(field: "battery level", value: 255)),
    Row("no byte", [], .tooShort(byteCount: 0, needed: 1)),
    Row("two bytes", [50, 0], .tooLong(byteCount: 2, expected: 1)),
  ]

  @Test(arguments: batteryLevels)
  func `a battery level is one byte up to 100`(row: Row<BatteryLevel>) throws { try check(row) }

  // MARK: Heart rate

  /// RR intervals are in units of 1/1024 s: 1024 is a second, 768 three quarters.
  static let heartRates: [Row<HeartRateMeasurement>] = [
    Row("one byte", [0x00, 72], HeartRateMeasurement(beatsPerMinute: 72)),
    Row("two bytes", [0x01, 0x2C, 0x01], HeartRateMeasurement(beatsPerMinute: 300)),
    Row(
      "two bytes for a small number", [0x01, 72, 0], HeartRateMeasurement(beatsPerMinute: 72),
      written: [0x00, 72]),
    Row(
      "contact is supported but not detected", [0x04, 72],
      HeartRateMeasurement(beatsPerMinute: 72, contact: .notDetected)),
    Row(
      "contact is detected", [0x06, 72],
      HeartRateMeasurement(beatsPerMinute: 72, contact: .detected)),
    Row(
      "contact without support is not known", [0x02, 72],
      HeartRateMeasurement(beatsPerMinute: 72), written: [0x00, 72]),
    Row(
      "energy", [0x08, 72, 0x10, 0x27],
      HeartRateMeasurement(beatsPerMinute: 72, energyExpendedKilojoules: 10_000)),
    Row(
      "RR intervals, the oldest first", [0x10, 72, 0x00, 0x04, 0x00, 0x03],
      HeartRateMeasurement(
        beatsPerMinute: 72, rrIntervals: [.seconds(1), .milliseconds(750)])),
    Row(
      "one tick is exactly 1/1024 s", [0x10, 72, 0x01, 0x00],
      HeartRateMeasurement(beatsPerMinute: 72, rrIntervals: [.nanoseconds(1) * 1_953_125 / 2])),
    Row(
      "everything at once", [0x1F, 0x2C, 0x01, 0xFF, 0xFF, 0xFF, 0xFF],
      HeartRateMeasurement(
        beatsPerMinute: 300, contact: .detected, energyExpendedKilojoules: 65_535,
        rrIntervals: [.nanoseconds(1) * 1_953_125 / 2 * 65_535])),
    Row(
      "reserved flags are ignored, with what they may have brought", [0xE0, 72, 1, 2, 3],
      HeartRateMeasurement(beatsPerMinute: 72), written: [0x00, 72]),
    Row("nothing", [], .tooShort(byteCount: 0, needed: 1)),
    Row("only flags", [0x00], .tooShort(byteCount: 1, needed: 2)),
    Row("half a heart rate", [0x01, 72], .tooShort(byteCount: 2, needed: 3)),
    Row("half an energy value", [0x08, 72, 1], .tooShort(byteCount: 3, needed: 4)),
    Row("RR intervals announced but missing", [0x10, 72], .tooShort(byteCount: 2, needed: 4)),
    Row("a cut RR interval", [0x10, 72, 0, 4, 0], .tooShort(byteCount: 5, needed: 6)),
    Row("bytes that belong to no field", [0x00, 72, 0, 4], .tooLong(byteCount: 4, expected: 2)),
  ]

  @Test(arguments: heartRates)
  func `a heart rate has the fields that its flags indicate`(row: Row<HeartRateMeasurement>) throws
  {
    try check(row)
  }

  @Test(arguments: [
    (HeartRateMeasurement(beatsPerMinute: -1), "heart rate", -1),
    (HeartRateMeasurement(beatsPerMinute: 65_536), "heart rate", 65_536),
    (
      HeartRateMeasurement(beatsPerMinute: 60, energyExpendedKilojoules: 65_536),
      "energy expended", 65_536
    ),
    (HeartRateMeasurement(beatsPerMinute: 60, rrIntervals: [.seconds(64)]), "RR interval", 65_536),
    // 2^22 s have 2^32 ticks, and the number of ticks of the longest duration is not exact.
    (
      HeartRateMeasurement(beatsPerMinute: 60, rrIntervals: [.seconds(1 << 22)]), "RR interval",
      1 << 32
    ),
    (
      HeartRateMeasurement(beatsPerMinute: 60, rrIntervals: [.seconds(Int64.max)]), "RR interval",
      1 << 53
    ),
  ])
  func `a heart rate that does not fit cannot be written`(
    value: HeartRateMeasurement, field: String, number: Int64
  ) {
    #expect(throws: CharacteristicValueError.reserved(field: field, value: number)) {
      try value.characteristicBytes()
    }
  }

  static let locations: [Row<BodySensorLocation>] =
    zip(
      [.other, .chest, .wrist, .finger, .hand, .earLobe, .foot] as [BodySensorLocation],
      0...6 as ClosedRange<UInt8>
    ).map { Row("\($0)", [$1], $0) } + [
      Row("7 is reserved", [7], .reserved(field: "body sensor location", value: 7)),
      Row("no byte", [], .tooShort(byteCount: 0, needed: 1)),
    ]

  @Test(arguments: locations)
  func `a body sensor location is one of seven values`(row: Row<BodySensorLocation>) throws {
    try check(row)
  }

  @Test func `the heart rate control command has the value 1`() throws {
    try check(Row("reset", [1], HeartRateCommand.resetEnergyExpended))
    try check(Row<HeartRateCommand>("0", [0], .reserved(field: "heart rate command", value: 0)))
  }

  // MARK: Device information

  static let texts: [Row<String>] = [
    Row("plain", Array("Polar".utf8), "Polar"),
    Row("empty", [], ""),
    Row("more than ASCII", [0x43, 0x69, 0xC3, 0xA9], "Cié"),
    Row("padded with zeros", [0x48, 0x37, 0, 0, 0], "H7", written: [0x48, 0x37]),
    Row("only padding", [0, 0], "", written: []),
    Row("cut inside a character", [0x43, 0xC3], .notUTF8),
  ]

  @Test(arguments: texts) func `a text is UTF-8`(row: Row<String>) throws { try check(row) }

  static let systemIDs: [Row<SystemID>] = [
    Row(
      // The example of the specification: 12-34-56-FF-FE-9A-BC-DE, with the lowest byte first.
      "an address", [0xDE, 0xBC, 0x9A, 0xFE, 0xFF, 0x56, 0x34, 0x12],
      SystemID(
        manufacturerIdentifier: 0xFF_FE9A_BCDE, organizationallyUniqueIdentifier: 0x12_3456)),
    Row("seven bytes", [1, 2, 3, 4, 5, 6, 7], .tooShort(byteCount: 7, needed: 8)),
    Row("nine bytes", [1, 2, 3, 4, 5, 6, 7, 8, 9], .tooLong(byteCount: 9, expected: 8)),
  ]

  @Test(arguments: systemIDs)
  func `a system ID has 40 and 24 bits`(row: Row<SystemID>) throws { try check(row) }

  @Test(
    arguments: [
      (SystemID(manufacturerIdentifier: 1 << 40, organizationallyUniqueIdentifier: 0), 1 << 40),
      (SystemID(manufacturerIdentifier: .max, organizationallyUniqueIdentifier: 0), .max),
      (SystemID(manufacturerIdentifier: 0, organizationallyUniqueIdentifier: .max), 0xFFFF_FFFF),
    ] as [(SystemID, Int64)])
  func `a system ID that does not fit cannot be written`(value: SystemID, number: Int64) {
    let field = value.manufacturerIdentifier > 0 ? "manufacturer identifier" : "OUI"
    #expect(throws: CharacteristicValueError.reserved(field: field, value: number)) {
      try value.characteristicBytes()
    }
  }

  static let pnpIDs: [Row<PnPID>] = [
    Row(
      "of the Bluetooth SIG", [1, 0x6B, 0x00, 0x34, 0x12, 0x03, 0x21],
      PnPID(vendorSource: .bluetoothSIG, vendor: 0x6B, product: 0x1234, version: 0x2103)),
    Row(
      "of the USB forum", [2, 0xAC, 0x05, 1, 0, 0, 1],
      PnPID(vendorSource: .usbImplementersForum, vendor: 0x05AC, product: 1, version: 0x0100)),
    Row(
      "0 is reserved", [0, 0, 0, 0, 0, 0, 0], .reserved(field: "vendor ID source", value: 0)),
    Row("cut", [1, 0x6B], .tooShort(byteCount: 2, needed: 3)),
  ]

  @Test(arguments: pnpIDs)
  func `a PnP ID names the source of the vendor number`(row: Row<PnPID>) throws { try check(row) }

  // MARK: Current time

  /// 2026-11-21, a Saturday, 13:05:09.5; 2026 is 0x07EA.
  static let times: [Row<CurrentTime>] = [
    Row(
      "set by a reference", [0xEA, 0x07, 11, 21, 13, 5, 9, 6, 128, 0x02],
      CurrentTime(
        year: 2026, month: 11, day: 21, hours: 13, minutes: 5, seconds: 9, fractions256: 128,
        weekday: .saturday, adjustReasons: .externalReference)),
    Row(
      "unknown date", [0, 0, 0, 0, 13, 5, 9, 0, 0, 0x0D],
      CurrentTime(
        year: nil, month: nil, day: nil, hours: 13, minutes: 5, seconds: 9,
        adjustReasons: [.manual, .timeZone, .daylightSaving])),
    Row(
      "1581", [0x2D, 0x06, 1, 1, 0, 0, 0, 0, 0, 0], .reserved(field: "year", value: 1581)),
    Row("month 13", [0xEA, 0x07, 13, 1, 0, 0, 0, 0, 0, 0], .reserved(field: "month", value: 13)),
    Row("day 32", [0xEA, 0x07, 1, 32, 0, 0, 0, 0, 0, 0], .reserved(field: "day", value: 32)),
    Row("hour 24", [0xEA, 0x07, 1, 1, 24, 0, 0, 0, 0, 0], .reserved(field: "hour", value: 24)),
    Row("minute 60", [0xEA, 0x07, 1, 1, 0, 60, 0, 0, 0, 0], .reserved(field: "minute", value: 60)),
    Row("second 60", [0xEA, 0x07, 1, 1, 0, 0, 60, 0, 0, 0], .reserved(field: "second", value: 60)),
    Row(
      "weekday 8", [0xEA, 0x07, 1, 1, 0, 0, 0, 8, 0, 0], .reserved(field: "day of week", value: 8)),
    Row(
      "without its reason", [0xEA, 0x07, 1, 1, 0, 0, 0, 0, 0], .tooShort(byteCount: 9, needed: 10)),
  ]

  @Test(arguments: times)
  func `a current time is ten bytes`(row: Row<CurrentTime>) throws { try check(row) }

  @Test func `a clock value is a moment in its time zone and can be converted back`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 2 * 3600))
    // 1,000,000,000 s after 1970 is 2001-09-09 01:46:40 UTC, a Sunday.
    let date = Date(timeIntervalSince1970: 1_000_000_000.5)
    let time = CurrentTime(date, in: zone)
    #expect(
      time
        == CurrentTime(
          year: 2001, month: 9, day: 9, hours: 3, minutes: 46, seconds: 40, fractions256: 128,
          weekday: .sunday))
    #expect(time.date(in: zone) == date)
    var unknown = time
    unknown.year = nil
    #expect(unknown.date(in: zone) == nil)
    var impossible = time
    (impossible.month, impossible.day) = (2, 30)
    #expect(impossible.date(in: zone) == nil)
  }

  /// 2100 is not a leap year. The dates are in seconds since 1970.
  @Test(
    arguments: [
      (4_102_444_800, 2100, 1, 1, .friday), (4_107_456_000, 2100, 2, 28, .sunday),
      (4_107_542_400, 2100, 3, 1, .monday), (253_402_214_400, 9999, 12, 31, .friday),
    ] as [(Double, Int, Int, Int, CurrentTime.Weekday)])
  func `a clock value can be beyond 2038`(
    seconds: Double, year: Int, month: Int, day: Int, weekday: CurrentTime.Weekday
  ) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let time = CurrentTime(date, in: .gmt)
    #expect(
      time
        == CurrentTime(
          year: year, month: month, day: day, hours: 0, minutes: 0, seconds: 0,
          weekday: weekday))
    #expect(time.date(in: .gmt) == date)
    let read = try CurrentTime(characteristicBytes: time.characteristicBytes())
    #expect(read == time)
    #expect(
      CurrentTime(year: 2100, month: 2, day: 29, hours: 0, minutes: 0, seconds: 0)
        .date(in: .gmt) == nil)
  }

  /// `Int32` stands for the `Int` of a watch, and would trap at a product that needs more bits.
  @Test func `fractions of a second are converted with 32 bits`() {
    for fraction in UInt8.min...UInt8.max {
      let exact = Int64(fraction) * 1_000_000_000 / 256
      let nanosecond: Int32 = ClockFraction.nanosecond(fraction)
      #expect(Int64(nanosecond) == exact)
      #expect(ClockFraction.fractions256(nanosecond: nanosecond) == fraction)
      let last = nanosecond + 3_906_249
      #expect(
        ClockFraction.fractions256(nanosecond: last) == UInt8(Int64(last) * 256 / 1_000_000_000))
      #expect(ClockFraction.fractions256(nanosecond: last) == fraction)
    }
  }

  static let zones: [Row<LocalTimeInformation>] = [
    Row("summer", [4, 4], LocalTimeInformation(timeZoneQuarterHours: 4, daylightSaving: .oneHour)),
    Row(
      "west", [0xD0, 0], LocalTimeInformation(timeZoneQuarterHours: -48, daylightSaving: .standard)),
    Row(
      "unknown", [0x80, 255], LocalTimeInformation(timeZoneQuarterHours: nil, daylightSaving: nil)),
    Row("too far east", [57, 0], .reserved(field: "time zone", value: 57)),
    Row("too far west", [0xCF, 0], .reserved(field: "time zone", value: -49)),
    Row("a DST offset of 1", [0, 1], .reserved(field: "DST offset", value: 1)),
    Row("one byte", [0], .tooShort(byteCount: 1, needed: 2)),
  ]

  @Test(arguments: zones)
  func `local time has a zone in quarter hours and a daylight saving offset`(
    row: Row<LocalTimeInformation>
  ) throws {
    try check(row)
  }

  static let references: [Row<ReferenceTimeInformation>] = [
    Row(
      "GPS, an eighth, a day and two hours ago", [2, 1, 1, 2],
      ReferenceTimeInformation(
        source: .gps, accuracy: .eighthsOfSecond(1), lastUpdate: .ago(days: 1, hours: 2))),
    Row(
      "worse and long ago", [7, 254, 255, 255],
      ReferenceTimeInformation(
        source: .notSynchronized, accuracy: .outOfRange, lastUpdate: .longerThan254Days)),
    Row(
      "unknown", [0, 255, 0, 0],
      ReferenceTimeInformation(
        source: .unknown, accuracy: .unknown, lastUpdate: .ago(days: 0, hours: 0))),
    Row("source 8", [8, 0, 0, 0], .reserved(field: "time source", value: 8)),
    Row("24 hours", [1, 0, 0, 24], .reserved(field: "hours since update", value: 24)),
    Row("255 days and 3 hours", [1, 0, 255, 3], .reserved(field: "hours since update", value: 3)),
    Row("cut", [1, 0, 255], .tooShort(byteCount: 3, needed: 4)),
  ]

  @Test(arguments: references)
  func `reference time information states its accuracy`(row: Row<ReferenceTimeInformation>) throws {
    try check(row)
  }

  // MARK: Any bytes

  @Test func `no bytes crash a reader, and each value that is read can be written and read again`()
    throws
  {
    var random = SeededGenerator(state: 1)
    func survives<Value: WritableCharacteristicValue & Equatable>(
      _ type: Value.Type, _ bytes: Data
    ) throws {
      guard let value = try? Value(characteristicBytes: bytes) else { return }
      #expect(try Value(characteristicBytes: value.characteristicBytes()) == value)
    }
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &random)
      let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      try survives(BatteryLevel.self, bytes)
      try survives(HeartRateMeasurement.self, bytes)
      try survives(BodySensorLocation.self, bytes)
      try survives(SystemID.self, bytes)
      try survives(PnPID.self, bytes)
      try survives(CurrentTime.self, bytes)
      try survives(LocalTimeInformation.self, bytes)
      try survives(ReferenceTimeInformation.self, bytes)
      try survives(String.self, bytes)
    }
  }
}
