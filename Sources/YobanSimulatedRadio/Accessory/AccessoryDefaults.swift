import YobanPlatformProfiles

/// The default properties of an accessory that a test adds.
package struct AccessoryDefaults: Sendable, Hashable {
  /// The power at the antenna, in dBm.
  @Fact("transmit power of an accessory and of a phone, dBm", "RA1", .always(0, .assumed))
  package var transmitPower: Double
  /// In bytes.
  @Fact("longest ATT MTU that an accessory accepts, bytes", "BT20", .always(517, .assumed))
  var maximumTransmissionUnit: Int
  @Fact(
    "advertising interval of an accessory", "BT18", .always(.microseconds(152_500), .documented))
  var advertisingInterval: Duration
  @Fact("advertising interval of a beacon", "BC5", .always(.milliseconds(100), .documented))
  package var beaconInterval: Duration
  /// The power at a distance of one meter, in dBm.
  @Fact("what a beacon says of its power at one meter, dBm", "BC8", .always(-59, .assumed))
  package var beaconPower: Int

  package static let standard = AccessoryDefaults()
}
