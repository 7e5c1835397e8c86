import YobanVirtualTime

/// A cache for a series that is read mostly in order. It reads some samples ahead at once, which is
/// possible because a series never changes.
package final class ReadAheadSeries: MotionSeries, @unchecked SimulationConfined {
  private static let length = 64

  package let nominalInterval: Int64
  /// The series that is cached, also used for times outside the cache.
  package let base: any MotionSeries
  private let times = UnsafeMutableBufferPointer<Int64>.allocate(capacity: length)
  private let values = UnsafeMutableBufferPointer<SIMD3<Double>>.allocate(capacity: length)
  /// The index of the first cached sample.
  @exclusivity(unchecked) private var start = 0
  /// The number of cached samples.
  @exclusivity(unchecked) private var count = 0

  package init(_ base: any MotionSeries) {
    self.base = base
    nominalInterval = base.nominalInterval
    times.initialize(repeating: 0)
    values.initialize(repeating: .zero)
  }

  deinit {
    times.deallocate()
    values.deallocate()
  }

  @inline(__always)
  package func time(of index: Int) -> Int64 { times[place(of: index)] }

  @inline(__always)
  package func value(at index: Int) -> SIMD3<Double> { values[place(of: index)] }

  package func firstIndex(notBefore time: Int64) -> Int {
    guard count > 0, time > times[0], time <= times[count - 1] else {
      return base.firstIndex(notBefore: time)
    }
    var (before, notBefore) = (0, count - 1)
    while notBefore - before > 1 {
      let middle = (before + notBefore) / 2
      if times[middle] < time { before = middle } else { notBefore = middle }
    }
    return start + notBefore
  }

  @inline(__always)
  private func place(of index: Int) -> Int {
    if index < start || index >= start + count { move(to: index) }
    return index - start
  }

  /// Fills the cache from the sample before `index`, which is often read again.
  private func move(to index: Int) {
    start = max(0, index - 1)
    count = Self.length
    base.read(from: start, by: 1, times: times, values: values)
  }
}
