import VirtualTime

/// A listener's receiver in one sensor. It comes when a delivery is due.
///
/// Events of a wake-up sensor are the system's own, for they wake the CPU (AN16). A frozen process gets
/// the others late.
final class SensorRegistration: RepeatingEvent {
  let sensor: AndroidSensor
  /// Whose the listener is; `process` is the director for a wake-up sensor.
  let app: AppProcess
  /// The listener, to find it again.
  let owner: ObjectIdentifier
  private unowned let service: AndroidSensorService
  private let receiver: any AndroidSensorEventReceiver
  private let series: ReadAheadSeries
  private let uptimeOrigin: Int64
  @exclusivity(unchecked) private var batch: SensorBatch
  /// What is handed over next.
  @exclusivity(unchecked) private var due = 0..<0
  @exclusivity(unchecked) private var isStopped = false
  /// The app is idle: events do not reach it (AN2).
  private var isWithheld = false
  @exclusivity(unchecked) private var tally: SampleTally

  init(
    _ sensor: AndroidSensor, _ series: any MotionSeries, latency: Int64, _ app: AppProcess,
    _ receiver: any AndroidSensorEventReceiver, of service: AndroidSensorService
  ) {
    self.sensor = sensor
    self.series = ReadAheadSeries(series)
    self.app = app
    self.receiver = receiver
    self.service = service
    owner = ObjectIdentifier(receiver)
    uptimeOrigin = app.process.uptimeOrigin
    let now = service.now.nanoseconds
    tally = SampleTally(from: now)
    batch = SensorBatch(
      capacity: service.fifoEventCount(of: sensor), latency: latency,
      next: series.firstIndex(notBefore: now + 1))
    super.init(in: sensor.isWakeUp ? app.process.simulation.director : app.process)
  }

  func stop() {
    isStopped = true
    end()
    post(at: simulation.now.nanoseconds)
  }

  /// The app became idle, or is idle no longer, or it may be so (AN2).
  func checkAccess() {
    let reaches = service.reaches(self)
    guard !isStopped, reaches == isWithheld else { return }
    isWithheld = !reaches
    if isWithheld {
      app.report(.sensorInBackground(sensor.stream))
      // What is in the FIFO was measured while the app was allowed to have it.
      deliverWhatIsThere()
      end()
    } else {
      batch.discard(until: simulation.now.nanoseconds, in: series)
      begin()
    }
  }

  func flush() {
    if !isWithheld {
      deliverWhatIsThere()
      begin()
    }
    app.process.onMain { [weak self, receiver] in
      if self?.isStopped == false { receiver.flushed() }
    }
  }

  override func firstMoment() -> Int64 {
    batch.latency == 0
      ? series.time(of: batch.next) : series.base.time(of: batch.dueSample(in: series))
  }

  override func advance(at now: Int64) -> Int64 {
    due = batch.take(at: now, in: series).samples
    return firstMoment()
  }

  override func fire(at now: Int64) {
    if sensor.isWakeUp { service.wakeCPU(for: sensor) }
    if !sensor.isWakeUp, enterMain() {
      hand(due)
      leaveMain()
    } else {
      handLater(due)
    }
    if tally.isDue(at: now) { post(at: now) }
  }

  private func deliverWhatIsThere() {
    handLater(batch.take(at: simulation.now.nanoseconds, in: series).samples)
  }

  private func handLater(_ samples: Range<Int>) {
    if !samples.isEmpty { app.process.onMain { [self] in hand(samples) } }
  }

  private func hand(_ samples: Range<Int>) {
    for index in samples {
      // The app may end its receiver in the middle.
      guard !isStopped else { return }
      tally.add()
      receiver.received(
        AndroidSensorReading(
          timestamp: series.time(of: index) - uptimeOrigin, values: series.value(at: index)))
    }
  }

  private func post(at now: Int64) {
    if let count = tally.take(at: now) { app.post(.samples(stream: sensor.stream, count: count)) }
  }
}
