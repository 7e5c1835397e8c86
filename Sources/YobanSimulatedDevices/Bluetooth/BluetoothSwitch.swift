/// The service with which a device's Bluetooth is switched off and on.
package protocol BluetoothSwitch: SystemService {
  /// Switches Bluetooth off, as the user in the settings.
  func switchOff()
  func switchOn()
  /// Restarts what the system has of Bluetooth.
  func restart() async
}
