import YobanSimulatedDevices

extension LaunchCause {
  /// Data arrived from the paired watch or phone (WC2, WC3).
  public static let watchConnectivity = Self("watch connectivity")
}

extension RunTimeLedger.Grant {
  /// Data arrived from the paired watch or phone (WC2, WC3).
  package static let watchConnectivity = Self("watch connectivity")
}
