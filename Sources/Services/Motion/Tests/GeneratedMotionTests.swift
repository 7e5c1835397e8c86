import Foundation
import Testing
import YobanSimulatedOS

@testable import YobanMotion

/// The value grids of an iPhone's sensors.
enum Grid {
  private static let radians = Float(Double.pi / 180)

  /// Whether a value of the accelerometer is a multiple of 2^-16 g.
  static func isAcceleration(_ value: Double) -> Bool { (value * 65536).rounded() == value * 65536 }

  /// Whether a value of the gyroscope is float32(k·2^-16 °/s) · float32(π/180), as float32.
  static func isRotation(_ value: Double) -> Bool {
    // Where the steps are finer than float32, k is only known to within two.
    let near = (value / Double(radians) * 65536).rounded()
    let offsets: [Double] = [0, -1, 1, -2, 2]
    return offsets.contains { offset in
      let degrees = Float((near + offset) / 65536)
      return Double(degrees * radians) == value
    }
  }

  static func contains(_ value: SIMD3<Double>, of sensor: MotionSensor) -> Bool {
    (0..<3).allSatisfy { axis in
      switch sensor {
      case .accelerometer: isAcceleration(value[axis])
      case .gyroscope: isRotation(value[axis])
      // A multiple of 2^-16 µT.
      case .magnetometer: isAcceleration(value[axis])
      }
    }
  }
}

@Suite struct GeneratedMotionTests {
  /// 3,000 indices spread over twelve hours.
  private static let indices = (0..<3000).map { $0 * 1439 + $0 % 7 }

  @Test(arguments: MotionSensor.allCases, [1, 42, 0, UInt64.max])
  func `every value lies on its sensor's grid`(_ sensor: MotionSensor, _ seed: UInt64) {
    let series = GeneratedMotion(seed: seed).series(of: sensor)
    let outside = Self.indices.filter { !Grid.contains(series.value(at: $0), of: sensor) }
    #expect(outside == [])
  }

  @Test func `the test's own grid function detects values beside the grid`() {
    #expect(Grid.isAcceleration(3.0 / 65536) && !Grid.isAcceleration(3.5 / 65536))
    #expect(
      !Grid.isRotation(0.1) && Grid.isRotation(Double(Float(7.0 / 65536) * Float(Double.pi / 180))))
    #expect(!Grid.isRotation(7.5 / 65536 * Double.pi / 180))
  }

  @Test(arguments: [1, 42, UInt64.max])
  func `a generated sleeper measures about 1 g and turns slowly`(_ seed: UInt64) {
    let motion = GeneratedMotion(seed: seed)
    let (acceleration, rotation) = (
      motion.series(of: .accelerometer), motion.series(of: .gyroscope)
    )
    for index in Self.indices {
      let g = acceleration.value(at: index)
      #expect((0.9...1.1).contains((g * g).sum().squareRoot()))
      let turn = rotation.value(at: index)
      #expect((turn * turn).sum().squareRoot() < 1)
    }
  }

  @Test func `the same seed gives the same motion, another seed or sensor a different one`() {
    let values = { (seed: UInt64, sensor: MotionSensor) in
      Self.indices.map { GeneratedMotion(seed: seed).series(of: sensor).value(at: $0) }
    }
    #expect(values(1, .accelerometer) == values(1, .accelerometer))
    #expect(values(1, .accelerometer) != values(2, .accelerometer))
    #expect(values(1, .accelerometer) != values(1, .gyroscope))
  }

  @Test(arguments: [1, 3, 50, 100, 200, 800])
  func `samples have the requested rate, and can be found by time`(_ rate: Int) {
    let series = GeneratedMotion(seed: 1, rate: rate).series(of: .accelerometer)
    let interval = 1_000_000_000 / Int64(rate)
    #expect(series.nominalInterval == interval)
    for index in [0, 1, 2, 999, 4_320_000] {
      let time = series.time(of: index)
      #expect(time == Int64(index) * interval)
      #expect(series.firstIndex(notBefore: time) == index)
      #expect(series.firstIndex(notBefore: time + 1) == index + 1)
      if index > 0 { #expect(series.firstIndex(notBefore: time - 1) == index) }
    }
    #expect(series.firstIndex(notBefore: -5) == 0)
  }
}
