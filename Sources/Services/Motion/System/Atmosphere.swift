import Foundation
import YobanVirtualTime

/// The standard atmosphere of ISO 2533, up to 11 km: the relation of air pressure and altitude.
enum StandardAtmosphere {
  /// Pascals at sea level.
  private static let seaLevel = 101_325.0
  /// The fall of temperature per meter, as a share of the temperature at sea level (288.15 K).
  private static let lapse = 0.0065 / 288.15
  private static let exponent = 5.255_88

  /// Returns the air pressure in pascals.
  ///
  /// - Parameter altitude: meters above sea level.
  static func pressure(at altitude: Double) -> Double {
    seaLevel * pow(max(0, 1 - lapse * altitude), exponent)
  }

  /// Returns the altitude in meters above sea level.
  ///
  /// - Parameter pressure: pascals.
  static func altitude(at pressure: Double) -> Double {
    (1 - pow(max(0, pressure) / seaLevel, 1 / exponent)) / lapse
  }
}

/// The effects of the weather and of a sensor's errors on the measurements of an altimeter,
/// generated from a seed. Each sample has three numbers:
///
/// - x: the weather, in pascals: waves of 300 Pa in 60 h and of 50 Pa in 12 h,
/// - y: the noise of a pressure, in pascals: 0.6 at most, which is the pressure of 5 cm of air,
/// - z: the error of an absolute altitude, from −1 to 1 times its accuracy. It changes over minutes.
struct GeneratedWeather: MotionSeries {
  let nominalInterval: Int64
  private let noiseSeed: UInt64
  private let errorSeed: UInt64
  private let phases: (slow: Double, fast: Double)

  private static let slowPeriod: Int64 = 60 * hour
  private static let fastPeriod: Int64 = 12 * hour
  private static let hour: Int64 = 3_600_000_000_000
  /// The time from one independent error of the absolute altitude to the next.
  private static let errorPeriod: Int64 = hour / 6

  /// - Parameters:
  ///   - seed: the same seed gives the same weather.
  ///   - interval: the time from one sample to the next, above 0.
  init(seed: UInt64, interval: Duration) {
    precondition(interval > .zero, "an altimeter measures at an interval above 0")
    nominalInterval = interval.nanoseconds
    var random = RandomStream(seed: seed, name: "motion/altimeter")
    func phase() -> Double { Double(random.next(below: 65536)) / 65536 * 2 * .pi }
    phases = (phase(), phase())
    noiseSeed = random.next()
    errorSeed = random.next()
  }

  func time(of index: Int) -> Int64 { Int64(index) * nominalInterval }
  func firstIndex(notBefore time: Int64) -> Int {
    Int((max(0, time) + nominalInterval - 1) / nominalInterval)
  }

  func value(at index: Int) -> SIMD3<Double> {
    let time = time(of: index)
    func wave(_ period: Int64, _ phase: Double) -> Double {
      sin(Double(time % period) / Double(period) * 2 * .pi + phase)
    }
    let weather = 300 * wave(Self.slowPeriod, phases.slow) + 50 * wave(Self.fastPeriod, phases.fast)
    return SIMD3(weather, 0.6 * draw(noiseSeed, index), error(at: time))
  }

  /// Returns the error of an absolute altitude: a straight line between independent draws.
  private func error(at time: Int64) -> Double {
    let (step, rest) = time.quotientAndRemainder(dividingBy: Self.errorPeriod)
    let (start, end) = (draw(errorSeed, Int(step)), draw(errorSeed, Int(step) + 1))
    return start + (end - start) * Double(rest) / Double(Self.errorPeriod)
  }

  /// Returns a number from −1 to 1.
  private func draw(_ seed: UInt64, _ index: Int) -> Double {
    var random = RandomStream(seed: seed, name: "\(index)")
    return Double(random.next(below: 65537)) / 32768 - 1
  }
}
