import YobanSimulatedDevices

extension LaunchCause {
  /// An extended runtime session begins, such as a smart alarm (WK5).
  public static let extendedRuntime = Self("extended runtime session")
  /// A background refresh task of watchOS (WK9).
  public static let watchRefresh = Self("background refresh")
}

extension RunTimeLedger.Grant {
  /// An extended runtime session that runs in the background (WK5).
  package static let extendedRuntime = Self("extended runtime session")
  /// A background refresh of watchOS that was not completed (WK9).
  package static let watchRefresh = Self("background refresh")
}
