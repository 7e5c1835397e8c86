import VirtualTime

/// A listener's interest in one sensor.
final class SensorRegistration: EventSink {
  let sensor: AndroidSensor
  let process: AppProcess
  /// The listener, to find it again.
  let owner: ObjectIdentifier
  private unowned let service: AndroidSensorService
  private unowned let port: any AndroidSensorPort
  private let series: any MotionSeries
  private var batch: SensorBatch
  private var token: EventToken?
  private var isStopped = false
  /// The app is in background, where events do not reach it (AN2).
  private var isWithheld = false
  private var counted = 0
  private var countedFrom: VirtualInstant

  private var simulation: Simulation { process.process.simulation }

  init(
    _ sensor: AndroidSensor, _ series: any MotionSeries, latency: Int64, _ process: AppProcess,
    _ port: any AndroidSensorPort, of service: AndroidSensorService
  ) {
    self.sensor = sensor
    self.series = series
    self.process = process
    self.port = port
    self.service = service
    owner = ObjectIdentifier(port)
    countedFrom = service.now
    batch = SensorBatch(
      capacity: service.fifoEventCount(of: sensor), latency: latency,
      next: series.firstIndex(notBefore: service.now.nanoseconds + 1))
  }

  func arm() {
    arm(at: VirtualInstant(nanoseconds: series.time(of: batch.dueSample(in: series))))
  }

  /// Events of a wake-up sensor are the system's own, for they wake the CPU. A frozen process gets
  /// the others late.
  private func arm(at instant: VirtualInstant) {
    if let token { simulation.cancel(token) }
    token = simulation.schedule(
      at: instant, self, 0, in: sensor.isWakeUp ? nil : process.process)
  }

  func stop() {
    isStopped = true
    if let token { simulation.cancel(token) }
    token = nil
    post(at: simulation.now)
  }

  /// The app came to foreground or left it, in the sense of AN2, or it may have.
  func checkAccess() {
    let reaches = service.reaches(self)
    guard !isStopped, reaches == isWithheld else { return }
    isWithheld = !reaches
    if isWithheld {
      process.report(.sensorInBackground(sensor.stream))
      // What is in the FIFO was measured while the app was allowed to have it.
      deliver()
      arm(at: simulation.now + AndroidSensorService.recheck)
    } else {
      batch.discard(until: simulation.now.nanoseconds, in: series)
      arm()
    }
  }

  func flush() {
    deliver()
    let (sensor, port) = (sensor, port)
    process.process.onMain { [weak self] in
      if self?.isStopped == false { port.flushed(sensor) }
    }
    arm()
  }

  func handleEvent(_ number: Int) {
    token = nil
    guard !isStopped else { return }
    let wasWithheld = isWithheld
    checkAccess()
    guard !isWithheld, !wasWithheld else {
      if isWithheld, wasWithheld {
        batch.discard(until: simulation.now.nanoseconds, in: series)
        arm(at: simulation.now + AndroidSensorService.recheck)
      }
      return
    }
    if sensor.isWakeUp { service.wakeCPU(for: sensor) }
    deliver()
    arm()
    if simulation.now - countedFrom >= .seconds(60) { post(at: simulation.now) }
  }

  private func deliver() {
    let samples = batch.take(at: simulation.now.nanoseconds, in: series).samples
    guard !samples.isEmpty else { return }
    if sensor.isWakeUp || !process.isRunning {
      process.process.onMain { [self] in hand(samples) }
    } else {
      process.process.runOnMain { [self] in hand(samples) }
    }
  }

  private func hand(_ samples: Range<Int>) {
    for index in samples {
      // The app may end its interest in the middle.
      guard !isStopped else { return }
      counted += 1
      port.received(
        AndroidSensorReading(
          timestamp: series.time(of: index) - process.process.uptimeOrigin,
          values: series.value(at: index)), from: sensor)
    }
  }

  private func post(at now: VirtualInstant) {
    if counted > 0 { process.post(.samples(stream: sensor.stream, count: counted)) }
    counted = 0
    countedFrom = now
  }
}
