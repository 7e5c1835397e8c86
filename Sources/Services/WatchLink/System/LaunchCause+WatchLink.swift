import YobanSimulatedDevices

extension LaunchCause {
  /// A push of the type complication (WC9).
  public static let complicationPush = Self("complication push")
}

extension RunTimeLedger.Grant {
  /// A push of the type complication (WC9).
  package static let complicationPush = Self("complication push")
}
