import VirtualTime

/// The battery of a device: falls evenly, rises on a charger.
public final class PowerService {
  private unowned let device: Device
  private var levelAtMark = 0.95
  private var mark = VirtualInstant.start

  /// Whether the device is on a charger. It charges a full battery in two hours.
  public var isCharging = false {
    willSet {
      levelAtMark = level
      mark = device.world.now
    }
    didSet {
      if isCharging != oldValue { device.post(.power(isCharging ? "charging" : "on battery")) }
    }
  }

  init(_ device: Device) { self.device = device }

  /// From 0 (empty) to 1 (full).
  public var level: Double {
    let hours = (device.world.now - mark).seconds / 3600
    let change = isCharging ? hours / 2 : -hours * device.profile.batteryDrainPerHour
    return min(1, max(0, levelAtMark + change))
  }
}
