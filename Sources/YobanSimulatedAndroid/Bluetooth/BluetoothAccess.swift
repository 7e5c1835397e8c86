/// The permissions that Bluetooth requires (AN15). Pure.
enum BluetoothAccess {
  /// The permissions of an app that concern Bluetooth.
  struct Permissions: Equatable {
    var hasAdmin = false
    var hasScan = false
    var hasConnect = false
    var hasLegacyBluetooth = false
    var hasFineLocation = false
    var hasCoarseLocation = false
    /// Whether the manifest has `usesPermissionFlags="neverForLocation"` with BLUETOOTH_SCAN.
    var isNeverForLocation = false
  }

  enum Scan: Equatable {
    case allowed
    /// The scan starts but silently returns no results.
    case withheld
    /// The scan is refused with a `SecurityException`, because this permission is missing.
    case refused(String)
  }

  /// Returns whether an app may scan.
  ///
  /// - Parameters:
  ///   - api: the lower of the phone's API level and the app's target.
  ///   - isLocationOn: whether location is on for the whole phone.
  static func scan(api: Int, _ has: Permissions, isLocationOn: Bool) -> Scan {
    if api >= 31 {
      guard has.hasScan else { return .refused("BLUETOOTH_SCAN") }
      if has.isNeverForLocation { return .allowed }
    } else {
      guard has.hasAdmin else { return .refused("BLUETOOTH_ADMIN") }
    }
    let seesLocation = has.hasFineLocation || (api < 29 && has.hasCoarseLocation)
    return seesLocation && isLocationOn ? .allowed : .withheld
  }

  /// Returns the missing permission because of which a connection is refused with a
  /// `SecurityException`; nil if none is missing.
  static func missingToConnect(api: Int, _ has: Permissions) -> String? {
    if api >= 31 { return has.hasConnect ? nil : "BLUETOOTH_CONNECT" }
    return has.hasLegacyBluetooth ? nil : "BLUETOOTH"
  }
}
