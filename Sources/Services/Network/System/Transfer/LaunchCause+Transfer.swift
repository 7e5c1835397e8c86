import YobanSimulatedDevices

extension LaunchCause {
  /// Events of a background URLSession (FT7).
  public static let backgroundTransfer = Self("background transfer")
}

extension RunTimeLedger.Grant {
  /// Events of a background URLSession (FT7).
  package static let transfer = Self("transfer")
}
