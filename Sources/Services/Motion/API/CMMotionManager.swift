import Foundation
internal import YobanSimulatedApple

/// Access to the motion sensors for one process. Samples are delivered only while it runs (WK8).
///
/// Create one manager per app and keep it: when it is released, its updates end. Handlers run on
/// the given operation queue. Use the manager on the main thread.
open class CMMotionManager: NSObject {
  private let process: AppProcess
  private let accelerometer = SensorEventReceiver()
  private let gyroscope = SensorEventReceiver()
  private let magnetometer = SensorEventReceiver()
  private let motion = MotionReceiverOfManager()

  public override init() {
    process = AppProcess.callingOnPhone("CMMotionManager was created")
    super.init()
  }

  deinit {
    stop(.accelerometer)
    stop(.gyroscope)
    stop(.magnetometer)
    sensors.stopDeviceMotion(for: process, motion)
  }

  private var sensors: MotionService { process.app.device.motion }

  // MARK: Accelerometer

  /// Seconds between samples. A change has an effect at the next start.
  open var accelerometerUpdateInterval: TimeInterval = 0.01
  open var isAccelerometerAvailable: Bool { true }
  open private(set) var isAccelerometerActive = false
  /// The newest sample, while updates are active.
  open var accelerometerData: CMAccelerometerData? {
    accelerometer.latest.map { CMAccelerometerData(timestamp: $0.timestamp, $0.values) }
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
      queue.calling { reading in
        handler(CMAccelerometerData(timestamp: reading.timestamp, reading.values), nil)
      })
  }

  open func stopAccelerometerUpdates() {
    isAccelerometerActive = false
    stop(.accelerometer)
  }

  // MARK: Gyroscope

  /// Seconds between samples. A change has an effect at the next start.
  open var gyroUpdateInterval: TimeInterval = 0.01
  open var isGyroAvailable: Bool { true }
  open private(set) var isGyroActive = false
  /// The newest sample, while updates are active.
  open var gyroData: CMGyroData? {
    gyroscope.latest.map { CMGyroData(timestamp: $0.timestamp, $0.values) }
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
      queue.calling { reading in
        handler(CMGyroData(timestamp: reading.timestamp, reading.values), nil)
      })
  }

  open func stopGyroUpdates() {
    isGyroActive = false
    stop(.gyroscope)
  }

  // MARK: Device motion

  /// Seconds between readings. A change has an effect at the next start.
  open var deviceMotionUpdateInterval: TimeInterval = 0.01
  open var isDeviceMotionAvailable: Bool { true }
  open private(set) var isDeviceMotionActive = false
  /// The newest reading, while updates are active.
  open var deviceMotion: CMDeviceMotion? { motion.latest.map(CMDeviceMotion.init) }

  /// Returns the supported reference frames. Those of a magnetic pole need a magnetometer (MO2).
  open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
    let sensors = AppProcess.callingOnPhone("availableAttitudeReferenceFrames()").app.device.motion
    let always: CMAttitudeReferenceFrame = [.xArbitraryZVertical, .xArbitraryCorrectedZVertical]
    return sensors.has(.magnetometer)
      ? always.union([.xMagneticNorthZVertical, .xTrueNorthZVertical]) : always
  }
  /// The reference frame of the delivered attitudes.
  open private(set) var attitudeReferenceFrame = CMAttitudeReferenceFrame.xArbitraryZVertical

  open func startDeviceMotionUpdates() { start(.xArbitraryZVertical, nil) }

  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue, withHandler: handler)
  }

  /// Starts updates in a frame, which `availableAttitudeReferenceFrames()` must contain.
  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
    start(referenceFrame, nil)
  }

  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(referenceFrame, queue.calling { handler(CMDeviceMotion($0), nil) })
  }

  open func stopDeviceMotionUpdates() {
    isDeviceMotionActive = false
    motion.handler = nil
    motion.latest = nil
    sensors.stopDeviceMotion(for: process, motion)
  }

  // MARK: Magnetometer

  /// Seconds between samples. A change has an effect at the next start.
  open var magnetometerUpdateInterval: TimeInterval = 0.01
  /// True on an iPhone, and on an Apple Watch from Series 5 on (MO2).
  open var isMagnetometerAvailable: Bool { sensors.has(.magnetometer) }
  open private(set) var isMagnetometerActive = false
  /// The newest sample, while updates are active.
  open var magnetometerData: CMMagnetometerData? {
    magnetometer.latest.map { CMMagnetometerData(timestamp: $0.timestamp, $0.values) }
  }

  open func startMagnetometerUpdates() {
    isMagnetometerActive = isMagnetometerAvailable
    start(.magnetometer, magnetometerUpdateInterval, nil)
  }

  open func startMagnetometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler
  ) {
    isMagnetometerActive = isMagnetometerAvailable
    start(
      .magnetometer, magnetometerUpdateInterval,
      queue.calling { reading in
        handler(CMMagnetometerData(timestamp: reading.timestamp, reading.values), nil)
      })
  }

  open func stopMagnetometerUpdates() {
    isMagnetometerActive = false
    stop(.magnetometer)
  }

  // MARK: Internals

  private func start(
    _ sensor: MotionSensor, _ interval: TimeInterval, _ handler: ((MotionReading) -> Void)?
  ) {
    let receiver = receiver(of: sensor)
    receiver.handler = handler
    sensors.start(sensor, interval: interval, for: process, receiver)
  }

  private func start(
    _ frame: CMAttitudeReferenceFrame, _ handler: ((DeviceMotionReading) -> Void)?
  ) {
    isDeviceMotionActive = true
    attitudeReferenceFrame = frame
    motion.handler = handler
    let isNorth = frame == .xMagneticNorthZVertical || frame == .xTrueNorthZVertical
    sensors.startDeviceMotion(
      interval: deviceMotionUpdateInterval, towardNorth: isNorth, for: process, motion)
  }

  private func stop(_ sensor: MotionSensor) {
    let receiver = receiver(of: sensor)
    receiver.handler = nil
    receiver.latest = nil
    sensors.stop(sensor, for: process, receiver)
  }

  private func receiver(of sensor: MotionSensor) -> SensorEventReceiver {
    switch sensor {
    case .accelerometer: accelerometer
    case .gyroscope: gyroscope
    case .magnetometer: magnetometer
    }
  }
}

/// Receives the system's readings of one sensor for a manager.
private final class SensorEventReceiver: MotionEventReceiver {
  @exclusivity(unchecked) var handler: ((MotionReading) -> Void)?
  @exclusivity(unchecked) var latest: MotionReading?

  func received(_ reading: MotionReading, from sensor: MotionSensor) {
    latest = reading
    handler?(reading)
  }
}

/// Receives the system's readings of device motion for a manager.
private final class MotionReceiverOfManager: DeviceMotionEventReceiver {
  @exclusivity(unchecked) var handler: ((DeviceMotionReading) -> Void)?
  @exclusivity(unchecked) var latest: DeviceMotionReading?

  func received(_ motion: DeviceMotionReading) {
    latest = motion
    handler?(motion)
  }
}
