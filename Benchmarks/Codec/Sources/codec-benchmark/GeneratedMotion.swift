import Chunks
import Foundation

enum Phone: String, CaseIterable {
  case iPhone, galaxy
}

enum Sensor: String {
  case accelerometer = "acc"
  case gyroscope = "gyr"
}

/// Twenty minutes of generated motion of a sleeping user: gravity, breathing, noise, and sometimes
/// movement, on the grid of a phone's sensors.
struct GeneratedMotion {
  let phone: Phone
  private static let count = 60_000

  /// Returns the samples of a sensor, always the same ones.
  func samples(_ sensor: Sensor) -> SampleBlock {
    var random = SplitMix(state: sensor == .accelerometer ? 1 : 2)
    var clock = SplitMix(state: 3)
    var samples = SampleBlock(channelCount: 3, capacity: Self.count)
    let posture = SIMD3(0.31, -0.62, 0.72)
    var movement = SIMD3<Double>.zero
    for index in 0..<Self.count {
      // Every half minute, the user moves for two seconds.
      let strength = index % 1_500 < 100 ? 0.05 : 0
      movement = movement * 0.97 + random.noise() * strength
      let breath = sin(2 * .pi * Double(index) / 210)
      let value =
        switch sensor {
        case .accelerometer:
          grid(posture + movement + 0.01 * breath + random.noise() * 0.001, sensor)
        case .gyroscope: grid(movement * 100 + 0.5 * breath + random.noise() * 0.05, sensor)
        }
      samples.append(time: time(index, &clock), value.x, value.y, value.z)
    }
    return samples
  }

  /// Times with jitter: of an iPhone in ticks of 24 MHz, of a Galaxy in microseconds.
  private func time(_ index: Int, _ clock: inout SplitMix) -> Int64 {
    let jitter = Int64(clock.noise().x * 10)
    switch phone {
    case .iPhone:
      return 1_764_585_664_000_000_000 + ((Int64(index) * 480_000 + jitter * 5) * 125 + 1) / 3
    case .galaxy:
      return 1_766_385_749_000_000_000 + Int64(index) * 16_961_500 / 1000 * 1000 + jitter * 1000
    }
  }

  /// Returns a value in g or °/s, on the grid and in the unit of the phone's sensor.
  private func grid(_ value: SIMD3<Double>, _ sensor: Sensor) -> SIMD3<Double> {
    func steps(_ size: Double) -> SIMD3<Float> {
      SIMD3<Float>((value / size).rounded(.toNearestOrEven))
    }
    switch (phone, sensor) {
    case (.iPhone, .accelerometer): return SIMD3<Double>(steps(1 / 65536) / 65536)
    case (.iPhone, .gyroscope):
      return SIMD3<Double>(steps(1 / 65536) / 65536 * Float(Double.pi / 180))
    case (.galaxy, .accelerometer):
      return SIMD3<Double>(steps(0.000244) * Float(9.80665 * 0.000244))
    case (.galaxy, .gyroscope): return SIMD3<Double>(steps(0.035) * 0.000610864779446274)
    }
  }

  /// Stores both sensors as CSV files in the layout of the recordings.
  func write(to folder: URL) throws {
    for sensor in [Sensor.accelerometer, .gyroscope] {
      let samples = samples(sensor)
      var text = "time,seconds_elapsed,z,y,x\n"
      for row in 0..<samples.count {
        let values = samples.values[3 * row..<3 * row + 3]
        text +=
          "\(samples.times[row]),0,\(values.reversed().map { "\($0)" }.joined(separator: ","))\n"
      }
      let name = "generated-\(phone.rawValue)_\(sensor.rawValue).csv"
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
  }
}

/// A random number generator with a seed.
struct SplitMix {
  var state: UInt64

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns three numbers with about a normal distribution: sums of four uniform ones.
  mutating func noise() -> SIMD3<Double> {
    func sum() -> Double {
      let bits = next()
      let total = (0..<4).reduce(0.0) { $0 + Double(bits >> UInt64(16 * $1) & 0xFFFF) }
      return (total / 65536 - 2) * 1.7320508
    }
    return SIMD3(sum(), sum(), sum())
  }
}
