import YobanSimulatedDevices

extension LaunchCause {
  /// A push has started a Live Activity of the app (LA7).
  public static let liveActivity = Self("Live Activity")
}

extension RunTimeLedger.Grant {
  /// A push has started a Live Activity of the app (LA7).
  package static let liveActivity = Self("Live Activity")
}
