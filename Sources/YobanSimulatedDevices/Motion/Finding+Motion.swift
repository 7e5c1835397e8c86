import YobanPlatformProfiles

extension Finding {
  static let missingMotionUsageDescription = Finding(
    "plist.missing-key", rule: "WK7",
    what: "Recorded or batched motion was used without NSMotionUsageDescription.",
    remedy: "Add NSMotionUsageDescription to Info.plist; without it the system ends the app.")

  static func recordingTooLong(_ policy: MotionPolicy) -> Finding {
    Finding(
      "motion.recording-too-long", rule: "WK7",
      what:
        "recordAccelerometer(forDuration:) asked for more than \(policy.recordingLimit): it is cut.",
      remedy: "Call it again before the recording ends; each call extends it.")
  }

  static func recordingQueryTooLong(_ policy: MotionPolicy) -> Finding {
    Finding(
      "motion.query-too-long", rule: "WK7",
      what:
        "accelerometerData(from:to:) asked for more than \(policy.recordingQueryLimit): it gives nothing.",
      remedy: "Ask for several shorter stretches, one after the other.")
  }

  static let altimeterWithoutUsageDescription = Finding(
    "plist.missing-key", rule: "MO3",
    what: "CMAltimeter was started without NSMotionUsageDescription.",
    remedy: "Add NSMotionUsageDescription to Info.plist; without it the system ends the app.")

  static func noAltimeter(_ stream: AltitudeStream) -> Finding {
    let (updates, check) =
      switch stream {
      case .relative: ("Relative altitude updates", "isRelativeAltitudeAvailable()")
      case .absolute: ("Absolute altitude updates", "isAbsoluteAltitudeAvailable()")
      }
    return Finding(
      "motion.not-available", rule: "MO3",
      what: "\(updates) were started on a device that does not have them: none will come.",
      remedy: "Check \(check) first.")
  }

  static let noMagnetometer = Finding(
    "motion.not-available", rule: "MO2",
    what: "Magnetometer updates were started on a device without a magnetometer: none will come.",
    remedy: "Check isMagnetometerAvailable first.")

  static let batchesWithoutWorkout = Finding(
    "motion.batches-without-workout", rule: "WK8",
    what: "CMBatchedSensorManager was started, or ran on, without an active workout session.",
    remedy: "Start an HKWorkoutSession first, and keep it until the updates are stopped.")
}
