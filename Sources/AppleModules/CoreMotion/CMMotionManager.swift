import Foundation
internal import SimulatedOS

/// The motion sensors as one process sees them: samples come only while it runs (WK8).
///
/// An app makes one and keeps it. Handlers run on the operation queue given.
open class CMMotionManager: NSObject {
  private let process: AppProcess
  private var port: Port!

  public override init() {
    guard let process = AppProcess.current else {
      preconditionFailure("CMMotionManager was made outside an app: run the app on a simulated device")
    }
    self.process = process
    super.init()
    port = Port()
  }

  deinit {
    stop(.accelerometer)
    stop(.gyroscope)
  }

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
    start(.accelerometer, accelerometerUpdateInterval, on: nil) { _ in }
  }

  open func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler) {
    isAccelerometerActive = true
    start(.accelerometer, accelerometerUpdateInterval, on: queue) { reading in
      handler(CMAccelerometerData(timestamp: reading.timestamp, reading.values), nil)
    }
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
  open var gyroData: CMGyroData? {
    port.latest[.gyroscope].map { CMGyroData(timestamp: $0.timestamp, $0.values) }
  }

  open func startGyroUpdates() {
    isGyroActive = true
    start(.gyroscope, gyroUpdateInterval, on: nil) { _ in }
  }

  open func startGyroUpdates(to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler) {
    isGyroActive = true
    start(.gyroscope, gyroUpdateInterval, on: queue) { reading in
      handler(CMGyroData(timestamp: reading.timestamp, reading.values), nil)
    }
  }

  open func stopGyroUpdates() {
    isGyroActive = false
    stop(.gyroscope)
  }

  // MARK: Inside

  private func start(
    _ sensor: MotionSensor, _ interval: TimeInterval, on queue: OperationQueue?,
    _ deliver: @escaping (MotionReading) -> Void
  ) {
    // Readings arrive on the main queue; another queue is given each as work of its own.
    nonisolated(unsafe) let deliver = deliver  // one thing at a time runs in a simulation
    if queue == nil || queue === OperationQueue.main {
      port.handlers[sensor] = deliver
    } else if let underlying = queue?.underlyingQueue {
      port.handlers[sensor] = { reading in underlying.async { deliver(reading) } }
    } else {
      port.handlers[sensor] = { reading in queue?.addOperation { deliver(reading) } }
    }
    process.app.device.motion.start(sensor, interval: interval, for: process, port)
  }

  private func stop(_ sensor: MotionSensor) {
    port.handlers[sensor] = nil
    port.latest[sensor] = nil
    process.app.device.motion.stop(sensor, for: process, port)
  }

  private final class Port: MotionPort {
    var handlers: [MotionSensor: (MotionReading) -> Void] = [:]
    var latest: [MotionSensor: MotionReading] = [:]

    func received(_ reading: MotionReading, from sensor: MotionSensor) {
      latest[sensor] = reading
      handlers[sensor]?(reading)
    }
  }
}
