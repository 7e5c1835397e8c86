import CoreMotion

/// Device motion as an asynchronous sequence of plain values.
@MainActor
public final class MotionStream {
  public struct Tilt: Sendable { public var roll, pitch: Double }

  private let manager = CMMotionManager()

  public init() {}

  public func tilts() -> AsyncStream<Tilt> {
    manager.deviceMotionUpdateInterval = 1.0 / 10.0
    let (stream, continuation) = AsyncStream<Tilt>.makeStream(bufferingPolicy: .bufferingNewest(1))
    guard manager.isDeviceMotionAvailable else {
      continuation.finish()
      return stream
    }
    manager.startDeviceMotionUpdates(to: .main) { motion, error in
      guard let motion else { return continuation.finish() }
      let q = motion.attitude.quaternion
      assert(abs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-9)
      continuation.yield(Tilt(roll: motion.attitude.roll, pitch: motion.attitude.pitch))
    }
    return stream
  }

  public func stop() { manager.stopDeviceMotionUpdates() }
}
