/// The constants of the motion sensors.
public struct MotionPolicy: Sendable, Hashable {
  /// Samples per second of the sensors, 1 to 800, unless another source is set (WK8: about 100 on a
  /// watch; the same is assumed for a phone).
  public var samplesPerSecond: Int
  /// Time from one reading of the altimeter to the next (MO3, reported).
  public var altitudeInterval: Duration
  /// The accuracy that absolute altitudes have, in meters (MO3, assumed). No error exceeds it.
  public var absoluteAltitudeAccuracy: Double
  /// The resolution that the system recommends for absolute altitudes, in meters (MO3, assumed).
  public var absoluteAltitudePrecision: Double
  /// Samples per second that the system records for `CMSensorRecorder` (WK7, documented).
  public var recordingRate: Int
  /// The longest recording that one call can request; a longer one is cut (WK7, documented).
  public var recordingLimit: Duration
  /// The longest time that one query may span (WK7, documented).
  public var recordingQueryLimit: Duration
  /// The longest delay until new samples of a recording can be read (WK7, documented).
  public var recordingDelay: Duration
  /// The time for which recorded samples are kept (WK7, documented).
  public var recordingKept: Duration
  /// Samples per second of `CMBatchedSensorManager`'s accelerometer (WK8, documented).
  public var batchedAccelerometerRate: Int
  /// Readings per second of `CMBatchedSensorManager`'s device motion (WK8, documented).
  public var batchedDeviceMotionRate: Int
  /// Time from one batch to the next (WK8, documented).
  public var batchInterval: Duration

  /// The policy of an iOS version; a watch uses the iOS version of the same autumn.
  public init(iOS version: SystemVersion) {
    samplesPerSecond = DeviceFacts.samplesPerSecond(version)
    altitudeInterval = DeviceFacts.altitudeInterval(version)
    absoluteAltitudeAccuracy = DeviceFacts.absoluteAltitudeAccuracy(version)
    absoluteAltitudePrecision = DeviceFacts.absoluteAltitudePrecision(version)
    recordingRate = WatchMotionFacts.recordingRate(version)
    recordingLimit = WatchMotionFacts.recordingLimit(version)
    recordingQueryLimit = WatchMotionFacts.recordingQueryLimit(version)
    recordingDelay = WatchMotionFacts.recordingDelay(version)
    recordingKept = WatchMotionFacts.recordingKept(version)
    batchedAccelerometerRate = WatchMotionFacts.batchedAccelerometerRate(version)
    batchedDeviceMotionRate = WatchMotionFacts.batchedDeviceMotionRate(version)
    batchInterval = WatchMotionFacts.batchInterval(version)
  }
}
