import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices

extension AppProcess {
  /// Returns the app whose code is running; outside of any app, one that gets no events, on a phone.
  ///
  /// - Parameter what: a description of the call, such as `CLMonitor was made`.
  package static func callingOnPhone(_ what: String) -> AppProcess {
    calling(what, orOn: "phone") { try $0.addPhone("phone", .iPhone(iOS: 17)).installStandIn() }
  }

  /// Returns the app whose code is running; outside of any app, one that gets no events, on a watch.
  package static func callingOnWatch(_ what: String) -> AppProcess {
    calling(what, orOn: "watch") {
      try $0.addWatch("watch", .watch(watchOS: 10)).installStandIn()
    }
  }
}
