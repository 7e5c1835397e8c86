import YobanPlatformProfiles
import YobanSimulatedDevices

extension Finding {
  static let missingMotionUsageDescription = withoutUsageDescription(
    "Recorded or batched motion was used")
  static let altimeterWithoutUsageDescription = withoutUsageDescription("CMAltimeter was started")
  static let activityWithoutUsageDescription = withoutUsageDescription(
    "CMMotionActivityManager was used")
  static let pedometerWithoutUsageDescription = withoutUsageDescription("CMPedometer was used")

  private static func withoutUsageDescription(_ use: String) -> Finding {
    Finding(
      .plistMissingKey, rule: .mo4, what: "\(use) without NSMotionUsageDescription.",
      remedy: "Add NSMotionUsageDescription to Info.plist; without it the system ends the app.")
  }

  static let noActivity = Finding(
    .motionNotAvailable, rule: .mo5,
    what:
      "Activity updates were started on a device that does not classify motion: none will come.",
    remedy: "Check CMMotionActivityManager.isActivityAvailable() first.")

  static let noPedometer = Finding(
    .motionNotAvailable, rule: .mo6,
    what: "The pedometer was started on a device that does not count steps: no update will come.",
    remedy: "Check CMPedometer.isStepCountingAvailable() first.")

  static func recordingTooLong(_ policy: MotionPolicy) -> Finding {
    Finding(
      .motionRecordingTooLong, rule: .wk7,
      what:
        "recordAccelerometer(forDuration:) asked for more than \(policy.recordingLimit): it is cut.",
      remedy: "Call it again before the recording ends; each call extends it.")
  }

  static func recordingQueryTooLong(_ policy: MotionPolicy) -> Finding {
    Finding(
      .motionQueryTooLong, rule: .wk7,
      what:
        "accelerometerData(from:to:) asked for more than \(policy.recordingQueryLimit): it gives nothing.",
      remedy: "Ask for several shorter stretches, one after the other.")
  }

  static func noAltimeter(_ stream: AltitudeStream) -> Finding {
    let (updates, check) =
      switch stream {
      case .relative: ("Relative altitude updates", "isRelativeAltitudeAvailable()")
      case .absolute: ("Absolute altitude updates", "isAbsoluteAltitudeAvailable()")
      }
    return Finding(
      .motionNotAvailable, rule: .mo3,
      what: "\(updates) were started on a device that does not have them: none will come.",
      remedy: "Check \(check) first.")
  }

  static let noMagnetometer = Finding(
    .motionNotAvailable, rule: .mo2,
    what: "Magnetometer updates were started on a device without a magnetometer: none will come.",
    remedy: "Check isMagnetometerAvailable first.")

  static let batchesWithoutWorkout = Finding(
    .motionBatchesWithoutWorkout, rule: .wk8,
    what: "CMBatchedSensorManager was started, or ran on, without an active workout session.",
    remedy: "Start an HKWorkoutSession first, and keep it until the updates are stopped.")
}

extension Finding.Kind {
  /// Batches of sensor data were requested without a workout.
  public static let motionBatchesWithoutWorkout = Self("motion.batches-without-workout")
  /// The device does not have a sensor that the app uses.
  public static let motionNotAvailable = Self("motion.not-available")
  /// A query of recorded sensor data is longer than the system keeps.
  public static let motionQueryTooLong = Self("motion.query-too-long")
  /// A recording of sensor data is longer than the system allows.
  public static let motionRecordingTooLong = Self("motion.recording-too-long")
}
