import YobanPlatformProfiles
import YobanVirtualTime

/// A radio that transfers bytes and thereby uses battery (WK11).
package enum BatteryRadio: String, Sendable, Hashable, CaseIterable {
  case bluetooth, wifi, cellular
}

/// The battery of a device. Its charge falls with the activity of the device and rises on a charger
/// (WK11).
///
/// When it is empty, the device shuts down if `BatteryPolicy.shutsDownWhenEmpty` is true: every
/// process ends with `TerminationReason.batteryEmpty`. On a charger it boots by itself.
public final class PowerService {
  private unowned let device: Device
  private var battery: BatteryMachine
  /// The event at which the battery becomes empty, or the device has booted again.
  private var alarm: EventToken?

  /// Whether the device shut down because of its empty battery and has not booted since.
  public private(set) var isEmpty = false

  /// Whether the device is on a charger, which fills the battery in `DeviceProfile.chargeDuration`.
  public var isCharging = false {
    willSet {
      adoptProfile()
      battery.setCharging(newValue, at: now)
    }
    didSet {
      guard isCharging != oldValue else { return }
      device.post(.power(isCharging ? "charging" : "on battery"))
      setAlarm()
      device.conditionsChanged()
    }
  }
  /// Whether Low Power Mode is on. It pauses Background App Refresh and discretionary transfers
  /// (L19).
  public var isLowPowerMode = false {
    didSet {
      guard isLowPowerMode != oldValue else { return }
      device.post(.power("Low Power Mode \(isLowPowerMode ? "on" : "off")"))
      device.notifyApps { $0.powerStateChanged() }
      device.conditionsChanged()
    }
  }

  private var now: VirtualInstant { device.world.now }
  private var policy: BatteryPolicy { device.policy(BatteryPolicy.self) }

  init(_ device: Device) {
    self.device = device
    battery = BatteryMachine(
      level: 0.95, base: device.baseDrainPerHour, chargeDuration: device.profile.chargeDuration,
      at: .start)
  }

  /// The charge, from 0 (empty) to 1 (full). Only scenarios set it. The battery then continues from
  /// this charge.
  public var level: Double {
    get { battery.level(at: now) }
    set {
      battery.setLevel(newValue, at: now)
      setAlarm()
    }
  }

  /// The share of the battery that is used per hour now, whether or not it is charging.
  public var drainPerHour: Double { battery.drainPerHour }

  /// The time at which the battery will be empty if nothing changes; nil on a charger.
  package var emptiesAt: VirtualInstant? { battery.empties(at: now) }

  // MARK: Consumption

  /// Sets the share that a consumer uses per hour from now on. It replaces the earlier share.
  package func setDrain(_ share: Double, of consumer: BatteryConsumer) {
    if battery.set(consumer, perHour: share, at: now) { setAlarm() }
  }

  /// Starts or ends the consumption of a workout session: `BatteryPolicy.workoutDrain`.
  package func setWorkout(_ isRunning: Bool) {
    setDrain(isRunning ? policy.workoutDrain : 0, of: .workout)
  }

  /// Uses battery for bytes that were sent or received over a radio.
  package func transferred(_ byteCount: Int64, over radio: BatteryRadio) {
    let perMillion =
      switch radio {
      case .bluetooth: policy.bluetoothDrain
      case .wifi: policy.wifiDrain
      case .cellular: policy.cellularDrain
      }
    if battery.use(Double(byteCount) / 1e6 * perMillion, at: now) { setAlarm() }
  }

  // MARK: Empty battery

  /// Starts to watch the battery. Called once, when the device is added to its world.
  func begin() { setAlarm() }

  /// Applies the profile again, because a scenario or a system update may have changed it.
  private func adoptProfile() {
    _ = battery.set(
      base: device.baseDrainPerHour, chargeDuration: device.profile.chargeDuration, at: now)
  }

  private func setAlarm() {
    guard policy.shutsDownWhenEmpty else { return }
    let simulation = device.world.simulation
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    if isEmpty {
      guard isCharging else { return }
      let start = now + battery.charging(to: policy.bootLevel, at: now)
      alarm = simulation.schedule(at: start + device.profile.bootDuration) { [weak self] in
        self?.booted(since: start)
      }
    } else if let moment = battery.empties(at: now) {
      alarm = simulation.schedule(at: moment) { [weak self] in self?.ranEmpty() }
    }
  }

  /// Shuts the device down, because it is off from the beginning.
  func beginEmpty() {
    battery.setLevel(0, at: now)
    ranEmpty()
  }

  private func ranEmpty() {
    alarm = nil
    isEmpty = true
    device.post(.power("battery empty: the device shuts down"))
    device.goDown(.batteryEmpty)
    // The system shuts down in order.
    device.storage.makeDurable()
    setAlarm()
  }

  private func booted(since start: VirtualInstant) {
    alarm = nil
    isEmpty = false
    device.comeUp(bootedSince: start)
    setAlarm()
  }
}

extension Device {
  /// The share of a full battery that the device itself uses per hour.
  var baseDrainPerHour: Double {
    let battery = policy(BatteryPolicy.self)
    let rated = profile.watchModel == .ultra ? battery.ultraRatedDuration : battery.ratedDuration
    return rated.map { 3600 / $0.seconds } ?? profile.batteryDrainPerHour
  }
}
