import YobanSimulatedDevices
import YobanVirtualTime

/// One reading of a sensor, as delivered to a process.
package struct MotionReading: Sendable {
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  package var timestamp: Double
  /// In the sensor's unit, see `MotionSensor`.
  package var values: SIMD3<Double>
}

/// Receives readings, on the process's main queue.
package protocol MotionEventReceiver: AnyObject {
  func received(_ reading: MotionReading, from sensor: MotionSensor)
}

/// The motion sensors of a device.
public final class MotionService {
  unowned let device: Device
  private var subscriptions: [MotionSubscription] = []
  var batches: [BatchSubscription] = []
  /// The recordings for apps, which continue while the apps do not run (WK7).
  var recordings: [AppRecording] = []
  /// The activities of the user.
  var activities: ActivityHistory
  var activityUses: [ActivityUse] = []
  var pedometerUses: [PedometerUse] = []
  /// The source of all samples. Set it before an app starts a sensor.
  ///
  /// Default: generated from the simulation's seed, on the grid of an iPhone at
  /// `MotionPolicy.samplesPerSecond`; on Android, on the grid and at the rate of a Galaxy S25.
  public var source: any MotionSource
  /// The source of the samples that `source` does not have.
  private let generated: GeneratedMotion
  /// Returns whether a workout session of the app runs, which `CMBatchedSensorManager` needs (WK8).
  /// The code that simulates workouts sets it. Default: false.
  package var hasActiveWorkout: (AppProcess) -> Bool = { _ in false }
  /// Whether the user agrees when an app first uses data that needs the permission Motion &
  /// Fitness. Default: true.
  public var allowsMotionWhenAsked = true

  var policy: MotionPolicy { device.policy(MotionPolicy.self) }

  package init(_ device: Device) {
    self.device = device
    let policy = device.policy(MotionPolicy.self)
    activities = ActivityHistory(
      walking: .init(cadence: policy.walkingCadence, stepLength: policy.walkingStep),
      running: .init(cadence: policy.runningCadence, stepLength: policy.runningStep))
    let seed = device.world.simulation.seed
    generated =
      device.profile.platform == .android
      ? GeneratedMotion(seed: seed, interval: MotionGrid.galaxy.interval, grid: .galaxy)
      : GeneratedMotion(seed: seed, rate: policy.samplesPerSecond)
    source = generated
  }

  /// Whether the device has a sensor. Every device has an accelerometer and a gyroscope; an Apple
  /// Watch has a magnetometer from Series 5 on (MO2).
  package func has(_ sensor: MotionSensor) -> Bool {
    guard sensor == .magnetometer else { return true }
    return switch device.profile.hardware {
    case .phone: true
    case .watch(let model): model != .series3 && model != .series4
    case .android: false
    }
  }

  // MARK: Requests

  /// Starts a sensor for a process. Replaces an earlier start of the same sensor by the same
  /// receiver. Has no effect on a device without the sensor.
  ///
  /// - Parameters:
  ///   - interval: seconds between samples; rounded to a whole multiple of the sensor's own
  ///     interval, at least one.
  ///   - receiver: retained until the sensor is stopped or the process has ended.
  package func start(
    _ sensor: MotionSensor, interval: Double, for process: AppProcess,
    _ receiver: any MotionEventReceiver
  ) {
    guard process.isAlive(for: "CMMotionManager start") else { return }
    stop(sensor, for: process, receiver)
    guard has(sensor) else { return process.report(.noMagnetometer) }
    begin(SensorSubscription(sensor, series(of: sensor, interval: interval), process, receiver))
  }

  package func stop(
    _ sensor: MotionSensor, for process: AppProcess, _ receiver: any MotionEventReceiver
  ) {
    end(sensor.rawValue, of: process, owner: receiver)
  }

  func begin(_ subscription: MotionSubscription) {
    subscriptions.append(subscription)
    subscription.app.post(.sensor(subscription.stream, isOn: true))
    subscription.begin()
    drawChanged()
  }

