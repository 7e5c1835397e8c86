import Chunks
import CoreMotion
import Foundation

/// A motion sensor of Core Motion at a fixed rate, recorded while the process runs (WK8).
///
/// All sources of an app must share one `CMMotionManager`, as Apple recommends. Isolated to the
/// main actor.
@MainActor
public final class MotionSource: SampleSource {
  /// A sensor. Its raw value is the name of the stream.
  public enum Sensor: String, Hashable, Sendable, CaseIterable {
    /// The acceleration with gravity, in units of g.
    case accelerometer
    /// The raw rotation rate, in radians per second. Core Motion does not deliver it on a watch.
    case gyroscope
    /// The raw magnetic field, in microteslas, with the field of the device itself.
    case magnetometer
    /// The rotation rate of the device motion, in radians per second, without the gyroscope's bias.
    case rotationRate = "rotation-rate"
  }

  public let stream: StreamDescription
  private let sensor: Sensor
  private let manager: CMMotionManager
  private let interval: TimeInterval

  /// - Parameter rateHz: samples per second, 1 to 100.
  public init(_ sensor: Sensor, manager: CMMotionManager, rateHz: Int = 100) {
    precondition((1...100).contains(rateHz), "the sensors deliver 1 to 100 samples per second")
    self.sensor = sensor
    self.manager = manager
    interval = 1 / TimeInterval(rateHz)
    do throws(ChunkError) {
      stream = try StreamDescription(
        name: sensor.rawValue, unit: sensor.unit,
        nominalInterval: .nanoseconds(1_000_000_000 / rateHz))
    } catch {
      preconditionFailure("the names and units of the sensors are valid: \(error)")
    }
  }

  public func start(deliveringTo sink: SampleSink) {
    guard isAvailable else {
      return sink.fail(
        SampleSourceFailure(
          cause: .sensorOff, message: "This device has no \(sensor.description)."))
    }
    switch sensor {
    case .accelerometer:
      manager.accelerometerUpdateInterval = interval
      manager.startAccelerometerUpdates(to: .main, withHandler: handler(sink))
    case .gyroscope:
      manager.gyroUpdateInterval = interval
      manager.startGyroUpdates(to: .main, withHandler: handler(sink))
    case .magnetometer:
      manager.magnetometerUpdateInterval = interval
      manager.startMagnetometerUpdates(to: .main, withHandler: handler(sink))
    case .rotationRate:
      manager.deviceMotionUpdateInterval = interval
      manager.startDeviceMotionUpdates(to: .main, withHandler: handler(sink))
    }
  }

  public func stop() {
    switch sensor {
    case .accelerometer: manager.stopAccelerometerUpdates()
    case .gyroscope: manager.stopGyroUpdates()
    case .magnetometer: manager.stopMagnetometerUpdates()
    case .rotationRate: manager.stopDeviceMotionUpdates()
    }
  }

  private var isAvailable: Bool {
    switch sensor {
    case .accelerometer: manager.isAccelerometerAvailable
    case .gyroscope: manager.isGyroAvailable
    case .magnetometer: manager.isMagnetometerAvailable
    case .rotationRate: manager.isDeviceMotionAvailable
    }
  }

  /// Returns the handler that Core Motion calls on the main queue with each sample, or with an
  /// error instead of a sample.
  @inline(__always)
  private func handler<Sample: MotionSample>(
    _ sink: SampleSink
  ) -> @Sendable (Sample?, (any Error)?) -> Void {
    let take = sink.takeOnActorQueue
    return { sample, error in
      guard let sample else {
        let message = error?.localizedDescription ?? "The sensor delivered neither data nor error."
        return MainActor.assumeIsolated {
          sink.fail(SampleSourceFailure(cause: .sensorOff, message: message))
        }
      }
      assert(Thread.isMainThread)
      let values = sample.axes
      take(sample.timestamp, values.x, values.y, values.z)
    }
  }
}

extension MotionSource.Sensor: CustomStringConvertible {
  /// The sensor in words, for messages.
  public var description: String {
    switch self {
    case .accelerometer, .gyroscope, .magnetometer: rawValue
    case .rotationRate: "device motion"
    }
  }

  var unit: String {
    switch self {
    case .accelerometer: "g"
    case .gyroscope, .rotationRate: "rad/s"
    case .magnetometer: "uT"
    }
  }
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

extension CMMagnetometerData: MotionSample {
  var axes: (x: Double, y: Double, z: Double) {
    (magneticField.x, magneticField.y, magneticField.z)
  }
}

extension CMDeviceMotion: MotionSample {
  var axes: (x: Double, y: Double, z: Double) { (rotationRate.x, rotationRate.y, rotationRate.z) }
}
