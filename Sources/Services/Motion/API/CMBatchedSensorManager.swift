import Foundation
internal import YobanSimulatedApple

/// Delivers the sensor data of a watch at high rates, in batches of one second (WK8): accelerometer
/// at 800 Hz, device motion at 200 Hz. Works only while a workout session of the app runs.
///
/// Requires watchOS 10 on an Apple Watch Series 8 or later or an Ultra. Handlers are called on the
/// main queue; Apple does not specify the queue. Updates end with the workout session: the handler
/// receives `CMErrorNotAvailable`, or the sequence throws it (assumed).
open class CMBatchedSensorManager: NSObject {
  private let process: AppProcess
  private let accelerometer = AccelerometerBatches()
  private let motion = DeviceMotionBatches()

  public override init() {
    SystemAPI.batchedSensors.reportIfTooNew()
    process = AppProcess.callingOnWatch("CMBatchedSensorManager was created")
    super.init()
  }

  deinit {
    sensors.stopBatches(.accelerometer, for: process, accelerometer)
    sensors.stopBatches(.deviceMotion, for: process, motion)
  }

  private var sensors: MotionService { process.app.device.motion }
  private var policy: MotionPolicy { process.app.device.profile.motion }

  open class var isAccelerometerSupported: Bool {
    AppProcess.callingOnWatch("isAccelerometerSupported").app.device.motion.canBatch
  }
  open class var isDeviceMotionSupported: Bool {
    AppProcess.callingOnWatch("isDeviceMotionSupported").app.device.motion.canBatch
  }
  open class var authorizationStatus: CMAuthorizationStatus { CMAuthorizationStatus.ofCallingApp }

  // MARK: Accelerometer

  open var isAccelerometerActive: Bool { accelerometer.isActive }
  /// Samples per second.
  open var accelerometerDataFrequency: Int { policy.batchedAccelerometerRate }
  /// The newest batch, while updates are active.
  open var accelerometerBatch: [CMAccelerometerData]? { accelerometer.latest }

  open func startAccelerometerUpdates() { start(.accelerometer, accelerometer, nil) }

  open func startAccelerometerUpdates(
    handler: @escaping ([CMAccelerometerData]?, (any Error)?) -> Void
  ) {
    start(.accelerometer, accelerometer, handler)
  }

  open func stopAccelerometerUpdates() { stop(.accelerometer, accelerometer) }

  // MARK: Device motion

  open var isDeviceMotionActive: Bool { motion.isActive }
  /// Readings per second.
  open var deviceMotionDataFrequency: Int { policy.batchedDeviceMotionRate }
  /// The newest batch, while updates are active.
  open var deviceMotionBatch: [CMDeviceMotion]? { motion.latest }

  open func startDeviceMotionUpdates() { start(.deviceMotion, motion, nil) }

  open func startDeviceMotionUpdates(
    handler: @escaping ([CMDeviceMotion]?, (any Error)?) -> Void
  ) {
    start(.deviceMotion, motion, handler)
  }

  open func stopDeviceMotionUpdates() { stop(.deviceMotion, motion) }

  // MARK: Sequences

  /// Returns the batches of the accelerometer. Updates begin now and end with the iteration.
  public func accelerometerUpdates() -> AccelerometerUpdates {
    AccelerometerUpdates(stream: stream(.accelerometer, accelerometer))
  }

  /// Returns the batches of device motion. Updates begin now and end with the iteration.
  public func deviceMotionUpdates() -> DeviceMotionUpdates {
    DeviceMotionUpdates(stream: stream(.deviceMotion, motion))
  }

  public struct AccelerometerUpdates: AsyncSequence {
    public typealias Element = [CMAccelerometerData]
    let stream: AsyncThrowingStream<Element, any Error>

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = [CMAccelerometerData]
      var base: AsyncThrowingStream<Element, any Error>.Iterator

      public mutating func next() async throws -> [CMAccelerometerData]? { try await base.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
  }

  public struct DeviceMotionUpdates: AsyncSequence {
    public typealias Element = [CMDeviceMotion]
    let stream: AsyncThrowingStream<Element, any Error>

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = [CMDeviceMotion]
      var base: AsyncThrowingStream<Element, any Error>.Iterator

      public mutating func next() async throws -> [CMDeviceMotion]? { try await base.next() }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
  }

  // MARK: Internals

  private func start<Item>(
    _ kind: BatchKind, _ updates: BatchedUpdates<Item>,
    _ handler: (([Item]?, (any Error)?) -> Void)?
  ) {
    updates.begin(handler)
    sensors.startBatches(kind, for: process, updates)
  }

  private func stop<Item>(_ kind: BatchKind, _ updates: BatchedUpdates<Item>) {
    updates.end()
    sensors.stopBatches(kind, for: process, updates)
  }

  private func stream<Item>(
    _ kind: BatchKind, _ updates: BatchedUpdates<Item>
  ) -> AsyncThrowingStream<[Item], any Error> {
    // A simulation runs one thing at a time.
    nonisolated(unsafe) let manager = self
    return AsyncThrowingStream { continuation in
      start(kind, updates) { batch, error in
        guard let batch else { return continuation.finish(throwing: error) }
        nonisolated(unsafe) let given = batch  // used in the same simulation only
        continuation.yield(given)
      }
      continuation.onTermination = { _ in manager.stop(kind, updates) }
    }
  }
}

/// Receives the system's events of one kind of batches for a manager.
private class BatchedUpdates<Item>: BatchEventReceiver, @unchecked SimulationConfined {
  private var handler: (([Item]?, (any Error)?) -> Void)?
  private(set) var latest: [Item]?
  private(set) var isActive = false

  func begin(_ handler: (([Item]?, (any Error)?) -> Void)?) {
    self.handler = handler
    latest = nil
    isActive = true
  }

  func end() {
    handler = nil
    latest = nil
    isActive = false
  }

  func received(_ batch: [MotionReading]) {}
  func received(_ batch: [DeviceMotionReading]) {}

  final func take(_ items: [Item]) {
    latest = items
    handler?(items, nil)
  }

  func failed(_ failure: BatchFailure) {
    let handler = handler
    end()
    handler?(nil, NSError(domain: CMErrorDomain, code: Int(failure.code.rawValue)))
  }
}

private final class AccelerometerBatches: BatchedUpdates<CMAccelerometerData>,
  @unchecked SimulationConfined
{
  override func received(_ batch: [MotionReading]) {
    take(batch.map { CMAccelerometerData(timestamp: $0.timestamp, $0.values) })
  }
}

private final class DeviceMotionBatches: BatchedUpdates<CMDeviceMotion>,
  @unchecked SimulationConfined
{
  override func received(_ batch: [DeviceMotionReading]) { take(batch.map(CMDeviceMotion.init)) }
}

extension BatchFailure {
  fileprivate var code: CMError {
    switch self {
    case .unsupported, .noWorkout: CMErrorNotAvailable
    case .notAuthorized: CMErrorNotAuthorized
    }
  }
}
