import Foundation
import VirtualTime

/// Motion of a sleeper, made up from a seed, on the value grids of an iPhone's sensors.
///
/// Breathing on top of gravity, a new posture every few minutes, and noise. Accelerometer values
/// are multiples of 2^-16 g, gyroscope values float32(k·2^-16 °/s)·float32(π/180).
public struct GeneratedMotion: MotionSource {
  private let seed: UInt64
  private let interval: Int64

  /// - Parameters:
  ///   - seed: same seed, same motion.
  ///   - rate: samples per second, 1 to 800.
  public init(seed: UInt64, rate: Int = 100) {
    precondition((1...800).contains(rate), "the rate of generated motion must be 1 to 800 Hz")
    self.seed = seed
    interval = 1_000_000_000 / Int64(rate)
  }

  public func series(of sensor: MotionSensor) -> any MotionSeries {
    GeneratedSeries(
      sensor: sensor, seed: RandomStream(seed: seed, name: "motion/\(sensor.rawValue)").state,
      interval: interval)
  }
}

struct GeneratedSeries: MotionSeries {
  let sensor: MotionSensor
  let seed: UInt64
  let interval: Int64
  var nominalInterval: Int64 { interval }

  /// One breath as a table, so that a sample costs a look-up: 4096 steps of a sine.
  private static let breath: [Double] = (0..<4096).map { sin(2 * Double.pi * Double($0) / 4096) }
  /// How long a posture is kept, and how long a breath takes.
  private static let posture: Int64 = 240_000_000_000
  private static let breathLength: Int64 = 4_200_000_000
  private static let radiansPerStep = Double(Float(Double.pi / 180))

  func time(of index: Int) -> Int64 { Int64(index) * interval }
  func firstIndex(notBefore time: Int64) -> Int { Int((max(0, time) + interval - 1) / interval) }

  func value(at index: Int) -> SIMD3<Double> {
    let time = self.time(of: index)
    let step = Int(time % Self.breathLength * 4096 / Self.breathLength)
    let wave = Self.breath.withUnsafeBufferPointer { $0[step] }
    let noise = mix(seed &+ UInt64(index))
    let random = components(noise)
    switch sensor {
    case .accelerometer:
      // Gravity is 1 g in whatever direction the posture has.
      let rest = components(mix(seed ^ UInt64(time / Self.posture) &* 0x9E37_79B9))
      let gravity = rest * (65536 / max(1, (rest * rest).sum().squareRoot()))
      return (gravity + wave * 700 + random / 4000).rounded(.toNearestOrEven) / 65536
    case .gyroscope:
      let k = (wave * 30_000 + random / 40).rounded(.toNearestOrEven)
      let degrees = SIMD3<Float>(k / 65536)
      return SIMD3<Double>(degrees * Float(Self.radiansPerStep))
    }
  }

  /// Three numbers of −524,288 to 524,287.
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
