import YobanSimulatedDevices

extension LaunchCause {
  /// The system asks the extension of a widget for a timeline (WI5).
  public static func widget(_ kind: String) -> Self { Self("widget \(kind)") }
  /// The push handler of a widget or a control receives a token (WI12, WI13).
  public static let widgetPushToken = Self("push token for widgets")
}

extension RunTimeLedger.Grant {
  /// The extension makes a timeline (WI5).
  package static let widget = Self("widget")
  /// The extension handles a push token (WI12, WI13).
  package static let widgetPushToken = Self("push token for widgets")
}
