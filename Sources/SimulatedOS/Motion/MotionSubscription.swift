import VirtualTime

/// An app's receiver in one stream of samples. They reach it only while its process runs (WK8, L7).
class MotionSubscription: RepeatingEvent {
  /// What the trace calls the stream, such as `accelerometer`.
  let stream: String
  final let series: ReadAheadSeries
  let app: AppProcess
  /// The object that asked, to find the subscription again.
  let owner: ObjectIdentifier
  @exclusivity(unchecked) private(set) final var isStopped = false
  /// Samples per second, for what they cost (WK11).
  var rate: Double { 1e9 / Double(max(1, series.nominalInterval)) }

  /// The sample that comes next.
  @exclusivity(unchecked) private final var next: Int
  @exclusivity(unchecked) private final var current = 0
  @exclusivity(unchecked) private final var currentTime: Int64 = 0
  @exclusivity(unchecked) private final var isLate = false
  @exclusivity(unchecked) private final var tally: SampleTally
  private final let uptimeOrigin: Int64

  init(_ stream: String, _ series: ReadAheadSeries, _ app: AppProcess, owner: AnyObject) {
    self.stream = stream
    self.series = series
    self.app = app
    self.owner = ObjectIdentifier(owner)
    let now = app.process.simulation.now.nanoseconds
    tally = SampleTally(from: now)
    uptimeOrigin = app.process.uptimeOrigin
    next = series.firstIndex(notBefore: now + 1)
    super.init(in: app.process)
  }

  /// Hands a sample to the app, on its main queue.
  ///
  /// - Parameters:
  ///   - timestamp: seconds since the device booted.
  ///   - isInMain: whether this is an item of the main queue already; if not, it has more to do.
  func deliver(_ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool) {}

  func stop() {
    isStopped = true
    end()
    post(at: simulation.now.nanoseconds)
  }

  override func firstMoment() -> Int64 { series.time(of: next) }

  /// Runs as the process, so a frozen one gets it late, on thaw: then it is too old to deliver.
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
    let timestamp = Double(currentTime - uptimeOrigin) / 1e9
    let isInMain = enterMain()
    deliver(current, series.value(at: current), timestamp: timestamp, isInMain: isInMain)
    if isInMain { leaveMain() }
    if tally.isDue(at: now) { post(at: now) }
  }

  /// Whether the app still wants a sample now that its main queue has come to it; counts it if so.
  @inline(__always)
  final func isTaken() -> Bool {
    if !isStopped { tally.add() }
    return !isStopped
  }

  private func post(at now: Int64) {
    if let count = tally.take(at: now) { app.post(.samples(stream: stream, count: count)) }
  }
}

/// One sensor as it is.
final class SensorSubscription: MotionSubscription {
  let sensor: MotionSensor
  private let receiver: any MotionEventReceiver

  init(
    _ sensor: MotionSensor, _ series: any MotionSeries, _ app: AppProcess, _ receiver: any MotionEventReceiver
  ) {
    self.sensor = sensor
    self.receiver = receiver
    super.init(sensor.rawValue, ReadAheadSeries(series), app, owner: receiver)
  }

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
