import Chunks
import CoreMotion
import Foundation

/// The accelerometer, in units of g, recorded while the process runs (WK8).
///
/// All sources of an app must share one `CMMotionManager`, as Apple recommends.
@MainActor
public final class AccelerometerSource: SampleSource {
  public let stream: StreamDescription
  private let manager: CMMotionManager
  private let interval: TimeInterval

  /// - Parameter rateHz: samples per second, 1 to 100.
  public init(manager: CMMotionManager, rateHz: Int = 100) {
    self.manager = manager
    interval = 1 / TimeInterval(rateHz)
    stream = .motion("accelerometer", unit: "g", rateHz: rateHz)
  }

  public func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    guard manager.isAccelerometerAvailable else { return fail(.unavailable(stream.name)) }
    manager.accelerometerUpdateInterval = interval
    manager.startAccelerometerUpdates(to: .main, withHandler: motionHandler(deliver, fail))
  }

  public func stop() { manager.stopAccelerometerUpdates() }
}

/// The gyroscope, in radians per second, recorded while the process runs (WK8).
@MainActor
public final class GyroscopeSource: SampleSource {
  public let stream: StreamDescription
  private let manager: CMMotionManager
  private let interval: TimeInterval

  /// - Parameter rateHz: samples per second, 1 to 100.
  public init(manager: CMMotionManager, rateHz: Int = 100) {
    self.manager = manager
    interval = 1 / TimeInterval(rateHz)
    stream = .motion("gyroscope", unit: "rad/s", rateHz: rateHz)
  }

  public func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    guard manager.isGyroAvailable else { return fail(.unavailable(stream.name)) }
    manager.gyroUpdateInterval = interval
    manager.startGyroUpdates(to: .main, withHandler: motionHandler(deliver, fail))
  }

  public func stop() { manager.stopGyroUpdates() }
}

/// The values that a source records of a Core Motion sample.
protocol MotionSample: CMLogItem {
  var axes: (x: Double, y: Double, z: Double) { get }
}

extension CMAccelerometerData: MotionSample {
  var axes: (x: Double, y: Double, z: Double) { (acceleration.x, acceleration.y, acceleration.z) }
}

extension CMGyroData: MotionSample {
  var axes: (x: Double, y: Double, z: Double) { (rotationRate.x, rotationRate.y, rotationRate.z) }
}

/// Returns the handler that Core Motion calls on the main queue with each sample, or with an error
/// instead of a sample.
@inline(__always)
func motionHandler<Sample: MotionSample>(
  _ deliver: @escaping SampleHandler,
  _ fail: @escaping @MainActor (SampleSourceFailure) -> Void
) -> @Sendable (Sample?, (any Error)?) -> Void {
  let take = onMainQueue(deliver)
  return { sample, error in
    guard let sample else {
      let failure = SampleSourceFailure.sensor(error)
      return MainActor.assumeIsolated { fail(failure) }
    }
    assert(Thread.isMainThread)
    let values = sample.axes
    take(sample.timestamp, values.x, values.y, values.z)
  }
}

/// Returns a handler for calls that are known to be made on the main queue. It avoids the check in
/// `MainActor.assumeIsolated`: at a hundred samples a second, the check costs more than all the
/// rest.
///
/// This is safe when the handler is called on the main queue: Core Motion calls it on the queue
/// that it was given, which is `.main`, Android on the main thread, and debug builds check it. The
/// cast removes only the actor from the type, as `assumeIsolated` does.
package func onMainQueue(
  _ deliver: @escaping SampleHandler
) -> @Sendable (TimeInterval, Double, Double, Double) -> Void {
  unsafeBitCast(deliver, to: (@Sendable (TimeInterval, Double, Double, Double) -> Void).self)
}

extension StreamDescription {
  static func motion(_ name: String, unit: String, rateHz: Int) -> StreamDescription {
    precondition((1...100).contains(rateHz), "the sensors give 1 to 100 samples a second")
    do throws(ChunkError) {
      let interval = Duration.nanoseconds(1_000_000_000 / rateHz)
      return try StreamDescription(name: name, unit: unit, nominalInterval: interval)
    } catch {
      preconditionFailure("the names above keep the rules: \(error)")
    }
  }
}

extension SampleSourceFailure {
  static func unavailable(_ sensor: String) -> SampleSourceFailure {
    SampleSourceFailure(cause: .sensorOff, message: "This device has no \(sensor).")
  }

  static func sensor(_ error: (any Error)?) -> SampleSourceFailure {
    SampleSourceFailure(
      cause: .sensorOff, message: error?.localizedDescription ?? "The sensor gave nothing.")
  }
}
