import YobanSimulatedOS

extension ExploredApp {
  /// Whether the app can and should be connected with its accessory now.
  ///
  /// An app whose user has asked for the accessory is responsible for it as long as it runs. While it does
  /// not run, the system is, if it has kept a request of the app (BT24, BT27). It keeps none after a
  /// force-quit, or if the app was removed from memory at the end of a connection, before it could ask for
  /// the next one. Then the user has to open the app.
  static func isExpected(_ accessory: Accessory, by app: InstalledApp, on phone: Phone) -> Bool {
    accessory.isOn && accessory.place.x < 100 && phone.isUp && phone.bluetooth.state == .poweredOn
      && app.bluetoothAuthorization == .allowedAlways && hasScanned(phone)
      && (app.process != nil || !phone.bluetooth.obligations(to: app).isEmpty)
  }

  /// Whether an app has begun a scan, which it does when its user asks for the accessory.
  private static func hasScanned(_ phone: Phone) -> Bool {
    phone.world.trace.events.contains {
      if case .scanStarted = $0.kind.bluetooth { true } else { false }
    }
  }
}
