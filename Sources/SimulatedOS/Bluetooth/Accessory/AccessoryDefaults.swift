/// What an accessory is that a test adds without saying more. Each constant has its rule and grade in
/// `AccessoryFacts`.
struct AccessoryDefaults: Sendable, Hashable {
  /// dBm at the antenna.
  var transmitPower: Double
  /// Bytes.
  var maximumTransmissionUnit: Int
  var advertisingInterval: Duration
  var beaconInterval: Duration
  /// dBm at one meter.
  var beaconPower: Int

  static let standard = {
    let always = SystemVersion(0)  // these facts belong to no version of a system
    return AccessoryDefaults(
      transmitPower: AccessoryFacts.transmitPower(always),
      maximumTransmissionUnit: AccessoryFacts.maximumTransmissionUnit(always),
      advertisingInterval: AccessoryFacts.advertisingInterval(always),
      beaconInterval: AccessoryFacts.beaconInterval(always),
      beaconPower: AccessoryFacts.beaconPower(always))
  }()
}
