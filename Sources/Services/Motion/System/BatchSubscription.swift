import YobanSimulatedDevices
import YobanVirtualTime

/// Receives batches of `CMBatchedSensorManager`, on the process's main queue.
package protocol BatchEventReceiver: AnyObject {
  func received(_ batch: [MotionReading])
  func received(_ batch: [DeviceMotionReading])
  /// Batches have ended, or could not start; no more are delivered.
  func failed(_ failure: BatchFailure)
}

/// The reason why no batches are delivered.
package enum BatchFailure: Error, Sendable, Hashable {
  /// The device has no such sensor.
  case unsupported
  /// The user does not allow motion for the app.
  case notAuthorized
  /// The app has no running workout session (WK8).
  case noWorkout
}

/// The contents of a batch.
package enum BatchKind: String, Sendable, Hashable, CaseIterable {
  case accelerometer = "batchedAccelerometer"
  case deviceMotion = "batchedDeviceMotion"
}

/// One app's use of batched samples. While the process runs, it delivers every second the samples
/// since the last batch (WK8). Samples taken while the process was suspended are lost (assumed).
final class BatchSubscription: EventSink {
  let kind: BatchKind
  let app: AppProcess
  let owner: ObjectIdentifier
  private let receiver: any BatchEventReceiver
  private let accelerometer: ReadAheadSeries
  private var fusing: FusedSeries?
  private let interval: Int64
  private var began: Int64
  private var token: EventToken?
  private var isStopped = false

  let accelerometerRate: Double
  let gyroscopeRate: Double
  private var simulation: Simulation { app.process.simulation }

  init(
    _ kind: BatchKind, _ app: AppProcess, _ receiver: any BatchEventReceiver,
    _ motion: MotionService
  ) {
    self.kind = kind
    self.app = app
    self.receiver = receiver
    owner = ObjectIdentifier(receiver)
    let policy = app.app.device.policy(MotionPolicy.self)
    let rate =
      switch kind {
      case .accelerometer: policy.batchedAccelerometerRate
      case .deviceMotion: policy.batchedDeviceMotionRate
      }
    accelerometer = ReadAheadSeries(motion.source.series(of: .accelerometer, rate: rate))
    accelerometerRate = Double(rate)
    switch kind {
    case .accelerometer: gyroscopeRate = 0
    case .deviceMotion:
      gyroscopeRate = Double(rate)
      fusing = FusedSeries(
        accelerometer: accelerometer,
        gyroscope: ReadAheadSeries(motion.source.series(of: .gyroscope, rate: rate)))
    }
    interval = policy.batchInterval.nanoseconds
    began = app.process.simulation.now.nanoseconds
  }

  func arm() {
    token = simulation.schedule(
      at: VirtualInstant(nanoseconds: began + interval), self, 0, in: app.process)
  }

  func stop() {
    isStopped = true
    if let token { simulation.cancel(token) }
  }

  func handleEvent(_ number: Int) {
    guard !isStopped else { return }
    let (now, motion) = (simulation.now.nanoseconds, app.app.device.motion)
    guard motion.hasActiveWorkout(app) else { return motion.fail(self, .noWorkout) }
    let isLate = now - (began + interval) > 1_000_000
    let indices =
      accelerometer.firstIndex(
        notBefore: began + 1)..<accelerometer.firstIndex(
        notBefore: now + 1)
    began = now
    arm()
    if isLate { motion.drawChanged() } else { deliver(indices) }
  }

  func fail(_ failure: BatchFailure) {
    app.process.onMain { [receiver] in receiver.failed(failure) }
  }

  private func deliver(_ indices: Range<Int>) {
    func timestamp(_ index: Int) -> Double {
      Double(app.process.uptime(at: accelerometer.time(of: index))) / 1e9
    }
    switch kind {
    case .accelerometer:
      let batch = indices.map {
        MotionReading(timestamp: timestamp($0), values: accelerometer.value(at: $0))
      }
      app.process.runOnMain { [self] in if isTaken(batch.count) { receiver.received(batch) } }
    case .deviceMotion:
      let batch = indices.map { fusing!.reading(at: $0, timestamp: timestamp($0)) }
      app.process.runOnMain { [self] in if isTaken(batch.count) { receiver.received(batch) } }
    }
  }

  private func isTaken(_ count: Int) -> Bool {
    guard !isStopped, count > 0 else { return false }
    app.post(.samples(stream: kind.rawValue, count: count))
    return true
  }
}

/// `CMBatchedSensorManager` (WK8).
extension MotionService {
  /// Whether the device can batch: from watchOS 10 on, an Apple Watch Series 8 or later or an
  /// Ultra.
  package var canBatch: Bool {
    guard device.profile.platform == .watchOS, device.profile.version >= 10 else { return false }
    switch device.profile.watchModel {
    case .series9, .series10, .ultra: return true
    case .series3, .series4, .series6, nil: return false
    }
  }

  /// Starts batches for a process. Replaces an earlier start of the same kind by the same receiver.
  /// If batches cannot start, the receiver gets the reason, on the main queue.
  package func startBatches(
    _ kind: BatchKind, for process: AppProcess, _ receiver: any BatchEventReceiver
  ) {
    guard process.isAlive(for: "CMBatchedSensorManager start") else { return }
    stopBatches(kind, for: process, receiver)
    let subscription = BatchSubscription(kind, process, receiver, self)
    guard canBatch else { return subscription.fail(.unsupported) }
    guard mayUseMotion(process) else { return subscription.fail(.notAuthorized) }
    guard hasActiveWorkout(process) else {
      process.report(.batchesWithoutWorkout)
      return subscription.fail(.noWorkout)
    }
    batches.append(subscription)
    process.post(.sensor(kind.rawValue, isOn: true))
    subscription.arm()
    drawChanged()
  }

  package func stopBatches(
    _ kind: BatchKind, for process: AppProcess, _ receiver: any BatchEventReceiver
  ) {
    let i = batches.firstIndex {
      $0.kind == kind && $0.app === process && $0.owner == ObjectIdentifier(receiver)
    }
    guard let i else { return }
    remove(at: i)
  }

  /// Ends batches because of a failure, and notifies the receiver.
  func fail(_ subscription: BatchSubscription, _ failure: BatchFailure) {
    guard let i = batches.firstIndex(where: { $0 === subscription }) else { return }
    if failure == .noWorkout { subscription.app.report(.batchesWithoutWorkout) }
    remove(at: i)
    subscription.fail(failure)
  }

  private func remove(at i: Int) {
    let gone = batches.remove(at: i)
    gone.stop()
    gone.app.post(.sensor(gone.kind.rawValue, isOn: false))
    drawChanged()
  }
}
