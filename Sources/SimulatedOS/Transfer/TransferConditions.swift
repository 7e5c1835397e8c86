import VirtualTime

/// What a transfer asks of the device before it goes over the air. Plain data.
struct TransferConditions: Equatable {
  /// May wait for better conditions (FT7), and is paused in Low Power Mode (L19).
  var isDiscretionary = false
  var allowsCellular = true

  /// What the device has to offer.
  struct Offer: Equatable {
    var path = NetworkService.Path.wifi
    var isCharging = false
    /// From 0 to 1.
    var batteryLevel = 1.0
    var isLowPowerMode = false
  }

  /// Whether the transfer may go on over this path, and begin.
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
