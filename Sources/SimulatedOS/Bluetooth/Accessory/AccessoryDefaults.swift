/// The default properties of an accessory that a test adds. `AccessoryFacts` has the rule and grade
/// of each constant.
struct AccessoryDefaults: Sendable, Hashable {
  /// The power at the antenna, in dBm.
  var transmitPower: Double
  /// In bytes.
  var maximumTransmissionUnit: Int
  var advertisingInterval: Duration
  var beaconInterval: Duration
  /// The power at a distance of one meter, in dBm.
  var beaconPower: Int

  static let standard = {
    let always = SystemVersion(0)  // these facts do not depend on a system version
    return AccessoryDefaults(
      transmitPower: AccessoryFacts.transmitPower(always),
      maximumTransmissionUnit: AccessoryFacts.maximumTransmissionUnit(always),
      advertisingInterval: AccessoryFacts.advertisingInterval(always),
      beaconInterval: AccessoryFacts.beaconInterval(always),
      beaconPower: AccessoryFacts.beaconPower(always))
  }()
}
