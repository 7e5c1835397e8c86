import VirtualTime

/// The battery of a device: falls evenly, rises on a charger.
public final class PowerService {
  private unowned let device: Device
  private var levelAtMark = 0.95
  private var mark = VirtualInstant.start

  /// Whether the device is on a charger, which fills it in `DeviceProfile.chargeDuration`.
  public var isCharging = false {
    willSet {
      levelAtMark = level
      mark = device.world.now
    }
    didSet {
      guard isCharging != oldValue else { return }
      device.post(.power(isCharging ? "charging" : "on battery"))
      device.conditionsChanged()
    }
  }
  /// Low Power Mode: pauses Background App Refresh and discretionary transfers (L19).
  public var isLowPowerMode = false {
    didSet {
      guard isLowPowerMode != oldValue else { return }
      device.post(.power("Low Power Mode \(isLowPowerMode ? "on" : "off")"))
      device.tellApps { $0.powerStateChanged() }
      device.conditionsChanged()
    }
  }

  init(_ device: Device) { self.device = device }

  /// From 0 (empty) to 1 (full).
  public var level: Double {
    let (passed, profile) = (device.world.now - mark, device.profile)
    let change =
      isCharging
      ? passed / profile.chargeDuration : -passed.seconds / 3600 * profile.batteryDrainPerHour
    return min(1, max(0, levelAtMark + change))
  }
}
