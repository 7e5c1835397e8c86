import VirtualTime

/// Which radio carries bytes, for what they cost (WK11).
public enum BatteryRadio: String, Sendable, Hashable, CaseIterable { case bluetooth, wifi, cellular }

/// The battery of a device: falls with what the device does, rises on a charger (WK11).
///
/// When it is empty the device goes down, if `BatteryPolicy.shutsDownWhenEmpty`: every process ends
/// with `TerminationReason.batteryEmpty`. On a charger it boots by itself.
public final class PowerService {
  private unowned let device: Device
  private var battery: BatteryMachine
  /// When it is empty, or has booted again.
  private var alarm: EventToken?

  /// Whether the device went down for its empty battery and has not booted since.
  public private(set) var isEmpty = false

  /// Whether the device is on a charger, which fills it in `DeviceProfile.chargeDuration`.
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
  /// Low Power Mode: pauses Background App Refresh and discretionary transfers (L19).
  public var isLowPowerMode = false {
    didSet {
      guard isLowPowerMode != oldValue else { return }
      device.post(.power("Low Power Mode \(isLowPowerMode ? "on" : "off")"))
      device.tellApps { $0.powerStateChanged() }
      device.conditionsChanged()
    }
  }

  private var now: VirtualInstant { device.world.now }
  private var policy: BatteryPolicy { device.profile.battery }

  init(_ device: Device) {
    self.device = device
    battery = BatteryMachine(
      level: 0.95, base: device.baseDrainPerHour, chargeDuration: device.profile.chargeDuration,
      at: .start)
  }

  /// From 0 (empty) to 1 (full). Setting it is the scenario's: the device is as it is then.
  public var level: Double {
    get { battery.level(at: now) }
    set {
      battery.setLevel(newValue, at: now)
      setAlarm()
    }
  }

  /// Share of the battery that is used per hour now, charger or not.
  public var drainPerHour: Double { battery.drainPerHour }

  /// When the battery will be empty if nothing changes; nil on a charger.
  public var emptiesAt: VirtualInstant? { battery.empties(at: now) }

  // MARK: What uses it

  /// Something uses a share per hour from now on, in place of what it used before.
  public func setDrain(_ share: Double, of consumer: BatteryConsumer) {
    if battery.set(consumer, perHour: share, at: now) { setAlarm() }
  }

  /// A workout session began or ended: it uses `BatteryPolicy.workoutDrain`.
  public func setWorkout(_ isRunning: Bool) {
    setDrain(isRunning ? policy.workoutDrain : 0, of: .workout)
  }

  /// The sensors run at these rates, in samples per second; 0 is off.
  func setSensors(accelerometer: Double, gyroscope: Double) {
    setDrain(accelerometer * policy.accelerometerDrain, of: .accelerometer)
    setDrain(gyroscope * policy.gyroscopeDrain, of: .gyroscope)
  }

  /// Bytes went over a radio, in whichever direction.
  public func transferred(_ byteCount: Int64, over radio: BatteryRadio) {
    let perMillion =
      switch radio {
      case .bluetooth: policy.bluetoothDrain
      case .wifi: policy.wifiDrain
      case .cellular: policy.cellularDrain
      }
    if battery.use(Double(byteCount) / 1e6 * perMillion, at: now) { setAlarm() }
  }

  // MARK: Empty, and back

  /// Begins to watch the battery. Called once, when the device is added to its world.
  func begin() { setAlarm() }

  /// A scenario may have changed the profile, and so may an update of the system.
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

  private func ranEmpty() {
    alarm = nil
    isEmpty = true
    device.post(.power("battery empty: the device shuts down"))
    device.goDown(.batteryEmpty)
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
  /// Share of a full battery that it uses per hour by itself.
  var baseDrainPerHour: Double {
    let battery = profile.battery
    let rated = profile.watchModel == .ultra ? battery.ultraRatedDuration : battery.ratedDuration
    return rated.map { 3600 / $0.seconds } ?? profile.batteryDrainPerHour
  }
}
