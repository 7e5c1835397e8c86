/// The facts about the sensors and the battery of a watch, by version of watchOS.
enum WatchMotionFacts {
  // MARK: CMSensorRecorder

  static let recordingRate = PlatformFact<Int>(
    "samples per second that the sensor recorder keeps", "WK7", "motion.recordingRate",
    .always(50, .documented))
  static let recordingLimit = PlatformFact<Duration>(
    "longest recording that one call asks for", "WK7", "motion.recordingLimit",
    .always(.seconds(12 * 3600), .documented))
  static let recordingQueryLimit = PlatformFact<Duration>(
    "longest time that one query spans", "WK7", "motion.recordingQueryLimit",
    .always(.seconds(12 * 3600), .documented))
  static let recordingDelay = PlatformFact<Duration>(
    "recorded samples can be read after, at most", "WK7", "motion.recordingDelay",
    .always(.seconds(3 * 60), .documented))
  static let recordingKept = PlatformFact<Duration>(
    "recorded samples are kept", "WK7", "motion.recordingKept",
    .always(.seconds(3 * 24 * 3600), .documented))

  // MARK: CMBatchedSensorManager

  static let batchedAccelerometerRate = PlatformFact<Int>(
    "samples per second of the batched accelerometer", "WK8", "motion.batchedAccelerometerRate",
    .always(800, .documented))
  static let batchedDeviceMotionRate = PlatformFact<Int>(
    "readings per second of batched device motion", "WK8", "motion.batchedDeviceMotionRate",
    .always(200, .documented))
  static let batchInterval = PlatformFact<Duration>(
    "time from one batch to the next", "WK8", "motion.batchInterval",
    .always(.seconds(1), .documented))

  // MARK: Battery

  static let ratedDuration = PlatformFact<Duration>(
    "a full battery lasts without continuous sensors", "WK11", "battery.ratedDuration",
    .always(.seconds(18 * 3600), .documented))
  static let ultraRatedDuration = PlatformFact<Duration>(
    "the same of an Apple Watch Ultra", "WK11", "battery.ultraRatedDuration",
    .always(.seconds(36 * 3600), .documented))
  static let accelerometerDrain = PlatformFact<Double>(
    "share used per hour for each accelerometer sample per second", "WK11",
    "battery.accelerometerDrain", .always(0.00005, .assumed))
  static let gyroscopeDrain = PlatformFact<Double>(
    "share used per hour for each gyroscope sample per second", "WK11", "battery.gyroscopeDrain",
    .always(0.0001, .assumed))
  static let magnetometerDrain = PlatformFact<Double>(
    "share used per hour for each magnetometer sample per second", "WK11",
    "battery.magnetometerDrain", .always(0.0001, .assumed))
  static let workoutDrain = PlatformFact<Double>(
    "share used per hour by a workout session", "WK11", "battery.workoutDrain",
    .always(0.004, .assumed))
  static let bluetoothDrain = PlatformFact<Double>(
    "share used per million bytes over Bluetooth", "WK11", "battery.bluetoothDrain",
    .always(0.0003, .assumed))
  static let wifiDrain = PlatformFact<Double>(
    "share used per million bytes over Wi-Fi", "WK11", "battery.wifiDrain",
    .always(0.0002, .assumed))
  static let cellularDrain = PlatformFact<Double>(
    "share used per million bytes over a mobile network", "WK11", "battery.cellularDrain",
    .always(0.001, .assumed))
  static let shutsDownWhenEmpty = PlatformFact<Bool>(
    "the device goes down when its battery is empty", "WK11", "battery.shutsDownWhenEmpty",
    .always(true, .assumed))
  static let bootLevel = PlatformFact<Double>(
    "share at which an empty device boots on its charger", "WK11", "battery.bootLevel",
    .always(0.02, .assumed))

  static let rows = PlatformRow.section(
    "Sensors and battery", recordingRate, recordingLimit, recordingQueryLimit, recordingDelay,
    recordingKept, batchedAccelerometerRate, batchedDeviceMotionRate, batchInterval, ratedDuration,
    ultraRatedDuration, accelerometerDrain, gyroscopeDrain, magnetometerDrain, workoutDrain,
    bluetoothDrain, wifiDrain,
    cellularDrain, shutsDownWhenEmpty, bootLevel)
}
