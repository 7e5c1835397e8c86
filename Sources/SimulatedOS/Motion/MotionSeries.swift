/// A sensor whose samples come as three axes. The units are those of the platform's own API.
public enum MotionSensor: String, Sendable, Hashable, CaseIterable {
  /// Units of g on Apple's platforms; m/s² on Android.
  case accelerometer
  /// Radians per second on every platform.
  case gyroscope
}

/// What a sensor measures over time, addressed by index: the world's truth, whether or not an app
/// is there to see it.
public protocol MotionSeries: Sendable {
  /// Nanoseconds from one sample to the next, as the sensor is specified.
  var nominalInterval: Int64 { get }
  /// When sample `index` is taken, in nanoseconds since the simulation began; strictly increasing. An
  /// index is 0 or more, without an end: samples are read ahead.
  func time(of index: Int) -> Int64
  func value(at index: Int) -> SIMD3<Double>
  /// The first sample taken at or after a moment, in nanoseconds since the simulation began.
  func firstIndex(notBefore time: Int64) -> Int
  /// Reads every `stride`-th sample from `index` on, as many as there is room for: the same as asking
  /// for each.
  func read(
    from index: Int, by stride: Int, times: UnsafeMutableBufferPointer<Int64>,
    values: UnsafeMutableBufferPointer<SIMD3<Double>>)
}

extension MotionSeries {
  @inlinable
  public func read(
    from index: Int, by stride: Int, times: UnsafeMutableBufferPointer<Int64>,
    values: UnsafeMutableBufferPointer<SIMD3<Double>>
  ) {
    for offset in times.indices {
      times[offset] = time(of: index + offset * stride)
      values[offset] = value(at: index + offset * stride)
    }
  }
}

/// Every n-th sample of a series: what an app gets that asks for a lower rate.
struct DecimatedSeries: MotionSeries {
  let base: any MotionSeries
  let factor: Int

  var nominalInterval: Int64 { base.nominalInterval * Int64(factor) }
  func time(of index: Int) -> Int64 { base.time(of: index * factor) }
  func value(at index: Int) -> SIMD3<Double> { base.value(at: index * factor) }
  func firstIndex(notBefore time: Int64) -> Int {
    (base.firstIndex(notBefore: time) + factor - 1) / factor
  }
  func read(
    from index: Int, by stride: Int, times: UnsafeMutableBufferPointer<Int64>,
    values: UnsafeMutableBufferPointer<SIMD3<Double>>
  ) {
    base.read(from: index * factor, by: stride * factor, times: times, values: values)
  }
}

/// A series at a rate of its own, each sample the newest value of a slower one: what a sensor of a
/// higher rate gives where the world's truth is a recording of a lower one.
struct HeldSeries: MotionSeries {
  let base: any MotionSeries
  let nominalInterval: Int64

  func time(of index: Int) -> Int64 { Int64(index) * nominalInterval }
  func value(at index: Int) -> SIMD3<Double> {
    base.value(at: max(0, base.firstIndex(notBefore: time(of: index) + 1) - 1))
  }
  func firstIndex(notBefore time: Int64) -> Int {
    Int((max(0, time) + nominalInterval - 1) / nominalInterval)
  }
}

/// Where the sensors of a device take their samples from.
public protocol MotionSource: Sendable {
  func series(of sensor: MotionSensor) -> any MotionSeries
  /// The sensor in a mode with a rate of its own, in samples per second, such as the 800 Hz of
  /// `CMBatchedSensorManager`. Default: the newest value of the usual series at each moment.
  func series(of sensor: MotionSensor, rate: Int) -> any MotionSeries
}

extension MotionSource {
  public func series(of sensor: MotionSensor, rate: Int) -> any MotionSeries {
    HeldSeries(base: series(of: sensor), nominalInterval: 1_000_000_000 / Int64(rate))
  }
}
