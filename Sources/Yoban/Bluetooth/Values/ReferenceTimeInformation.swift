import Foundation

/// The reference of an accessory's clock and its accuracy (2A14).
public struct ReferenceTimeInformation: Hashable, Sendable {
  public enum Source: UInt8, Hashable, Sendable, CaseIterable {
    case unknown, networkTimeProtocol, gps, radioTimeSignal, manual, atomicClock, cellularNetwork
    case notSynchronized
  }

  public enum Accuracy: Hashable, Sendable {
    /// In 1/8 s, 0 to 253.
    case eighthsOfSecond(Int)
    /// Worse than 253/8 s.
    case outOfRange
    case unknown
  }

  /// The time since the clock was last set from its source.
  public enum LastUpdate: Hashable, Sendable {
    /// 0 to 254 days and 0 to 23 hours.
    case ago(days: Int, hours: Int)
    case longerThan254Days
  }

  public var source: Source
  public var accuracy: Accuracy
  public var lastUpdate: LastUpdate

  public init(source: Source, accuracy: Accuracy, lastUpdate: LastUpdate) {
    self.source = source
    self.accuracy = accuracy
    self.lastUpdate = lastUpdate
  }
}

/// Encoded in four bytes. The hours are 255 if, and only if, the days are 255.
extension ReferenceTimeInformation: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    let number = try reader.uint8()
    guard let source = Source(rawValue: number) else {
      throw .reserved(field: "time source", value: Int64(number))
    }
    self.source = source
    accuracy =
      switch try reader.uint8() {
      case 255: .unknown
      case 254: .outOfRange
      case let eighths: .eighthsOfSecond(Int(eighths))
      }
    let days = Int(try reader.uint8())
    if days == 255 {
      _ = try reader.uint8("hours since update", in: 255...255)
      lastUpdate = .longerThan254Days
    } else {
      lastUpdate = .ago(days: days, hours: try reader.uint8("hours since update", in: 0...23))
    }
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    let eighths =
      switch accuracy {
      case .unknown: 255
      case .outOfRange: 254
      case .eighthsOfSecond(let count):
        try CharacteristicField.check(count, "accuracy", in: 0...253)
      }
    let ago =
      switch lastUpdate {
      case .longerThan254Days: [255, 255]
      case .ago(let days, let hours):
        [
          try CharacteristicField.check(days, "days since update", in: 0...254),
          try CharacteristicField.check(hours, "hours since update", in: 0...23),
        ]
      }
    return Data([source.rawValue, UInt8(eighths)] + ago.map { UInt8($0) })
  }
}

extension Characteristic where Value == ReferenceTimeInformation {
  public static var referenceTimeInformation: Self {
    Self(ReferenceTimeInformation.self, "2A14", in: "1805", [.isOptional])
  }
}
