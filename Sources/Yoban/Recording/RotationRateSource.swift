import Chunks
import CoreMotion
import Foundation

/// The rotation rate of a device, in radians per second, from its device motion. It is recorded
/// while the process runs (WK8).
///
/// Use it on the watch, where Core Motion does not deliver the raw gyroscope. The bias is removed.
@MainActor
public final class RotationRateSource: SampleSource {
  public let stream: StreamDescription
  private let manager: CMMotionManager
  private let interval: TimeInterval

  /// - Parameter rateHz: samples per second, 1 to 100.
  public init(manager: CMMotionManager, rateHz: Int = 100) {
    self.manager = manager
    interval = 1 / TimeInterval(rateHz)
    stream = .motion("rotation-rate", unit: "rad/s", rateHz: rateHz)
  }

  public func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    guard manager.isDeviceMotionAvailable else { return fail(.unavailable(stream.name)) }
    manager.deviceMotionUpdateInterval = interval
    manager.startDeviceMotionUpdates(to: .main, withHandler: motionHandler(deliver, fail))
  }

  public func stop() { manager.stopDeviceMotionUpdates() }
}

extension CMDeviceMotion: MotionSample {
  var axes: (x: Double, y: Double, z: Double) { (rotationRate.x, rotationRate.y, rotationRate.z) }
}
