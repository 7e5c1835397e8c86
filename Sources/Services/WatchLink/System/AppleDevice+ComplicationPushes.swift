import YobanAppleSystem
import YobanJobs
import YobanSimulatedDevices

extension AppleDevice {
  /// Sends a push of the type complication from a server to the app of this device (WC9).
  ///
  /// It launches or resumes the app in the background, if the complication of the app, or of its watch app, is on the
  /// active face (`Watch.activeComplications`). The system discards it otherwise, and after 50 pushes in a day. While
  /// the device is offline, only the newest push waits.
  ///
  /// - Parameter payload: JSON text of an object, at most 4 KB.
  /// - Throws: `PushError`, the push service's response to the server.
  public func pushComplication(to app: InstalledApp, payload: String) throws {
    try watchLink.pushComplication(payload, to: app)
  }

  /// Sends a push of the type complication, as above, with the payload as a dictionary of JSON values.
  public func pushComplication(to app: InstalledApp, payload: [String: any Sendable]) throws {
    try pushComplication(to: app, payload: payload.pushPayload)
  }
}
