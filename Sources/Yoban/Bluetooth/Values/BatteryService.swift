import Foundation

/// The charge level of a battery (2A19).
public struct BatteryLevel: Hashable, Sendable {
  /// The charge, 0 to 100.
  public var percent: Int

  public init(percent: Int) { self.percent = percent }
}

/// One byte; 101 to 255 are reserved.
extension BatteryLevel: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    percent = try reader.uint8("battery level", in: 0...100)
    try reader.finish()
  }

  public func characteristicBytes() throws(CharacteristicValueError) -> Data {
    Data([UInt8(try CharacteristicField.check(percent, "battery level", in: 0...100))])
  }
}

extension Characteristic where Value == BatteryLevel {
  /// Read after each connect; also notified when it changes, if the accessory can.
  public static var batteryLevel: Self {
    Self(BatteryLevel.self, "2A19", in: "180F", [.readsWhenReady, .notifiesIfPossible])
  }
}

extension ServiceProfile {
  /// Battery Service (180F).
  public static var battery: ServiceProfile { ServiceProfile(Characteristic.batteryLevel) }
}
