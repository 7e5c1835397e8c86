import YobanSimulatedRadio

/// The service that has a device's Bluetooth, as the device, its other services and faults see it.
package protocol BluetoothSwitch: SystemService, RadioListener {
  /// The device as a peer on the radio.
  var ownPeer: any RadioPeer { get }
  /// Whether the radio is switched on.
  var isOn: Bool { get }
  /// Switches Bluetooth off, as the user in the settings.
  func switchOff()
  func switchOn()
  /// Restarts what the system has of Bluetooth.
  func restart() async
}

extension Device {
  /// The power that another device measures of this one at a distance of one meter, in dBm.
  package var powerAtOneMeter: Int8 {
    Int8(world.radio.model.meanPower(ownPeer.transmitPower, distance: 1))
  }

  /// The service that has the device's Bluetooth.
  var bluetoothSwitch: (any BluetoothSwitch)? {
    services.lazy.compactMap { $0 as? any BluetoothSwitch }.first
  }
}
