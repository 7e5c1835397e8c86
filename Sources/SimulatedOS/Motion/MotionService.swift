import VirtualTime

/// One reading of a sensor, as a process gets it.
public struct MotionReading: Sendable {
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  public var timestamp: Double
  /// In the sensor's unit, see `MotionSensor`.
  public var values: SIMD3<Double>
}

/// Receives readings, on the process's main queue.
public protocol MotionEventReceiver: AnyObject {
  func received(_ reading: MotionReading, from sensor: MotionSensor)
}

/// The motion sensors of a device.
public final class MotionService {
  unowned let device: Device
  private var subscriptions: [MotionSubscription] = []
  var batches: [BatchSubscription] = []
  /// What the system records for each app, also while it does not run (WK7).
  var recordings: [AppRecording] = []
  /// What the sensors measure. Set before an app starts them.
  ///
  /// Default: generated from the simulation's seed, on the grid of an iPhone at
  /// `MotionPolicy.samplesPerSecond`; on Android on the grid and at the rate of a Galaxy S25.
  public var source: any MotionSource
  /// Whether a workout session of the app runs, which `CMBatchedSensorManager` needs (WK8). Set by
  /// what knows of workouts; without it none ever does.
  public var hasActiveWorkout: (AppProcess) -> Bool = { _ in false }
  /// What the user answers when an app first uses recorded or batched motion. Default: yes.
  public var allowsMotionWhenAsked = true

  init(_ device: Device) {
    self.device = device
    let seed = device.world.simulation.seed
    source =
      device.profile.platform == .android
      ? GeneratedMotion(seed: seed, interval: MotionGrid.galaxy.interval, grid: .galaxy)
      : GeneratedMotion(seed: seed, rate: device.profile.motion.samplesPerSecond)
  }

  // MARK: Requests

  /// Starts a sensor for a process. Replaces an earlier start of the same sensor by the same receiver.
  ///
  /// - Parameters:
  ///   - interval: seconds between samples; limited to what the sensor can do, rounded to a whole
  ///     multiple of its own interval.
  ///   - receiver: held until the sensor is stopped or the process has ended.
  public func start(
    _ sensor: MotionSensor, interval: Double, for process: AppProcess, _ receiver: any MotionEventReceiver
  ) {
    guard process.isAlive(for: "CMMotionManager start") else { return }
    stop(sensor, for: process, receiver)
    begin(SensorSubscription(sensor, series(of: sensor, interval: interval), process, receiver))
  }

  public func stop(_ sensor: MotionSensor, for process: AppProcess, _ receiver: any MotionEventReceiver) {
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
    drawChanged()
  }

  func suspended(_ process: AppProcess) { drawChanged() }

  // MARK: Truth

  /// How many samples a sensor took strictly between two moments, whether or not anybody saw them.
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

  func series(of sensor: MotionSensor, interval: Double) -> any MotionSeries {
    let base = source.series(of: sensor)
    let factor = max(1, Int((interval * 1e9 / Double(base.nominalInterval)).rounded()))
    return factor == 1 ? base : DecimatedSeries(base: base, factor: factor)
  }

  // MARK: What it costs (WK11)

  /// Tells the battery at which rates the sensors run: each at the highest that anybody uses.
  func drawChanged() {
    var (accelerometer, gyroscope) = (0.0, 0.0)
    for subscription in subscriptions where isSampling(subscription.app) {
      let sensor = (subscription as? SensorSubscription)?.sensor
      if sensor != .gyroscope { accelerometer = max(accelerometer, subscription.rate) }
      if sensor != .accelerometer { gyroscope = max(gyroscope, subscription.rate) }
    }
    for batch in batches where isSampling(batch.app) {
      accelerometer = max(accelerometer, batch.accelerometerRate)
      gyroscope = max(gyroscope, batch.gyroscopeRate)
    }
    if isRecording { accelerometer = max(accelerometer, Double(device.profile.motion.recordingRate)) }
    device.power.setSensors(accelerometer: accelerometer, gyroscope: gyroscope)
  }

  /// Whether its sensors are on: those of a suspended app are not.
  private func isSampling(_ process: AppProcess) -> Bool {
    process.isRunning && process.systemState != .suspended
  }
}
