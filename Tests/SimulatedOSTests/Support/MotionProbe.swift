import Foundation
import YobanVirtualTime

@testable import YobanAppleSystem
import YobanSimulatedOS

/// Stores the samples that a process received from its sensors, with the moment of each.
final class MotionProbe: MotionEventReceiver, @unchecked SimulationConfined {
  struct Sample: Equatable {
    var instant: VirtualInstant
    var timestamp: Double
    var values: SIMD3<Double>
  }
  private(set) var samples: [MotionSensor: [Sample]] = [:]

  func received(_ reading: MotionReading, from sensor: MotionSensor) {
    samples[sensor, default: []].append(
      Sample(instant: Simulation.current!.now, timestamp: reading.timestamp, values: reading.values)
    )
  }

  var accelerometer: [Sample] { samples[.accelerometer] ?? [] }

  /// Starts a sensor for the app whose code is running.
  func start(_ sensor: MotionSensor = .accelerometer, interval: Double = 0.01) {
    let launch = TestLaunch.current
    launch.device.motion.start(sensor, interval: interval, for: launch.process, self)
  }

  func stop(_ sensor: MotionSensor = .accelerometer) {
    let launch = TestLaunch.current
    launch.device.motion.stop(sensor, for: launch.process, self)
  }
}

/// A sensor with irregular steps, as in a recording. Each value is its own index.
struct IrregularSeries: MotionSeries {
  let times: [Int64]

  init(seed: UInt64, count: Int) {
    var random = RandomStream(seed: seed, name: "steps")
    var time: Int64 = 0
    times = (0..<count).map { _ in
      defer { time += 1_000_000 + Int64(random.next(below: 20_000_000)) }
      return time
    }
  }

  var nominalInterval: Int64 { 10_000_000 }
  func time(of index: Int) -> Int64 { times[index] }
  func value(at index: Int) -> SIMD3<Double> { SIMD3(repeating: Double(index)) }
  func firstIndex(notBefore time: Int64) -> Int { times.firstIndex { $0 >= time } ?? times.count }
}

struct OneSeries: MotionSource {
  var series: any MotionSeries
  func series(of sensor: MotionSensor) -> any MotionSeries { series }
}

extension MotionSeries {
  /// The indices of the samples strictly between two moments, found by checking every one.
  func indices(
    after start: VirtualInstant, before end: VirtualInstant, every factor: Int = 1, of count: Int
  ) -> [Int] {
    (0..<count).filter { index in
      let time = time(of: index)
      return index % factor == 0 && time > start.nanoseconds && time < end.nanoseconds
    }
  }
}
