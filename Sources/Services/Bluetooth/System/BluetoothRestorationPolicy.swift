import YobanPlatformProfiles

/// An event that ended an app or switched off the radio, for the restoration matrix (BT27).
public enum BluetoothInterruption: String, Sendable, Hashable, CaseIterable {
  case removedFromMemory = "removed from memory"
  case forceQuit = "force-quit"
  case switchedOffInSettings = "Bluetooth switched off in Settings"
  case controlCenterButton = "Control Center Bluetooth button"
  case airplaneModeKeepingBluetooth = "Airplane mode leaving Bluetooth on"
  case reboot
}

/// The set of apps with a restore identifier that are relaunched for requests that were pending
/// before an interruption.
public enum BluetoothRelaunch: String, Sendable, Hashable, CustomStringConvertible {
  case no, yes
  /// Only apps that set up their accessory with AccessorySetupKit.
  case setUpAccessories = "with AccessorySetupKit"

  public var description: String { rawValue }
}

/// The restoration matrix of one iOS version: for each interruption, the apps that are relaunched
/// for their pending requests (BT27).
public struct BluetoothRestorationPolicy: Policy, Sendable, Hashable {
  @Fact("relaunched after removal from memory or a crash", "BT27", .always(.yes, .documented))
  public var afterRemoval: BluetoothRelaunch
  @Fact(
    "relaunched after a force-quit", "BT27", .always(.no, .documented),
    .since(26, .setUpAccessories, .documented))
  public var afterForceQuit: BluetoothRelaunch
  @Fact("relaunched after Bluetooth was off in Settings", "BT27", .always(.no, .documented))
  public var afterSwitchOff: BluetoothRelaunch
  @Fact(
    "relaunched after the button in Control Center", "BT27", .always(.no, .documented),
    .since(26, .setUpAccessories, .documented))
  public var afterControlCenter: BluetoothRelaunch
  @Fact(
    "relaunched after Airplane mode that left Bluetooth on", "BT27", .always(.no, .documented),
    .since(11, .yes, .documented))
  public var afterAirplaneMode: BluetoothRelaunch
  /// Applies once the device is unlocked, if it has a passcode (L17).
  @Fact(
    "relaunched after a reboot, once unlocked", "BT27", .always(.no, .documented),
    .since(11, .yes, .documented))
  public var afterReboot: BluetoothRelaunch

  init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}

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
  /// Whether an app with a restore identifier is relaunched for requests that were pending before
  /// an interruption (BT27).
  ///
  /// - Parameter hasSetUpAccessory: whether the app set up its accessory with AccessorySetupKit.
  package func relaunches(after interruption: BluetoothInterruption, hasSetUpAccessory: Bool)
    -> Bool
  {
    switch restoration[interruption] {
    case .no: false
    case .yes: true
    case .setUpAccessories: hasSetUpAccessory
    }
  }
}
