import Foundation
internal import SimulatedOS

/// The motion sensors as one process sees them: samples come only while it runs (WK8).
///
/// An app makes one and keeps it: when it is released, its updates end. Handlers run on the
/// operation queue given. Use it on the main thread.
open class CMMotionManager: NSObject {
  private let process: AppProcess
  private let port = MotionManagerPort()

  public override init() {
    process = AppProcess.calling("CMMotionManager was made")
    super.init()
  }

  deinit {
    stop(.accelerometer)
    stop(.gyroscope)
    sensors.stopDeviceMotion(for: process, port)
  }

  private var sensors: MotionService { process.app.device.motion }

  // MARK: Accelerometer

  /// Seconds between samples; takes effect at the next start.
  open var accelerometerUpdateInterval: TimeInterval = 0.01
  open var isAccelerometerAvailable: Bool { true }
  open private(set) var isAccelerometerActive = false
  /// The newest sample, while updates are on.
  open var accelerometerData: CMAccelerometerData? {
    port.latest[.accelerometer].map { CMAccelerometerData(timestamp: $0.timestamp, $0.values) }
  }

  open func startAccelerometerUpdates() {
    isAccelerometerActive = true
    start(.accelerometer, accelerometerUpdateInterval, nil)
  }

  open func startAccelerometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
  ) {
    isAccelerometerActive = true
    start(
      .accelerometer, accelerometerUpdateInterval,
      onQueue(queue) { reading in
        handler(CMAccelerometerData(timestamp: reading.timestamp, reading.values), nil)
      })
  }

  open func stopAccelerometerUpdates() {
    isAccelerometerActive = false
    stop(.accelerometer)
  }

  // MARK: Gyroscope

  /// Seconds between samples; takes effect at the next start.
  open var gyroUpdateInterval: TimeInterval = 0.01
  open var isGyroAvailable: Bool { true }
  open private(set) var isGyroActive = false
  /// The newest sample, while updates are on.
  open var gyroData: CMGyroData? {
    port.latest[.gyroscope].map { CMGyroData(timestamp: $0.timestamp, $0.values) }
  }

  open func startGyroUpdates() {
    isGyroActive = true
    start(.gyroscope, gyroUpdateInterval, nil)
  }

  open func startGyroUpdates(to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler)
  {
    isGyroActive = true
    start(
      .gyroscope, gyroUpdateInterval,
      onQueue(queue) { reading in
        handler(CMGyroData(timestamp: reading.timestamp, reading.values), nil)
      })
  }

  open func stopGyroUpdates() {
    isGyroActive = false
    stop(.gyroscope)
  }

  // MARK: Device motion

  /// Seconds between readings; takes effect at the next start.
  open var deviceMotionUpdateInterval: TimeInterval = 0.01
  open var isDeviceMotionAvailable: Bool { true }
  open private(set) var isDeviceMotionActive = false
  /// The newest reading, while updates are on.
  open var deviceMotion: CMDeviceMotion? { port.latestMotion.map(CMDeviceMotion.init) }

  /// The reference frames that the device's sensors allow: without a magnetometer only one.
  open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
    .xArbitraryZVertical
  }
  /// The reference frame of the attitudes delivered.
  open var attitudeReferenceFrame: CMAttitudeReferenceFrame { .xArbitraryZVertical }

  open func startDeviceMotionUpdates() { start(nil) }

  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(onQueue(queue) { handler(CMDeviceMotion($0), nil) })
  }

  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) { start(nil) }

  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    startDeviceMotionUpdates(to: queue, withHandler: handler)
  }

  open func stopDeviceMotionUpdates() {
    isDeviceMotionActive = false
    port.motionHandler = nil
    port.latestMotion = nil
    sensors.stopDeviceMotion(for: process, port)
  }

  // MARK: Magnetometer

  /// False: the simulated devices have none.
  open var isMagnetometerAvailable: Bool { false }

  // MARK: Inside

  private func start(
    _ sensor: MotionSensor, _ interval: TimeInterval, _ handler: ((MotionReading) -> Void)?
  ) {
    port.handlers[sensor] = handler
    sensors.start(sensor, interval: interval, for: process, port)
  }

  private func start(_ handler: ((DeviceMotionReading) -> Void)?) {
    isDeviceMotionActive = true
    port.motionHandler = handler
    sensors.startDeviceMotion(interval: deviceMotionUpdateInterval, for: process, port)
  }

  private func stop(_ sensor: MotionSensor) {
    port.handlers[sensor] = nil
    port.latest[sensor] = nil
    sensors.stop(sensor, for: process, port)
  }

  /// Readings arrive on the main queue; another queue is given each as work of its own.
  private func onQueue<Value>(_ queue: OperationQueue, _ deliver: @escaping (Value) -> Void) -> (
    Value
  ) -> Void {
    if queue === OperationQueue.main { return deliver }
    // A simulation runs one thing at a time, so that what is sent is never used at once.
    nonisolated(unsafe) let deliver = deliver
    if let underlying = queue.underlyingQueue {
      return { value in
        nonisolated(unsafe) let value = value
        underlying.async { deliver(value) }
      }
    }
    return { value in
      nonisolated(unsafe) let value = value
      queue.addOperation { deliver(value) }
    }
  }
}

/// What the system tells a manager.
private final class MotionManagerPort: MotionPort, DeviceMotionPort {
  var handlers: [MotionSensor: (MotionReading) -> Void] = [:]
  var latest: [MotionSensor: MotionReading] = [:]
  var motionHandler: ((DeviceMotionReading) -> Void)?
  var latestMotion: DeviceMotionReading?

  func received(_ reading: MotionReading, from sensor: MotionSensor) {
    latest[sensor] = reading
    handlers[sensor]?(reading)
  }

  func received(_ motion: DeviceMotionReading) {
    latestMotion = motion
    motionHandler?(motion)
  }
}
