import YobanSimulatedOS
import YobanVirtualTime

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
