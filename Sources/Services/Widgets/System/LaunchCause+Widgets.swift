import YobanSimulatedDevices

extension LaunchCause {
  /// The system asks the extension of a widget for a timeline (WI5).
  public static func widget(_ kind: String) -> Self { Self("widget \(kind)") }
}

extension RunTimeLedger.Grant {
  /// The extension makes a timeline (WI5).
  package static let widget = Self("widget")
}
