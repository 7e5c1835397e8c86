import VirtualTime

/// An app's interest in one stream of samples. They reach it only while its process runs (WK8, L7).
class MotionSubscription: EventSink {
  /// What the trace calls the stream, such as `accelerometer`.
  let stream: String
  let series: any MotionSeries
  let process: AppProcess
  /// The object that asked, to find the subscription again.
  let owner: ObjectIdentifier
  private var index: Int
  private var token: EventToken?
  private var isStopped = false
  private var counted = 0
  private var countedFrom: VirtualInstant

  private var simulation: Simulation { process.process.simulation }

  init(_ stream: String, _ series: any MotionSeries, _ process: AppProcess, owner: AnyObject) {
    self.stream = stream
    self.series = series
    self.process = process
    self.owner = ObjectIdentifier(owner)
    countedFrom = process.process.simulation.now
    index = series.firstIndex(notBefore: countedFrom.nanoseconds + 1)
  }

  /// Hands a sample to the app, on its main queue.
  ///
  /// - Parameter timestamp: seconds since the device booted.
  func deliver(_ index: Int, timestamp: Double) {}

  func arm() {
    token = simulation.schedule(
      at: VirtualInstant(nanoseconds: series.time(of: index)), self, 0, in: process.process)
  }

  func stop() {
    isStopped = true
    if let token { simulation.cancel(token) }
    post(at: simulation.now)
  }

  /// Runs as the process, so a frozen one gets it late, on thaw: then it is too old to deliver.
  func handleEvent(_ number: Int) {
    guard !isStopped else { return }
    let now = simulation.now
    let time = series.time(of: index)
    if now.nanoseconds - time > 1_000_000 {
      post(at: now)
      index = series.firstIndex(notBefore: now.nanoseconds)
      return arm()
    }
    let current = index
    index += 1
    arm()
    deliver(current, timestamp: Double(time - process.process.uptimeOrigin) / 1e9)
    if now.nanoseconds - countedFrom.nanoseconds >= 60_000_000_000 { post(at: now) }
  }

  /// Whether the app still wants a sample now that its main queue has come to it; counts it if so.
  final func isTaken() -> Bool {
    if !isStopped { counted += 1 }
    return !isStopped
  }

  private func post(at now: VirtualInstant) {
    if counted > 0 { process.post(.samples(stream: stream, count: counted)) }
    counted = 0
    countedFrom = now
  }
}

/// One sensor as it is.
final class SensorSubscription: MotionSubscription {
  private let sensor: MotionSensor
  private unowned let port: any MotionPort

  init(
    _ sensor: MotionSensor, _ series: any MotionSeries, _ process: AppProcess,
    _ port: any MotionPort
  ) {
    self.sensor = sensor
    self.port = port
    super.init(sensor.rawValue, series, process, owner: port)
  }

  override func deliver(_ index: Int, timestamp: Double) {
    let reading = MotionReading(timestamp: timestamp, values: series.value(at: index))
    process.process.runOnMain { [self] in if isTaken() { port.received(reading, from: sensor) } }
  }
}
