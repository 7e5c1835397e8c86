/// A sensor with samples of three axes, in the units of the platform's own API.
public enum MotionSensor: String, Sendable, Hashable, CaseIterable {
  /// Units of g on Apple's platforms; m/s² on Android.
  case accelerometer
  /// Radians per second on every platform.
  case gyroscope
  /// Microteslas on every platform.
  case magnetometer
}

/// The samples of a sensor over time, addressed by index. They exist whether or not an app reads
/// them.
public protocol MotionSeries: Sendable {
  /// Nanoseconds from one sample to the next, as the sensor is specified.
  var nominalInterval: Int64 { get }
  /// Returns the time of sample `index`, in nanoseconds since the simulation began; strictly
  /// increasing. An index is 0 or more and has no upper limit, because samples are read ahead.
  func time(of index: Int) -> Int64
  func value(at index: Int) -> SIMD3<Double>
  /// Returns the index of the first sample taken at or after a time, in nanoseconds since the
  /// simulation began.
  func firstIndex(notBefore time: Int64) -> Int
  /// Reads every `stride`-th sample from `index` on, until the buffers are full. The result is the
  /// same as with `time(of:)` and `value(at:)` for each sample.
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

/// Every n-th sample of a series, for an app that requests a lower rate.
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

/// A series with its own rate, in which each sample is the newest value of a base series. It is
/// used for a sensor with a higher rate than the recording it is played back from.
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

/// The source of the samples of a device's sensors.
public protocol MotionSource: Sendable {
  /// The sensors that the source has samples of. A device generates the samples of all others.
  /// Default: every sensor.
  var sensors: Set<MotionSensor> { get }
  /// Returns the series of one of `sensors`.
  func series(of sensor: MotionSensor) -> any MotionSeries
  /// Returns the series of a sensor mode with its own rate, in samples per second, such as the
  /// 800 Hz of `CMBatchedSensorManager`. Default: each sample is the newest value of the usual
  /// series.
  func series(of sensor: MotionSensor, rate: Int) -> any MotionSeries
}

extension MotionSource {
  public var sensors: Set<MotionSensor> { Set(MotionSensor.allCases) }

  public func series(of sensor: MotionSensor, rate: Int) -> any MotionSeries {
    HeldSeries(base: series(of: sensor), nominalInterval: 1_000_000_000 / Int64(rate))
  }
}
