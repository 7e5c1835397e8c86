import Foundation

/// What a heart rate sensor measured, about once a second (2A37).
public struct HeartRateMeasurement: Hashable, Sendable {
  /// Whether the sensor lies on the skin.
  public enum Contact: Hashable, Sendable {
    /// The sensor does not know.
    case notSupported
    case notDetected
    case detected
  }

  /// 0 to 65,535.
  public var beatsPerMinute: Int
  public var contact: Contact
  /// Kilojoules since the last reset, 0 to 65,535, where it stands still; nil if not sent.
  public var energyExpendedKilojoules: Int?
  /// Between two beats each, the oldest first; multiples of 1/1024 s below 64 s.
  ///
  /// Those of one measurement follow those of the one before it without a gap, as long as none is
  /// lost.
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

/// One byte of flags, then the fields that they name. Reserved flags are ignored, and then bytes
/// after the known fields too.
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
    beatsPerMinute = Int(try reader.number(flags.contains(.isTwoBytes) ? 2 : 1))
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
    let beats = try ByteReader.check(beatsPerMinute, "heart rate", in: 0...65_535)
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
      let energy = try ByteReader.check(energy, "energy expended", in: 0...65_535)
      bytes.appendNumber(UInt64(energy), byteCount: 2)
    }
    for interval in rrIntervals {
      let ticks = Int((interval / Self.tick).rounded())
      let checked = try ByteReader.check(ticks, "RR interval", in: 0...65_535)
      bytes.appendNumber(UInt64(checked), byteCount: 2)
    }
    return bytes
  }
}

/// Where a heart rate sensor is worn (2A38); 7 to 255 are reserved.
public enum BodySensorLocation: UInt8, Hashable, Sendable, CaseIterable {
  case other, chest, wrist, finger, hand, earLobe, foot
}

extension BodySensorLocation: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let value = try UInt8(characteristicBytes: bytes)
    guard let location = Self(rawValue: value) else {
      throw .reserved(field: "body sensor location", value: Int(value))
    }
    self = location
  }

  public func characteristicBytes() -> Data { Data([rawValue]) }
}

/// What a heart rate sensor can be told (2A39).
public enum HeartRateCommand: UInt8, Hashable, Sendable {
  /// Counts the energy expended from 0 again.
  case resetEnergyExpended = 1
}

extension HeartRateCommand: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let value = try UInt8(characteristicBytes: bytes)
    guard let command = Self(rawValue: value) else {
      throw .reserved(field: "heart rate command", value: Int(value))
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
  /// There if the sensor counts energy.
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
