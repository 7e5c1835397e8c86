internal import YobanNetwork
internal import YobanSimulatedDevices

extension AppProcess {
  /// Returns the app whose code is running; outside of any app, one that gets no events, on a device
  /// with only the services that a session needs.
  ///
  /// - Parameter what: a description of the call, such as `URLSession.shared was used`.
  static func callingOnAnyDevice(_ what: String) -> AppProcess {
    calling(what, orOn: "device") {
      try $0.add("device", .iPhone(iOS: 17), .iOS) {
        Device($0, $1, in: $2, services: [.transfer, .network])
      }.installStandIn()
    }
  }
}
