import YobanSimulatedDevices

extension LaunchCause {
  /// The system performs an intent of the app, by the name of its type (AI1).
  public static func appIntent(_ name: String) -> Self { Self("intent \(name)") }
}

extension RunTimeLedger.Grant {
  /// An intent that has not finished (AI2, AI4).
  package static let appIntent = Self("intent")
}
