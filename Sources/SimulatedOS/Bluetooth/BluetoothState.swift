/// `CBManagerState` (BT1).
public enum BluetoothState: Int, Sendable, Hashable {
  case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

/// `CBManagerAuthorization` (BT3).
public enum BluetoothAuthorization: Int, Sendable, Hashable {
  case notDetermined, restricted, denied, allowedAlways
}

/// The two roles that an app can play.
public enum BluetoothRole: String, Sendable, Hashable {
  case central, peripheral

  /// The entry of `UIBackgroundModes` that lets an app go on in background (BT8, BT9, BT29).
  var backgroundMode: String {
    switch self {
    case .central: "bluetooth-central"
    case .peripheral: "bluetooth-peripheral"
    }
  }
}
