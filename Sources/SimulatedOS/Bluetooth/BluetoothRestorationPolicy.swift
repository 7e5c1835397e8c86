/// What ended an app or the radio, for the restoration matrix (BT27).
public enum BluetoothInterruption: String, Sendable, Hashable, CaseIterable {
  case removedFromMemory = "removed from memory"
  case forceQuit = "force-quit"
  case switchedOffInSettings = "Bluetooth switched off in Settings"
  case controlCenterButton = "Control Center Bluetooth button"
  case airplaneModeKeepingBluetooth = "Airplane mode leaving Bluetooth on"
  case reboot
}

/// Which apps with a restore identifier are relaunched for what was pending before an interruption.
public enum BluetoothRelaunch: String, Sendable, Hashable, CustomStringConvertible {
  case no, yes
  /// Those that set their accessory up with AccessorySetupKit.
  case setUpAccessories = "with AccessorySetupKit"

  public var description: String { rawValue }
}

/// The restoration matrix of one version: what each interruption leaves of pending requests (BT27).
public struct BluetoothRestorationPolicy: Sendable, Hashable {
  public var afterRemoval: BluetoothRelaunch
  public var afterForceQuit: BluetoothRelaunch
  public var afterSwitchOff: BluetoothRelaunch
  public var afterControlCenter: BluetoothRelaunch
  public var afterAirplaneMode: BluetoothRelaunch
  /// From when the device is unlocked, if it has a passcode (L17).
  public var afterReboot: BluetoothRelaunch

  init(iOS version: SystemVersion) {
    afterRemoval = BluetoothFacts.afterRemoval(version)
    afterForceQuit = BluetoothFacts.afterForceQuit(version)
    afterSwitchOff = BluetoothFacts.afterSwitchOff(version)
    afterControlCenter = BluetoothFacts.afterControlCenter(version)
    afterAirplaneMode = BluetoothFacts.afterAirplaneMode(version)
    afterReboot = BluetoothFacts.afterReboot(version)
  }

  subscript(interruption: BluetoothInterruption) -> BluetoothRelaunch {
    switch interruption {
    case .removedFromMemory: afterRemoval
    case .forceQuit: afterForceQuit
    case .switchedOffInSettings: afterSwitchOff
    case .controlCenterButton: afterControlCenter
    case .airplaneModeKeepingBluetooth: afterAirplaneMode
    case .reboot: afterReboot
    }
  }
}

extension BluetoothPolicy {
  /// Whether an app with a restore identifier is relaunched for what was pending before (BT27).
  ///
  /// - Parameter hasSetUpAccessory: the app set its accessory up with AccessorySetupKit.
  func relaunches(after interruption: BluetoothInterruption, hasSetUpAccessory: Bool) -> Bool {
    switch restoration[interruption] {
    case .no: false
    case .yes: true
    case .setUpAccessories: hasSetUpAccessory
    }
  }
}
