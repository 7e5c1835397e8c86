/// Which permissions Bluetooth asks for (AN15). Pure.
enum BluetoothAccess {
  /// What of it an app has.
  struct Permissions: Equatable {
    var hasAdmin = false
    var hasScan = false
    var hasConnect = false
    var hasLegacyBluetooth = false
    var hasFineLocation = false
    var hasCoarseLocation = false
    /// `usesPermissionFlags="neverForLocation"` beside BLUETOOTH_SCAN.
    var isNeverForLocation = false
  }

  enum Scan: Equatable {
    case allowed
    /// It starts, and no result comes, without a word.
    case withheld
    /// `SecurityException`, for want of this permission.
    case refused(String)
  }

  /// - Parameters:
  ///   - api: the lower one of the phone's level and the app's target.
  ///   - isLocationOn: the switch for the whole phone.
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

  /// The permission without which a connection is refused with a `SecurityException`; nil if it is
  /// there.
  static func missingToConnect(api: Int, _ has: Permissions) -> String? {
    if api >= 31 { return has.hasConnect ? nil : "BLUETOOTH_CONNECT" }
    return has.hasLegacyBluetooth ? nil : "BLUETOOTH"
  }
}
