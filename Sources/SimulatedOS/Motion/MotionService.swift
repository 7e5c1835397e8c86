import VirtualTime

/// One reading of a sensor, as a process gets it.
public struct MotionReading: Sendable {
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  public var timestamp: Double
  public var values: SIMD3<Double>
}

/// Receives readings, on the process's main queue.
public protocol MotionPort: AnyObject {
  func received(_ reading: MotionReading, from sensor: MotionSensor)
}

/// The motion sensors of a device.
public final class MotionService {
  private unowned let device: Device
  private var subscriptions: [MotionSubscription] = []
  /// What the sensors measure. Set before an app starts them.
  public var source: any MotionSource

  init(_ device: Device) {
    self.device = device
    source = GeneratedMotion(
      seed: device.world.simulation.seed, rate: device.profile.motion.samplesPerSecond)
  }

  // MARK: Requests

  /// Starts a sensor for a process. Replaces an earlier start of the same sensor by the same port.
  ///
  /// - Parameters:
  ///   - interval: seconds between samples; limited to what the sensor can do, rounded to a whole
  ///     multiple of its own interval.
  public func start(
    _ sensor: MotionSensor, interval: Double, for process: AppProcess, _ port: any MotionPort
  ) {
    guard process.isAlive(for: "CMMotionManager start") else { return }
    stop(sensor, for: process, port)
    begin(SensorSubscription(sensor, series(of: sensor, interval: interval), process, port))
  }

  public func stop(_ sensor: MotionSensor, for process: AppProcess, _ port: any MotionPort) {
    end(sensor.rawValue, of: process, owner: port)
  }

  func begin(_ subscription: MotionSubscription) {
    subscriptions.append(subscription)
    subscription.process.post(.sensor(subscription.stream, isOn: true))
    subscription.arm()
  }

  func end(_ stream: String, of process: AppProcess, owner: AnyObject) {
    let i = subscriptions.firstIndex {
      $0.stream == stream && $0.process === process && $0.owner == ObjectIdentifier(owner)
    }
    guard let i else { return }
    subscriptions.remove(at: i).stop()
    process.post(.sensor(stream, isOn: false))
  }

  func processEnded(_ process: AppProcess) {
    for gone in subscriptions where gone.process === process { gone.stop() }
    subscriptions.removeAll { $0.process === process }
  }

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
}
