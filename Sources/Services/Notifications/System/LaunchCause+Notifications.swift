import YobanSimulatedDevices

extension LaunchCause {
  /// The user chose an action of a notification that does not open the app, by its identifier (NT7).
  public static func notificationAction(_ identifier: String) -> Self {
    Self("notification action \(identifier)")
  }
}

extension RunTimeLedger.Grant {
  /// The user's response to a notification that was not completed (NT7).
  package static let notificationResponse = Self("notification response")
}
