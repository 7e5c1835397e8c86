import YobanSimulatedOS

extension ExploredApp {
  /// Whether the app can be connected with its accessory now.
  static func isExpected(_ accessory: Accessory, by app: InstalledApp, on phone: Phone) -> Bool {
    accessory.isOn && accessory.place.x < 100 && phone.isUp && phone.bluetooth.state == .poweredOn
      && phone.bluetooth.authorization(of: app) == .allowedAlways && isWanted(phone)
  }

  /// Whether the system still has the wish of the user. The app does not store it, so it is lost when
  /// the system forgets what it has preserved for the app (BT24, BT27).
  private static func isWanted(_ phone: Phone) -> Bool {
    for event in phone.world.trace.events.reversed() {
      switch event.kind {
      case .bluetooth(.scanStarted): return true
      case .terminated(.forceQuit), .terminated(.reboot), .terminated(.updated): return false
      default: continue
      }
    }
    return false
  }
}
