internal import YobanSimulatedApple

extension UNNotificationResponse {
  /// The scene in which the user's response is handled; nil if none is connected. May be used on any
  /// thread of the app.
  public var targetScene: UIScene? { ApplicationReceiver.connectedScene }

  /// The response for which the process is launched; nil if there is none.
  static func launching(_ process: AppProcess) -> UNNotificationResponse? {
    let service = process.app.appleDevice.notifications
    return service.launchResponse(of: process).map { make($0, service.clock) }
  }
}
