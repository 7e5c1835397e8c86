import YobanPlatformProfiles
import YobanVirtualTime

/// The conditions that a device must meet before a transfer can start.
struct TransferConditions: Equatable {
  /// Whether the transfer may wait for better conditions (FT7). It is then paused in Low Power Mode
  /// (L19).
  var isDiscretionary = false
  var allowsCellular = true

  /// The current conditions of the device.
  struct Offer: Equatable {
    var path = NetworkService.Path.wifi
    var isCharging = false
    /// The battery's charge, from 0 to 1.
    var batteryLevel = 1.0
    var isLowPowerMode = false
  }

  /// Whether the transfer may start or continue under these conditions.
  func allow(_ offer: Offer, _ policy: TransferPolicy) -> Bool {
    switch offer.path {
    case .offline: return false
    case .cellular where !allowsCellular || isDiscretionary: return false
    case .cellular, .wifi: break
    }
    guard isDiscretionary else { return true }
    return !offer.isLowPowerMode
      && (offer.isCharging || offer.batteryLevel >= policy.discretionaryBatteryLevel)
  }
}
