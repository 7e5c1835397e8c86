/// The facts about the connection of a device to servers.
enum NetworkFacts {
  static let latency = PlatformFact<Duration>(
    "a request to the server and its answer back", "NW1", "network.latency",
    .always(.milliseconds(40), .assumed))
  static let uplinkBytesPerSecond = PlatformFact<Int64>(
    "upload rate, bytes per second", "NW1", "network.uplinkBytesPerSecond",
    .always(2_000_000, .assumed))
  static let downlinkBytesPerSecond = PlatformFact<Int64>(
    "download rate, bytes per second", "NW1", "network.downlinkBytesPerSecond",
    .always(10_000_000, .assumed))

  static let rows = PlatformRow.section(
    "Network", latency, uplinkBytesPerSecond, downlinkBytesPerSecond)
}

/// The facts about the device itself: boot, battery and sensors.
enum DeviceFacts {
  static let bootDuration = PlatformFact<Duration>(
    "a reboot until it could be unlocked", "L17", "bootDuration",
    .always(.seconds(30), .assumed))
  static let uptimeAtStart = PlatformFact<Duration>(
    "how long the device has been up when a simulation begins", "L17", "uptimeAtStart",
    .always(.seconds(26 * 3600), .assumed))
  static let updateDuration = PlatformFact<Duration>(
    "installation of another iOS before its reboot", "BC11", "updateDuration",
    .always(.seconds(15 * 60), .assumed))
  static let batteryDrainPerHour = PlatformFact<Double>(
    "share of the battery used per hour with continuous sensors", "WK11", "batteryDrainPerHour",
    .always(0.03, .assumed))
  static let chargeDuration = PlatformFact<Duration>(
    "a charger fills an empty battery in", "WK11", "chargeDuration",
    .always(.seconds(2 * 3600), .assumed))
  static let samplesPerSecond = PlatformFact<Int>(
    "samples of a motion sensor per second", "WK8", "motion.samplesPerSecond",
    .always(100, .assumed))
  static let altitudeInterval = PlatformFact<Duration>(
    "time from one reading of the altimeter to the next", "MO3", "motion.altitudeInterval",
    .always(.seconds(1), .reported))
  static let absoluteAltitudeAccuracy = PlatformFact<Double>(
    "accuracy of absolute altitudes, meters", "MO3", "motion.absoluteAltitudeAccuracy",
    .always(2, .assumed))
  static let absoluteAltitudePrecision = PlatformFact<Double>(
    "recommended resolution of absolute altitudes, meters", "MO3",
    "motion.absoluteAltitudePrecision", .always(0.5, .assumed))

  static let rows = PlatformRow.section(
    "Device", bootDuration, uptimeAtStart, updateDuration, batteryDrainPerHour, chargeDuration,
    samplesPerSecond, altitudeInterval, absoluteAltitudeAccuracy, absoluteAltitudePrecision)
}
