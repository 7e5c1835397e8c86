import YobanPlatformProfiles

/// The constants of the motion sensors.
public struct MotionPolicy: Policy, Sendable, Hashable {
  /// Samples per second of the sensors, 1 to 800, unless another source is set (WK8: about 100 on a
  /// watch; the same is assumed for a phone).
  @Fact("samples of a motion sensor per second", "WK8", .always(100, .documented))
  public var samplesPerSecond: Int
  /// Time from one reading of the altimeter to the next (MO3).
  @Fact(
    "time from one reading of the altimeter to the next", "MO3", .always(.seconds(1), .reported))
  public var altitudeInterval: Duration
  /// The accuracy that absolute altitudes have, in meters (MO3). No error exceeds it.
  @Fact("accuracy of absolute altitudes, meters", "MO3", .always(2, .assumed))
  public var absoluteAltitudeAccuracy: Double
  /// The resolution that the system recommends for absolute altitudes, in meters (MO3).
  @Fact("recommended resolution of absolute altitudes, meters", "MO3", .always(0.5, .assumed))
  public var absoluteAltitudePrecision: Double
  /// Samples per second that the system records for `CMSensorRecorder` (WK7).
  @Fact("samples per second that the sensor recorder keeps", "WK7", .always(50, .documented))
  public var recordingRate: Int
  /// The longest recording that one call can request; a longer one is cut (WK7).
  @Fact(
    "longest recording that one call asks for", "WK7", .always(.seconds(12 * 3600), .documented))
  public var recordingLimit: Duration
  /// The longest time that one query may span (WK7).
  @Fact("longest time that one query spans", "WK7", .always(.seconds(12 * 3600), .documented))
  public var recordingQueryLimit: Duration
  /// The longest delay until new samples of a recording can be read (WK7).
  @Fact(
    "recorded samples can be read after, at most", "WK7", .always(.seconds(3 * 60), .documented))
  public var recordingDelay: Duration
  /// The time for which recorded samples are kept (WK7).
  @Fact("recorded samples are kept", "WK7", .always(.seconds(3 * 24 * 3600), .documented))
  public var recordingKept: Duration
  /// Samples per second of `CMBatchedSensorManager`'s accelerometer (WK8).
  @Fact("samples per second of the batched accelerometer", "WK8", .always(800, .documented))
  public var batchedAccelerometerRate: Int
  /// Readings per second of `CMBatchedSensorManager`'s device motion (WK8).
  @Fact("readings per second of batched device motion", "WK8", .always(200, .documented))
  public var batchedDeviceMotionRate: Int
  /// Time from one batch to the next (WK8).
  @Fact("time from one batch to the next", "WK8", .always(.seconds(1), .documented))
  public var batchInterval: Duration
  /// The time until an activity is recognized (MO5).
  @Fact("an activity is recognized after", "MO5", .always(.seconds(10), .assumed))
  public var activityDelay: Duration
  /// The time for which activities and steps are kept (MO5, MO6).
  @Fact("activities and steps are kept", "MO5", .always(.seconds(7 * 24 * 3600), .documented))
  public var activityKept: Duration
  /// Time from one update of the pedometer to the next (MO6).
  @Fact("time from one update of the pedometer to the next", "MO6", .always(.seconds(3), .reported))
  public var stepInterval: Duration
  /// Steps per second of a walk (MO6).
  @Fact("steps of a walk per second", "MO6", .always(1.8, .assumed))
  public var walkingCadence: Double
  /// Steps per second of a run (MO6).
  @Fact("steps of a run per second", "MO6", .always(2.7, .assumed))
  public var runningCadence: Double
  /// Meters of a step of a walk (MO6).
  @Fact("length of a walking step, meters", "MO6", .always(0.75, .assumed))
  public var walkingStep: Double
  /// Meters of a step of a run (MO6).
  @Fact("length of a running step, meters", "MO6", .always(1.1, .assumed))
  public var runningStep: Double

  /// The policy of an iOS version; a watch uses the iOS version of the same autumn.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of the motion sensors.
  public var motion: MotionPolicy {
    get { self[MotionPolicy.self] }
    set { self[MotionPolicy.self] = newValue }
  }
}
