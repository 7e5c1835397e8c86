import YobanSimulatedDevices
import YobanVirtualTime

/// One app's use of a stream of samples, which are delivered only while its process runs (WK8, L7).
class MotionSubscription: RepeatingEvent {
  /// The name of the stream in the trace, such as `accelerometer`.
  let stream: String
  final let series: ReadAheadSeries
  let app: AppProcess
  /// The identity of the receiver, to find the subscription again.
  let owner: ObjectIdentifier
  @exclusivity(unchecked) private(set) final var isStopped = false
  /// The sensors that measure at `rate` for the stream, for the power model (WK11).
  var sensors: [MotionSensor] { [] }
  /// Samples per second, for the power model (WK11).
  var rate: Double { 1e9 / Double(max(1, series.nominalInterval)) }

  /// The index of the next sample.
  @exclusivity(unchecked) private final var next: Int
  @exclusivity(unchecked) private final var current = 0
  @exclusivity(unchecked) private final var currentTime: Int64 = 0
  @exclusivity(unchecked) private final var isLate = false
  @exclusivity(unchecked) private final var tally: SampleTally

  init(_ stream: String, _ series: ReadAheadSeries, _ app: AppProcess, owner: AnyObject) {
    self.stream = stream
    self.series = series
    self.app = app
    self.owner = ObjectIdentifier(owner)
    let now = app.process.simulation.now.nanoseconds
    tally = SampleTally(from: now)
    next = series.firstIndex(notBefore: now + 1)
    super.init(in: app.process)
  }

  /// Delivers a sample to the app, on its main queue.
  ///
  /// - Parameters:
  ///   - timestamp: seconds since the device booted.
  ///   - isInMain: whether the call already runs on the main queue; if not, the delivery must be
  ///     added to that queue.
  func deliver(_ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool) {}

  func stop() {
    isStopped = true
    end()
    post(at: simulation.now.nanoseconds)
  }

  override func firstMoment() -> Int64 { series.time(of: next) }

  /// Moves on to the next sample. It runs in the process, so after a suspension it is called late;
  /// then the sample is too old to deliver.
  override func advance(at now: Int64) -> Int64 {
    currentTime = series.time(of: next)
    isLate = now - currentTime > 1_000_000
    if isLate {
      post(at: now)
      next = series.firstIndex(notBefore: now)
    } else {
      current = next
      next += 1
    }
    return series.time(of: next)
  }

  override func fire(at now: Int64) {
    if isLate {
      isLate = false
      return app.app.device.motion.drawChanged()
    }
    guard process.state == .running else { return }
    let timestamp = Double(process.uptime(at: currentTime)) / 1e9
    let isInMain = enterMain()
    deliver(current, series.value(at: current), timestamp: timestamp, isInMain: isInMain)
    if isInMain { leaveMain() }
    if tally.isDue(at: now) { post(at: now) }
  }

  /// Returns whether the subscription is still active when the main queue reaches a sample, and
  /// counts the sample if so.
  @inline(__always)
  final func isTaken() -> Bool {
    if !isStopped { tally.add() }
    return !isStopped
  }

  private func post(at now: Int64) {
    if let count = tally.take(at: now) { app.post(.samples(stream: stream, count: count)) }
  }
}

/// One app's use of a single sensor, without fusion.
final class SensorSubscription: MotionSubscription {
  let sensor: MotionSensor
  private let receiver: any MotionEventReceiver

  init(
    _ sensor: MotionSensor, _ series: any MotionSeries, _ app: AppProcess,
    _ receiver: any MotionEventReceiver
  ) {
    self.sensor = sensor
    self.receiver = receiver
    super.init(sensor.rawValue, ReadAheadSeries(series), app, owner: receiver)
  }

  override var sensors: [MotionSensor] { [sensor] }

  override func deliver(
    _ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool
  ) {
    let reading = MotionReading(timestamp: timestamp, values: values)
    if isInMain {
      if isTaken() { receiver.received(reading, from: sensor) }
    } else {
      process.onMain { [self] in if isTaken() { receiver.received(reading, from: sensor) } }
    }
  }
}
