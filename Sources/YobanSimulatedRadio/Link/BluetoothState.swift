/// `CBManagerState` (BT1).
public enum BluetoothState: Int, Sendable, Hashable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

/// `CBManagerAuthorization` (BT3).
public enum BluetoothAuthorization: Int, Sendable, Hashable {
  case notDetermined, restricted, denied, allowedAlways
}

/// The role of an app's manager in Bluetooth.
public enum BluetoothRole: String, Sendable, Hashable {
  case central, peripheral

  /// The entry of `UIBackgroundModes` that lets an app use this role in the background (BT8, BT9,
  /// BT29).
  package var backgroundMode: String {
    switch self {
    case .central: "bluetooth-central"
    case .peripheral: "bluetooth-peripheral"
    }
  }
}
