import YobanMotion
import YobanSimulatedDevices
import YobanVirtualTime

/// The registration of a listener with one sensor, as an event that fires when a delivery is due.
///
/// The events of a wake-up sensor belong to the system, because they wake the CPU (AN16). The
/// events of other sensors belong to the app's process, so a frozen process receives them late.
final class SensorRegistration: RepeatingEvent {
  let sensor: AndroidSensor
  /// The process of the listener. For a wake-up sensor, the inherited `process` is the director
  /// instead.
  let app: AppProcess
  /// The identity of the listener, for lookup.
  let owner: ObjectIdentifier
  private unowned let service: AndroidSensorService
  private let receiver: any AndroidSensorEventReceiver
  private let series: ReadAheadSeries
  @exclusivity(unchecked) private var batch: SensorBatch
  /// The samples of the next delivery.
  @exclusivity(unchecked) private var due = 0..<0
  @exclusivity(unchecked) private var isStopped = false
  /// Whether events are withheld because the app is idle (AN2).
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

  /// Updates whether events are delivered to the app, which may have become idle or active (AN2).
  func checkAccess() {
    let reaches = service.reaches(self)
    guard !isStopped, reaches == isWithheld else { return }
    isWithheld = !reaches
    if isWithheld {
      app.report(.sensorInBackground(sensor.stream))
      // The events in the FIFO were measured while the app was allowed to receive them.
      deliverPending()
      end()
    } else {
      batch.discard(until: simulation.now.nanoseconds, in: series)
      begin()
    }
  }

  func flush() {
    if !isWithheld {
      deliverPending()
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
      deliver(due)
      leaveMain()
    } else {
      deliverLater(due)
    }
    if tally.isDue(at: now) { post(at: now) }
  }

  private func deliverPending() {
    deliverLater(batch.take(at: simulation.now.nanoseconds, in: series).samples)
  }

  private func deliverLater(_ samples: Range<Int>) {
    if !samples.isEmpty { app.process.onMain { [self] in deliver(samples) } }
  }

  private func deliver(_ samples: Range<Int>) {
    for index in samples {
      // The app may unregister its receiver within this loop.
      guard !isStopped else { return }
      tally.add()
      receiver.received(
        AndroidSensorReading(
          timestamp: app.process.uptime(at: series.time(of: index)),
          values: series.value(at: index)))
    }
  }

  private func post(at now: Int64) {
    if let count = tally.take(at: now) { app.post(.samples(stream: sensor.stream, count: count)) }
  }
}
