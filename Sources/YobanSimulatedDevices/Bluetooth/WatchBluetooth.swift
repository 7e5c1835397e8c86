import YobanVirtualTime

/// The service of a watch that its Bluetooth asks: a watch has no background mode for Bluetooth in general
/// (WK10).
package protocol WatchBluetooth: SystemService {
  /// The number of alerts for Bluetooth and of background scans that an app gets within a rolling window
  /// (WK10).
  var bluetoothAlerts: (limit: Int, window: Duration) { get }
  /// Whether a workout or an extended runtime session keeps the app running in the background (WK2, WK5).
  func keepsRunning(_ app: InstalledApp) -> Bool
  /// Wakes an app in the background with a `WKBluetoothAlertRefreshBackgroundTask`.
  func wakeForBluetoothAlert(_ app: InstalledApp)
}
