import CoreMotion

public class MotionLogger {
  private let motionManager = CMMotionManager()
  private let queue = OperationQueue()
  private var initialAttitude: CMAttitude?
  public var samples: [(TimeInterval, Double, Double, Double)] = []

  public init() {}

  public func startAccelerometer() {
    guard motionManager.isAccelerometerAvailable else { return }
    motionManager.accelerometerUpdateInterval = 1.0 / 50.0
    motionManager.startAccelerometerUpdates(to: OperationQueue.main) { [weak self] (data, error) in
      guard let data = data, error == nil else { return }
      let a = data.acceleration
      self?.samples.append((data.timestamp, a.x, a.y, a.z))
    }
  }

  /// Reads the data with a timer instead of a handler.
  public func startGyroscope() -> Timer? {
    guard motionManager.isGyroAvailable else { return nil }
    motionManager.gyroUpdateInterval = 0.1
    motionManager.startGyroUpdates()
    return Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
      if let rate = self?.motionManager.gyroData?.rotationRate { print(rate.x, rate.y, rate.z) }
    }
  }

  public func startDeviceMotion(changed: @escaping (Double) -> Void) {
    guard motionManager.isDeviceMotionAvailable, !motionManager.isDeviceMotionActive else { return }
    motionManager.deviceMotionUpdateInterval = 0.02
    motionManager.startDeviceMotionUpdates(using: .xArbitraryZVertical, to: queue) {
      [weak self] data, error in
      guard let self = self, let data = data else { return }
      if self.initialAttitude == nil { self.initialAttitude = data.attitude.copy() as? CMAttitude }
      data.attitude.multiply(byInverseOf: self.initialAttitude!)
      let attitude = data.attitude
      let magnitude = sqrt(pow(attitude.roll, 2) + pow(attitude.yaw, 2) + pow(attitude.pitch, 2))
      let degrees = atan2(data.gravity.x, data.gravity.y) * 180 / .pi
      if data.userAcceleration.x < -2.5 { print("shaken", degrees, data.heading) }
      OperationQueue.main.addOperation { changed(magnitude) }
    }
  }

  public func stop() {
    motionManager.stopAccelerometerUpdates()
    motionManager.stopGyroUpdates()
    motionManager.stopDeviceMotionUpdates()
  }
}
