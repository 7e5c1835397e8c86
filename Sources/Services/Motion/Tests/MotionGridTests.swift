import Foundation
import Testing
import YobanSimulatedOS

@testable import YobanMotion

/// The value grid of a Galaxy S25's sensors, derived here again from its recording.
private enum GalaxyGrid {
  /// Values are float32(k)·float32(9.80665·0.000244) in m/s².
  static let acceleration = Float(9.80665 * 0.000244)
  /// Values are float32(k)·0.00061086478 in rad/s.
  static let rotation = Float(0.000610864779446274)
  /// Values are float32(k)·0.06 in µT.
  static let field = Float(0.06)

  static func contains(_ value: SIMD3<Double>, of sensor: MotionSensor) -> Bool {
    let unit =
      switch sensor {
      case .accelerometer: acceleration
      case .gyroscope: rotation
      case .magnetometer: field
      }
    return (0..<3).allSatisfy { axis in
      let k = (value[axis] / Double(unit)).rounded()
      return Double(Float(k) * unit) == value[axis]
    }
  }
}

@Suite struct MotionGridTests {
  private static let indices = (0..<3000).map { $0 * 1439 + $0 % 7 }

  @Test(arguments: MotionSensor.allCases, [1, 42, UInt64.max])
  func `every generated value of a Galaxy lies on its sensor's grid (MO1)`(
    _ sensor: MotionSensor, _ seed: UInt64
  ) {
    let series = GeneratedMotion(
      seed: seed, interval: MotionGrid.galaxy.interval, grid: .galaxy
    ).series(of: sensor)
    #expect(Self.indices.filter { !GalaxyGrid.contains(series.value(at: $0), of: sensor) } == [])
    #expect(series.nominalInterval == 16_961_500)
  }

  @Test func `the test's own grid function detects values beside the grid`() {
    let unit = Double(GalaxyGrid.acceleration)
    #expect(!GalaxyGrid.contains(SIMD3(0, 0, 3.5 * unit), of: .accelerometer))
    #expect(!GalaxyGrid.contains(SIMD3(1.0 / 65536, 0, 0), of: .accelerometer))
    #expect(
      GalaxyGrid.contains(SIMD3(0, 0, Double(Float(7) * GalaxyGrid.rotation)), of: .gyroscope))
  }

  @Test func `a Galaxy measures the same motion in other units`() {
    let (phone, galaxy) = (
      GeneratedMotion(seed: 7).series(of: .accelerometer),
      GeneratedMotion(seed: 7, grid: .galaxy).series(of: .accelerometer)
    )
    for index in Self.indices {
      let difference = phone.value(at: index) * 9.80665 - galaxy.value(at: index)
      #expect((0..<3).allSatisfy { abs(difference[$0]) < 0.0024 })
    }
  }

  @Test(arguments: MotionGrid.allCases)
  func `samples that are read ahead equal samples that are read one by one`(_ grid: MotionGrid) {
    for sensor in MotionSensor.allCases {
      let series = GeneratedMotion(seed: 3, grid: grid).series(of: sensor)
      // These include the change of posture after 240 s.
      for start in [0, 23_980, 4_000_001] {
        let times = UnsafeMutableBufferPointer<Int64>.allocate(capacity: 64)
        let values = UnsafeMutableBufferPointer<SIMD3<Double>>.allocate(capacity: 64)
        defer {
          times.deallocate()
          values.deallocate()
        }
        for stride in [1, 3] {
          series.read(from: start, by: stride, times: times, values: values)
          let indices = (0..<64).map { start + $0 * stride }
          #expect(Array(times) == indices.map { series.time(of: $0) })
          #expect(Array(values) == indices.map { series.value(at: $0) })
        }
      }
    }
  }

  @Test(
    .enabled(if: SharedData.contains("s25_acc.csv.gz"), "needs ../shared/data"),
    arguments: [MotionSensor.accelerometer, .gyroscope])
  func `every value of the Galaxy's recording lies on its sensor's grid`(_ sensor: MotionSensor)
    throws
  {
    let motion = try RecordedMotion(folder: SharedData.folder, prefix: "s25")
    let series = motion.series(of: sensor)
    #expect((0..<9334).filter { !GalaxyGrid.contains(series.value(at: $0), of: sensor) } == [])
    // About 58.9 Hz.
    #expect(series.nominalInterval == MotionGrid.galaxy.interval.nanoseconds)
    // At rest the sensor measures gravity in m/s².
    if sensor == .accelerometer {
      let lengths = (0..<9334).map { (series.value(at: $0) * series.value(at: $0)).sum() }
      let median = lengths.sorted()[lengths.count / 2].squareRoot()
      #expect((9.0...10.6).contains(median))
    }
  }

  @Test func `a device has the sensors of its manufacturer`() throws {
    let world = try World(seed: 1)
    let phone = try world.addPhone("phone", .iPhone(iOS: 17)).motion.source
    let android = try world.addAndroidPhone("android", .android(api: 34)).motion.source
    #expect(Grid.contains(phone.series(of: .accelerometer).value(at: 5), of: .accelerometer))
    let series = android.series(of: .accelerometer)
    #expect(GalaxyGrid.contains(series.value(at: 5), of: .accelerometer))
    #expect(series.nominalInterval == MotionGrid.galaxy.interval.nanoseconds)
  }

  @Test func `at a rate above the recording's the newest value is repeated`() {
    let base = GeneratedMotion(seed: 1, rate: 100).series(of: .accelerometer)
    let held = OneSeries(series: base).series(of: .accelerometer, rate: 800)
    #expect(held.nominalInterval == 1_250_000)
    for index in 0..<1000 {
      #expect(held.time(of: index) == Int64(index) * 1_250_000)
      #expect(held.value(at: index) == base.value(at: index / 8))
    }
  }
}
