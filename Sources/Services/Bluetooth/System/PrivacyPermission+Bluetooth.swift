import YobanSimulatedDevices

extension PrivacyPermission {
  public static let bluetooth = PrivacyPermission(
    "bluetooth", endsApp: true,
    androidNames: ["BLUETOOTH_SCAN", "BLUETOOTH_CONNECT", "BLUETOOTH_ADVERTISE"],
    usageKeys: ["NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription"])
}

extension BluetoothService: PermissionKeeper {
  package var permission: PrivacyPermission { .bluetooth }

  package func isPermitted(_ app: InstalledApp) -> Bool {
    app.answers["bluetooth"] != nil && authorization(of: app) == .allowedAlways
  }

  package func setPermitted(_ isPermitted: Bool, _ app: InstalledApp) {
    setAuthorization(isPermitted ? .allowedAlways : .denied, for: app)
  }
}

extension FaultKind {
  public static let bluetoothWithdrawn = withdrawal(
    of: .bluetooth, "bluetooth-withdrawn", for: "Bluetooth", weaker: [.jetsam])
}

extension InstalledApp {
  /// The authorization for Bluetooth that the app reads (BT3).
  public var bluetoothAuthorization: BluetoothAuthorization {
    onApple("a permission for Bluetooth", otherwise: .notDetermined) {
      $0.bluetooth.authorization(of: self)
    }
  }
}
