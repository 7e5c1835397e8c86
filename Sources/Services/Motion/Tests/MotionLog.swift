import CoreMotion
import Foundation
import YobanTesting
import YobanVirtualTime

/// The samples that an app received from its sensors, with the moment of each.
final class MotionLog: @unchecked SimulationConfined {
  struct Sample: Equatable {
    var instant: VirtualInstant
    var timestamp: Double
    var values: SIMD3<Double>
  }
  private(set) var samples: [MotionSensor: [Sample]] = [:]

  var accelerometer: [Sample] { samples[.accelerometer] ?? [] }

  /// Starts a sensor of the app whose code is running, which keeps its manager.
  @MainActor func start(_ sensor: MotionSensor = .accelerometer, interval: Double = 0.01) {
    let manager = Kept.get("manager") ?? CMMotionManager()
    Kept.of("manager", manager)
    start(sensor, interval: interval, manager)
  }

  @MainActor func start(
    _ sensor: MotionSensor, interval: Double = 0.01, _ manager: CMMotionManager
  ) {
    switch sensor {
    case .accelerometer:
      manager.accelerometerUpdateInterval = interval
      manager.startAccelerometerUpdates(to: .main) { [self] data, _ in
        guard let data else { return }
        let (a, time) = (data.acceleration, data.timestamp)
        add(SIMD3(a.x, a.y, a.z), time, sensor)
      }
    case .gyroscope:
      manager.gyroUpdateInterval = interval
      manager.startGyroUpdates(to: .main) { [self] data, _ in
        guard let data else { return }
        let (r, time) = (data.rotationRate, data.timestamp)
        add(SIMD3(r.x, r.y, r.z), time, sensor)
      }
    case .magnetometer:
      manager.magnetometerUpdateInterval = interval
      manager.startMagnetometerUpdates(to: .main) { [self] data, _ in
        guard let data else { return }
        let (b, time) = (data.magneticField, data.timestamp)
        add(SIMD3(b.x, b.y, b.z), time, sensor)
      }
    }
  }

  /// Stops a sensor of the app whose code is running.
  @MainActor static func stop(_ sensor: MotionSensor = .accelerometer) {
    let manager: CMMotionManager = Kept.get("manager")!
    switch sensor {
    case .accelerometer: manager.stopAccelerometerUpdates()
    case .gyroscope: manager.stopGyroUpdates()
    case .magnetometer: manager.stopMagnetometerUpdates()
    }
  }

  private func add(_ values: SIMD3<Double>, _ timestamp: Double, _ sensor: MotionSensor) {
    samples[sensor, default: []].append(
      Sample(instant: Simulation.current!.now, timestamp: timestamp, values: values))
  }
}
