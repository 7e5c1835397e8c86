import Foundation

/// A measurement of a heart rate sensor, sent about once a second (2A37).
public struct HeartRateMeasurement: Hashable, Sendable {
  /// Whether the sensor is in contact with the skin.
  public enum Contact: Hashable, Sendable {
    /// The sensor does not report contact.
    case notSupported
    case notDetected
    case detected
  }

  /// The heart rate, 0 to 65,535.
  public var beatsPerMinute: Int
  public var contact: Contact
  /// The energy expended since the last reset, in kilojoules; 65,535 means this value or more; nil
  /// if not sent.
  public var energyExpendedKilojoules: Int?
  /// The intervals between two beats each, the oldest first; multiples of 1/1024 s below 64 s.
  ///
  /// The intervals of consecutive measurements form one sequence without a gap, as long as no
  /// measurement is lost.
  public var rrIntervals: [Duration]

  public init(
    beatsPerMinute: Int, contact: Contact = .notSupported, energyExpendedKilojoules: Int? = nil,
    rrIntervals: [Duration] = []
  ) {
    self.beatsPerMinute = beatsPerMinute
    self.contact = contact
    self.energyExpendedKilojoules = energyExpendedKilojoules
    self.rrIntervals = rrIntervals
  }
}

/// Encoded as one byte of flags, then the fields that the flags announce. If a reserved flag is
/// set, it is ignored, and so are the bytes after the known fields.
extension HeartRateMeasurement: WritableCharacteristicValue {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isTwoBytes = Flags(rawValue: 1)
    static let contactDetected = Flags(rawValue: 2)
    static let contactSupported = Flags(rawValue: 4)
    static let energyExpended = Flags(rawValue: 8)
    static let rrIntervals = Flags(rawValue: 16)
    static let reserved = Flags(rawValue: 0b1110_0000)
  }

  /// Exactly 1/1024 s.
  private static let tick = Duration(secondsComponent: 0, attosecondsComponent: 976_562_500_000_000)

  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    let flags = Flags(rawValue: try reader.uint8())
    beatsPerMinute = Int(
      try flags.contains(.isTwoBytes) ? reader.uint16() : UInt16(reader.uint8()))
    contact =
      if !flags.contains(.contactSupported) {
        .notSupported
      } else {
        flags.contains(.contactDetected) ? .detected : .notDetected
      }
    if flags.contains(.energyExpended) { energyExpendedKilojoules = Int(try reader.uint16()) }
    rrIntervals = []
    if flags.contains(.rrIntervals) {
      repeat {
        rrIntervals.append(Self.tick * Int(try reader.uint16()))
      } while reader.remainingCount > 0
    } else if flags.isDisjoint(with: .reserved) {
      try reader.finish()
    }
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    let beats = try CharacteristicField.check(beatsPerMinute, "heart rate", in: 0...65_535)
    var flags: Flags = beats > 255 ? [.isTwoBytes] : []
    switch contact {
    case .notSupported: break
    case .notDetected: flags.insert(.contactSupported)
    case .detected: flags.formUnion([.contactSupported, .contactDetected])
    }
    if energyExpendedKilojoules != nil { flags.insert(.energyExpended) }
    if !rrIntervals.isEmpty { flags.insert(.rrIntervals) }
    var bytes = Data([flags.rawValue])
    bytes.appendNumber(UInt64(beats), byteCount: beats > 255 ? 2 : 1)
    if let energy = energyExpendedKilojoules {
      let energy = try CharacteristicField.check(energy, "energy expended", in: 0...65_535)
      bytes.appendNumber(UInt64(energy), byteCount: 2)
    }
    for interval in rrIntervals {
      let ticks = CharacteristicField.wholeNumber(interval / Self.tick)
      let checked = try CharacteristicField.check(ticks, "RR interval", in: 0...65_535)
      bytes.appendNumber(UInt64(checked), byteCount: 2)
    }
    return bytes
  }
}

/// The body location of a heart rate sensor (2A38); 7 to 255 are reserved.
public enum BodySensorLocation: UInt8, Hashable, Sendable, CaseIterable {
  case other, chest, wrist, finger, hand, earLobe, foot
}

extension BodySensorLocation: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let value = try UInt8(characteristicBytes: bytes)
    guard let location = Self(rawValue: value) else {
      throw .reserved(field: "body sensor location", value: Int64(value))
    }
    self = location
  }

  public func characteristicBytes() -> Data { Data([rawValue]) }
}

/// A command to a heart rate sensor (2A39).
public enum HeartRateCommand: UInt8, Hashable, Sendable {
  /// Resets the energy expended to 0.
  case resetEnergyExpended = 1
}

extension HeartRateCommand: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let value = try UInt8(characteristicBytes: bytes)
    guard let command = Self(rawValue: value) else {
      throw .reserved(field: "heart rate command", value: Int64(value))
    }
    self = command
  }

  public func characteristicBytes() -> Data { Data([rawValue]) }
}

extension Characteristic where Value == HeartRateMeasurement {
  public static var heartRateMeasurement: Self {
    Self(HeartRateMeasurement.self, "2A37", in: "180D", [.notifies])
  }
}

extension Characteristic where Value == BodySensorLocation {
  public static var bodySensorLocation: Self {
    Self(BodySensorLocation.self, "2A38", in: "180D", [.isOptional])
  }
}

extension Characteristic where Value == HeartRateCommand {
  /// Present if the sensor counts the energy expended.
  public static var heartRateControlPoint: Self {
    Self(HeartRateCommand.self, "2A39", in: "180D", [.isOptional])
  }
}

extension ServiceProfile {
  /// Heart Rate Service (180D).
  public static var heartRate: ServiceProfile {
    ServiceProfile(
      Characteristic.heartRateMeasurement, Characteristic.bodySensorLocation,
      Characteristic.heartRateControlPoint)
  }
}
