import YobanSimulatedDevices

extension LaunchCause {
  /// The system starts a component: `activity`, `service`, `receiver` or `job`, with its class name.
  public static func component(_ component: String) -> Self { Self(component) }
}

extension RunTimeLedger.Grant {
  /// The CPU is awake and the process is not frozen (AN7).
  package static let cpu = Self("CPU")
}
