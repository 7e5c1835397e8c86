import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// Motion of a sleeping person, generated from a seed, on a manufacturer's value grid (MO1).
///
/// It consists of gravity, breathing, a new posture every few minutes, and noise. The magnetometer
/// measures the earth's field at `World.origin`, in the same postures.
public struct GeneratedMotion: MotionSource {
  private let seed: UInt64
  private let interval: Int64
  private let grid: MotionGrid

  /// Creates motion at a rate in whole samples per second.
  ///
  /// - Parameters:
  ///   - seed: the same seed gives the same motion.
  ///   - rate: samples per second, 1 to 800.
  ///   - grid: the value grid, which also defines the units.
  public init(seed: UInt64, rate: Int = 100, grid: MotionGrid = .iPhone) {
    let rate = Misuse.within(1...800, rate, "generated motion of \(rate) Hz")
    self.init(seed: seed, interval: .nanoseconds(1_000_000_000 / Int64(rate)), grid: grid)
  }

  /// Creates motion at any interval, such as a grid's own (`MotionGrid.interval`).
  ///
  /// - Parameter interval: time from one sample to the next, 1.25 ms to 1 s.
  package init(seed: UInt64, interval: Duration, grid: MotionGrid = .iPhone) {
    let isRight = Misuse.isRight(
      interval >= .microseconds(1250) && interval <= .seconds(1),
      "There is no generated motion with an interval of \(interval); it must be 1.25 ms to 1 s.")
    self.seed = seed
    self.interval = (isRight ? interval : grid.interval).nanoseconds
    self.grid = grid
  }

  public func series(of sensor: MotionSensor) -> any MotionSeries {
    // The magnetometer is tilted like the accelerometer.
    let tilting: MotionSensor = sensor == .magnetometer ? .accelerometer : sensor
    return GeneratedSeries(
      sensor: sensor, grid: grid, seed: state(of: sensor), tiltSeed: state(of: tilting),
      interval: interval)
  }

  private func state(of sensor: MotionSensor) -> UInt64 {
    RandomStream(seed: seed, name: "motion/\(sensor.rawValue)").state
  }

  public func series(of sensor: MotionSensor, rate: Int) -> any MotionSeries {
    GeneratedMotion(seed: seed, rate: rate, grid: grid).series(of: sensor)
  }
}

struct GeneratedSeries: MotionSeries {
  let sensor: MotionSensor
  let grid: MotionGrid
  let seed: UInt64
  /// The seed of the directions of gravity.
  let tiltSeed: UInt64
  let interval: Int64
  var nominalInterval: Int64 { interval }

  /// One breath as a lookup table: 4096 steps of a sine.
  private static let breath: [Double] = (0..<4096).map { sin(2 * Double.pi * Double($0) / 4096) }
  /// Durations of a posture and of a breath, in nanoseconds.
  private static let posture: Int64 = 240_000_000_000
  private static let breathLength: Int64 = 4_200_000_000

  func time(of index: Int) -> Int64 { Int64(index) * interval }
  func firstIndex(notBefore time: Int64) -> Int { Int((max(0, time) + interval - 1) / interval) }

  func value(at index: Int) -> SIMD3<Double> {
    Self.breath.withUnsafeBufferPointer { value(at: index, $0, rest(at: time(of: index))) }
  }

  func read(
    from index: Int, by stride: Int, times: UnsafeMutableBufferPointer<Int64>,
    values: UnsafeMutableBufferPointer<SIMD3<Double>>
  ) {
    Self.breath.withUnsafeBufferPointer { breath in
      var posture = Int64.min
      var rest = SIMD3<Double>.zero
      for offset in times.indices {
        let sample = index + offset * stride
        let time = self.time(of: sample)
        times[offset] = time
        if time / Self.posture != posture {
          posture = time / Self.posture
          rest = self.rest(at: time)
        }
        values[offset] = value(at: sample, breath, rest)
      }
    }
  }

  @inline(__always)
  private func value(
    at index: Int, _ breath: UnsafeBufferPointer<Double>, _ rest: SIMD3<Double>
  ) -> SIMD3<Double> {
    let wave = breath[Int(time(of: index) % Self.breathLength * 4096 / Self.breathLength)]
    let random = components(mix(seed &+ UInt64(index)))
    switch sensor {
    case .accelerometer: return grid.acceleration(rest + wave * 700 + random / 4000)
    case .gyroscope: return grid.rotation(wave * 30_000 + random / 40)
    // The noise of an axis is 0.4 µT at most.
    case .magnetometer: return grid.magneticField(rest + random / 20)
    }
  }

  /// Returns what the sensor measures in the posture without movement and noise, in units of 2^-16:
  /// the earth's magnetic field for the magnetometer, gravity for the other sensors.
  private func rest(at time: Int64) -> SIMD3<Double> {
    sensor == .magnetometer ? magneticField(at: time) : gravity(at: time)
  }

  /// Returns gravity in the direction of the posture: 1 g, in units of 2^-16 g.
  private func gravity(at time: Int64) -> SIMD3<Double> {
    let any = vector(at: time, tiltSeed)
    return any * (65536 / max(1, (any * any).sum().squareRoot()))
  }

  /// Returns the earth's magnetic field in the device's axes, in units of 2^-16 µT.
  private func magneticField(at time: Int64) -> SIMD3<Double> {
    let down = gravity(at: time) / 65536
    // The device points in any direction of the compass.
    let any = vector(at: time, seed)
    let level = any - down * (any * down).sum()
    let north = level / max(1, (level * level).sum().squareRoot())
    return (north * World.magneticField.north + down * World.magneticField.down) * 65536
  }

  /// Returns a vector of any direction and length, which belongs to the posture.
  private func vector(at time: Int64, _ seed: UInt64) -> SIMD3<Double> {
    components(mix(seed ^ UInt64(time / Self.posture) &* 0x9E37_79B9))
  }

  /// Returns three numbers from −524,288 to 524,287.
  @inline(__always) private func components(_ bits: UInt64) -> SIMD3<Double> {
    SIMD3<Double>(SIMD3<Int64>(truncatingIfNeeded: SIMD3(bits, bits >> 20, bits >> 40) & 0xfffff))
      - 0x80000
  }

  @inline(__always) private func mix(_ value: UInt64) -> UInt64 {
    var z = value &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
