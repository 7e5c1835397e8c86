import VirtualTime

/// An app's interest in one stream of samples. They reach it only while its process runs (WK8, L7).
class MotionSubscription: RepeatingEvent {
  /// What the trace calls the stream, such as `accelerometer`.
  let stream: String
  let series: any MotionSeries
  let app: AppProcess
  /// The object that asked, to find the subscription again.
  let owner: ObjectIdentifier
  @exclusivity(unchecked) private(set) final var isStopped = false
  /// Samples per second, for what they cost (WK11).
  var rate: Double { 1e9 / Double(max(1, series.nominalInterval)) }

  /// The samples that come next, read ahead: a series never changes.
  @exclusivity(unchecked) private final var window: SampleWindow
  @exclusivity(unchecked) private final var current = 0
  @exclusivity(unchecked) private final var currentTime: Int64 = 0
  @exclusivity(unchecked) private final var isLate = false
  @exclusivity(unchecked) private final var counted = 0
  @exclusivity(unchecked) private final var countedFrom: Int64
  private final let uptimeOrigin: Int64

  init(_ stream: String, _ series: any MotionSeries, _ app: AppProcess, owner: AnyObject) {
    self.stream = stream
    self.series = series
    self.app = app
    self.owner = ObjectIdentifier(owner)
    let now = app.process.simulation.now.nanoseconds
    countedFrom = now
    uptimeOrigin = app.process.uptimeOrigin
    window = SampleWindow(series, from: series.firstIndex(notBefore: now + 1))
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

  override func firstMoment() -> Int64 { window.time }

  /// Runs as the process, so a frozen one gets it late, on thaw: then it is too old to deliver.
  override func advance(at now: Int64) -> Int64 {
    currentTime = window.time
    isLate = now - currentTime > 1_000_000
    if isLate {
      post(at: now)
      window.move(to: series.firstIndex(notBefore: now), of: series)
    } else {
      current = window.advance(series)
    }
    return window.time
  }

  override func fire(at now: Int64) {
    if isLate {
      isLate = false
      return app.app.device.motion.drawChanged()
    }
    guard process.state == .running else { return }
    let timestamp = Double(currentTime - uptimeOrigin) / 1e9
    let isInMain = enterMain()
    deliver(current, window.last, timestamp: timestamp, isInMain: isInMain)
    if isInMain { leaveMain() }
    if now - countedFrom >= 60_000_000_000 { post(at: now) }
  }

  /// Whether the app still wants a sample now that its main queue has come to it; counts it if so.
  @inline(__always)
  final func isTaken() -> Bool {
    if !isStopped { counted += 1 }
    return !isStopped
  }

  private func post(at now: Int64) {
    if counted > 0 { app.post(.samples(stream: stream, count: counted)) }
    counted = 0
    countedFrom = now
  }
}

/// Some samples of a series in a row, and which of them comes next.
private struct SampleWindow: ~Copyable {
  private static let length = 64
  private let times = UnsafeMutableBufferPointer<Int64>.allocate(capacity: length)
  private let values = UnsafeMutableBufferPointer<SIMD3<Double>>.allocate(capacity: length)
  /// The index of the first of them.
  private var start = 0
  private var place = 0
  /// When the next one is taken.
  private(set) var time: Int64 = 0
  /// The value of the last one that was passed.
  private(set) var last = SIMD3<Double>.zero

  init(_ series: any MotionSeries, from index: Int) {
    times.initialize(repeating: 0)
    values.initialize(repeating: .zero)
    move(to: index, of: series)
  }

  deinit {
    times.deallocate()
    values.deallocate()
  }

  mutating func move(to index: Int, of series: any MotionSeries) {
    series.read(from: index, times: times, values: values)
    start = index
    place = 0
    time = times[0]
  }

  /// Passes the next one. Returns its index.
  @inline(__always)
  mutating func advance(_ series: any MotionSeries) -> Int {
    let index = start + place
    last = values[place]
    place += 1
    if place < Self.length { time = times[place] } else { move(to: index + 1, of: series) }
    return index
  }
}

/// One sensor as it is.
final class SensorSubscription: MotionSubscription {
  let sensor: MotionSensor
  private let port: any MotionPort

  init(
    _ sensor: MotionSensor, _ series: any MotionSeries, _ app: AppProcess, _ port: any MotionPort
  ) {
    self.sensor = sensor
    self.port = port
    super.init(sensor.rawValue, series, app, owner: port)
  }

  override func deliver(
    _ index: Int, _ values: SIMD3<Double>, timestamp: Double, isInMain: Bool
  ) {
    let reading = MotionReading(timestamp: timestamp, values: values)
    if isInMain {
      if isTaken() { port.received(reading, from: sensor) }
    } else {
      process.onMain { [self] in if isTaken() { port.received(reading, from: sensor) } }
    }
  }
}
