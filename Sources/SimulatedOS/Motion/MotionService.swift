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
  private var subscriptions: [Subscription] = []
  /// What the sensors measure. Set before an app starts them.
  public var source: any MotionSource

  /// An app's interest in one sensor. Samples reach it only while its process runs (WK8, L7).
  private final class Subscription: EventSink {
    let sensor: MotionSensor
    let series: any MotionSeries
    let process: AppProcess
    unowned let port: any MotionPort
    unowned let device: Device
    var index: Int
    var token: EventToken?
    var isStopped = false
    private var counted = 0
    private var countedFrom = VirtualInstant.start

    init(
      _ sensor: MotionSensor, _ series: any MotionSeries, _ process: AppProcess, _ port: any MotionPort,
      _ device: Device
    ) {
      self.sensor = sensor
      self.series = series
      self.process = process
      self.port = port
      self.device = device
      index = series.firstIndex(notBefore: device.world.now.nanoseconds + 1)
      countedFrom = device.world.now
    }

    func arm() {
      let simulation = process.process.simulation
      token = simulation.schedule(
        at: VirtualInstant(nanoseconds: series.time(of: index)), self, 0, in: process.process)
    }

    /// Runs as the process, so a frozen one gets it late, on thaw: then it is too old to deliver.
    func handleEvent(_ number: Int) {
      guard !isStopped else { return }
      let now = process.process.simulation.now
      let time = series.time(of: index)
      if now.nanoseconds - time > 1_000_000 {
        post(at: now)
        index = series.firstIndex(notBefore: now.nanoseconds)
        return arm()
      }
      let uptime = Double(time - process.process.uptimeOrigin) / 1e9
      let reading = MotionReading(timestamp: uptime, values: series.value(at: index))
      index += 1
      counted += 1
      if now.nanoseconds - countedFrom.nanoseconds >= 60_000_000_000 { post(at: now) }
      arm()
      process.process.runOnMain { [unowned port, sensor] in port.received(reading, from: sensor) }
    }

    func post(at now: VirtualInstant) {
      if counted > 0 { process.post(.samples(stream: sensor.rawValue, count: counted)) }
      counted = 0
      countedFrom = now
    }
  }

  init(_ device: Device) {
    self.device = device
    source = GeneratedMotion(seed: device.world.simulation.seed)
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
    let subscription = Subscription(
      sensor, series(of: sensor, interval: interval), process, port, device)
    subscriptions.append(subscription)
    process.post(.sensor(sensor.rawValue, isOn: true))
    subscription.arm()
  }

  public func stop(_ sensor: MotionSensor, for process: AppProcess, _ port: any MotionPort) {
    guard let i = subscriptions.firstIndex(where: { $0.sensor == sensor && $0.process === process && $0.port === port })
    else { return }
    let gone = subscriptions.remove(at: i)
    gone.isStopped = true
    if let token = gone.token { device.world.simulation.cancel(token) }
    gone.post(at: device.world.now)
    process.post(.sensor(sensor.rawValue, isOn: false))
  }

  func processEnded(_ process: AppProcess) {
    for gone in subscriptions where gone.process === process {
      gone.isStopped = true
      gone.post(at: device.world.now)
    }
    subscriptions.removeAll { $0.process === process }
  }

  // MARK: Truth

  /// How many samples a sensor took strictly between two moments, whether or not anybody saw them.
  public func sensed(
    _ sensor: MotionSensor, interval: Double, after start: VirtualInstant, before end: VirtualInstant
  ) -> Int {
    let series = series(of: sensor, interval: interval)
    return max(0, series.firstIndex(notBefore: end.nanoseconds) - series.firstIndex(notBefore: start.nanoseconds + 1))
  }

  private func series(of sensor: MotionSensor, interval: Double) -> any MotionSeries {
    let base = source.series(of: sensor)
    let factor = max(1, Int((interval * 1e9 / Double(base.nominalInterval)).rounded()))
    return factor == 1 ? base : DecimatedSeries(base: base, factor: factor)
  }
}
