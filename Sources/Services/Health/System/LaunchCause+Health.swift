import YobanSimulatedDevices

extension LaunchCause {
  /// The phone app started a workout on the watch.
  public static let workout = Self("workout")
  /// The app ended while its workout session continued (WK2).
  public static let workoutRecovery = Self("workout recovery")
  /// Health data that the app observes in the background has changed (HK2).
  public static let healthUpdate = Self("health update")
  /// The watch mirrors a workout to the app of its iPhone (WK13).
  public static let workoutMirroring = Self("workout mirroring")
}

extension RunTimeLedger.Grant {
  /// A workout session, from its preparation to its end (WK2, WK3).
  package static let workoutSession = Self("workout session")
  /// Health data that the app observes has changed (HK2).
  package static let healthUpdate = Self("health update")
  /// A workout of the watch is mirrored, or data of one has arrived (WK13).
  package static let workoutMirroring = Self("workout mirroring")
}
