/// The facts about the shared radio: path loss and reception.
enum RadioFacts {
  static let lossAtOneMeter = PlatformFact<Double>(
    "loss of power over the first meter, dB", "RA1", "RadioModel.openField.lossAtOneMeter",
    .always(40, .documented))
  static let pathLossExponent = PlatformFact<Double>(
    "path loss exponent, as in free space", "RA1", "RadioModel.openField.pathLossExponent",
    .always(2, .documented))
  static let indoorLossPerMeter = PlatformFact<Double>(
    "loss to walls and furniture for each meter indoors, dB", "RA1",
    "RadioModel.indoors.lossPerMeter", .always(0.6, .assumed))
  static let wornLoss = PlatformFact<Double>(
    "loss to the bodies of two people who wear their devices, dB", "RA1",
    "RadioModel.worn.bodyLoss", .always(30, .reported))
  static let sensitivity = PlatformFact<Double>(
    "weakest power that a receiver decodes, dBm", "RA1", "RadioModel.indoors.sensitivity",
    .always(-95, .assumed))
  static let noise = PlatformFact<Double>(
    "RSSI is the mean plus three even draws of at most, dB", "RA1", "RadioModel.indoors.noise",
    .always(2, .assumed))
  static let advertisingJitter = PlatformFact<ClosedRange<Duration>>(
    "added to each advertising interval", "RA1", "RadioModel.indoors.advertisingJitter",
    .always(.zero...(.milliseconds(10)), .documented))
  static let failedReadsPercent = PlatformFact<UInt64>(
    "% of reads that fail with code 6", "RA2", "RadioModel.indoors.failedReadsPercent",
    .always(0, .assumed))
  static let missedConnectsPercent = PlatformFact<UInt64>(
    "% of connections that the app is not told of", "RA2",
    "RadioModel.indoors.missedConnectsPercent", .always(0, .assumed))

  static let rows = PlatformRow.section(
    "Radio", lossAtOneMeter, pathLossExponent, indoorLossPerMeter, wornLoss, sensitivity, noise,
    advertisingJitter, failedReadsPercent, missedConnectsPercent)
}

/// The default values of an accessory that a test adds without setting them.
enum AccessoryFacts {
  static let transmitPower = PlatformFact<Double>(
    "transmit power of an accessory and of a phone, dBm", "RA1",
    "AccessoryDefaults.transmitPower", .always(0, .assumed))
  static let maximumTransmissionUnit = PlatformFact<Int>(
    "longest ATT MTU that an accessory accepts, bytes", "BT20",
    "AccessoryDefaults.maximumTransmissionUnit", .always(517, .assumed))
  static let advertisingInterval = PlatformFact<Duration>(
    "advertising interval of an accessory", "BT18", "AccessoryDefaults.advertisingInterval",
    .always(.microseconds(152_500), .documented))
  static let beaconInterval = PlatformFact<Duration>(
    "advertising interval of a beacon", "BC5", "AccessoryDefaults.beaconInterval",
    .always(.milliseconds(100), .documented))
  static let beaconPower = PlatformFact<Int>(
    "what a beacon says of its power at one meter, dBm", "BC8", "AccessoryDefaults.beaconPower",
    .always(-59, .assumed))

  static let rows = PlatformRow.section(
    "Accessories", transmitPower, maximumTransmissionUnit, advertisingInterval, beaconInterval,
    beaconPower)
}