  func end(_ stream: String, of process: AppProcess, owner: AnyObject) {
    let i = subscriptions.firstIndex {
      $0.stream == stream && $0.app === process && $0.owner == ObjectIdentifier(owner)
    }
    guard let i else { return }
    subscriptions.remove(at: i).stop()
    process.post(.sensor(stream, isOn: false))
    drawChanged()
  }

  func processEnded(_ process: AppProcess) {
    for gone in subscriptions where gone.app === process { gone.stop() }
    subscriptions.removeAll { $0.app === process }
    for gone in batches where gone.app === process { gone.stop() }
    batches.removeAll { $0.app === process }
    for gone in activityUses where gone.app === process { gone.stop() }
    activityUses.removeAll { $0.app === process }
    for gone in pedometerUses where gone.app === process { gone.isStopped = true }
    pedometerUses.removeAll { $0.app === process }
    drawChanged()
  }

  package func suspended(_ process: AppProcess) { drawChanged() }

  // MARK: Samples

  /// Returns the number of samples that a sensor took strictly between two times, whether or not an
  /// app received them.
  public func sensed(
    _ sensor: MotionSensor, interval: Double, after start: VirtualInstant,
    before end: VirtualInstant
  ) -> Int {
    let series = series(of: sensor, interval: interval)
    return max(
      0,
      series.firstIndex(notBefore: end.nanoseconds)
        - series.firstIndex(notBefore: start.nanoseconds + 1))
  }

  package func series(of sensor: MotionSensor, interval: Double) -> any MotionSeries {
    let base =
      source.sensors.contains(sensor) ? source.series(of: sensor) : generated.series(of: sensor)
    let factor = max(1, Int((interval * 1e9 / Double(base.nominalInterval)).rounded()))
    return factor == 1 ? base : DecimatedSeries(base: base, factor: factor)
  }

  // MARK: Power (WK11)

  /// Passes the rates of the sensors to the power model: for each sensor, the highest rate in use.
  func drawChanged() {
    var rates: [MotionSensor: Double] = [:]
    func use(_ sensor: MotionSensor, _ rate: Double) {
      rates[sensor] = max(rates[sensor] ?? 0, rate)
    }
    for subscription in subscriptions where isSampling(subscription.app) {
      for sensor in subscription.sensors { use(sensor, subscription.rate) }
    }
    for batch in batches where isSampling(batch.app) {
      use(.accelerometer, batch.accelerometerRate)
      use(.gyroscope, batch.gyroscopeRate)
    }
    if isRecording { use(.accelerometer, Double(policy.recordingRate)) }
    let battery = device.policy(BatteryPolicy.self)
    for sensor in MotionSensor.allCases {
      let (consumer, drain): (BatteryConsumer, Double) =
        switch sensor {
        case .accelerometer: (.accelerometer, battery.accelerometerDrain)
        case .gyroscope: (.gyroscope, battery.gyroscopeDrain)
        case .magnetometer: (.magnetometer, battery.magnetometerDrain)
        }
      device.power.setDrain((rates[sensor] ?? 0) * drain, of: consumer)
    }
    reportEnergy()
  }

  /// Reports which apps keep motion sensors on (EN6).
  private func reportEnergy() {
    var apps: [String] = []
    for process in subscriptions.map(\.app) + batches.map(\.app) where isSampling(process) {
      let app = process.app.definition.name
      if !apps.contains(app) { apps.append(app) }
    }
    device.energyMeter.set(
      apps.map { EnergyUse($0, "motion sensors", .motionSensors) }, by: "motion")
  }

  /// Whether the sensors of a process are on; those of a suspended process are off.
  private func isSampling(_ process: AppProcess) -> Bool {
    process.isRunning && process.systemState != .suspended
  }
}

extension MotionService: SystemService {
  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    processEnded(process)
  }
}

extension Device {
  public final var motion: MotionService { self[MotionService.self] }
}
