/// The buckets of one chunk at one resolution.
public struct CurveLevel: Hashable, Sendable {
  public let channelCount: Int
  /// The typical step of the chunk, in nanoseconds; 0 if it is unknown.
  public let step: Int64
  /// In the order of the samples.
  public let buckets: [CurveBucket]

  init(channelCount: Int, step: Int64, buckets: [CurveBucket]) {
    self.channelCount = channelCount
    self.step = step
    self.buckets = buckets
  }

  /// Summarizes samples in buckets of at most `bucketSamples` consecutive samples.
  ///
  /// A bucket also ends before a pause and before a step back in time, so that its samples are
  /// close to each other, until there are `interruptedBucketsMax` buckets. Minima are rounded down and
  /// maxima up to a `Float`. Values that are not finite are ignored, and values beyond the range of
  /// `Float` are limited to it.
  ///
  /// - Parameters:
  ///   - times: Nanoseconds since 1970.
  ///   - values: One row of `channelCount` values per time. Missing values count as not finite.
  init(times: [Int64], values: [Double], channelCount: Int, bucketSamples: Int, step: Int64) {
    var buckets: [CurveBucket] = []
    buckets.reserveCapacity(times.count / bucketSamples + 1)
    let bucketsMax = Self.interruptedBucketsMax(times.count, bucketSamples: bucketSamples)
    times.withUnsafeBufferPointer { times in
      values.withUnsafeBufferPointer { values in
        var start = 0
        while start < times.count {
          var last = start
          while last + 1 < times.count, last + 1 - start < bucketSamples,
            buckets.count >= bucketsMax
              || !Self.isInterrupted(from: times[last], to: times[last + 1], step: step)
          {
            last += 1
          }
          let ranges = (0..<channelCount).map {
            Self.range(of: values, in: start...last, channel: $0, of: channelCount)
          }
          var (first, end) = (times[start], times[last])
          if buckets.count >= bucketsMax {
            // Only here, times may go back within a bucket.
            for time in times[start...last] { (first, end) = (min(first, time), max(end, time)) }
          }
          buckets.append(CurveBucket(firstTime: first, lastTime: end, step: step, ranges: ranges))
          start = last + 1
        }
      }
    }
    self.init(channelCount: channelCount, step: step, buckets: buckets)
  }

  /// Merges the buckets of a finer level: as many as together have the samples of one bucket of this level.
  ///
  /// The result is the same as that of the samples, if `count` is the number of samples in a bucket divided by
  /// that of the finer level, and neither level has `bucketsMax` buckets.
  ///
  /// - Parameter bucketsMax: the number of buckets from which on only their number of samples ends one.
  init(merging finer: CurveLevel, count: Int, bucketsMax: Int) {
    var buckets: [CurveBucket] = []
    buckets.reserveCapacity(finer.buckets.count / count + 1)
    var merged = 0
    for bucket in finer.buckets {
      if merged > 0, merged < count, let last = buckets.last,
        buckets.count >= bucketsMax
          || !Self.isInterrupted(from: last.lastTime, to: bucket.firstTime, step: finer.step)
      {
        buckets[buckets.count - 1].merge(bucket)
        merged += 1
      } else {
        buckets.append(bucket)
        merged = 1
      }
    }
    self.init(channelCount: finer.channelCount, step: finer.step, buckets: buckets)
  }

  /// The number of buckets from which on pauses and steps back in time no longer end one, so that a level is always
  /// much smaller than its samples. At most a tenth of the steps are pauses, so only steps back in time are many.
  static func interruptedBucketsMax(_ sampleCount: Int, bucketSamples: Int) -> Int {
    sampleCount / min(8, bucketSamples) + 64
  }

  /// Whether a bucket ends between two consecutive samples.
  private static func isInterrupted(from time: Int64, to next: Int64, step: Int64) -> Bool {
    next < time || step > 0 && SampleStep.isPause(from: time, to: next, step: step)
  }

  private static func range(
    of values: UnsafeBufferPointer<Double>, in rows: ClosedRange<Int>, channel: Int,
    of channelCount: Int
  ) -> ClosedRange<Double>? {
    var (minimum, maximum) = (Double.infinity, -Double.infinity)
    let end = min(values.count, (rows.upperBound + 1) * channelCount)
    for place in stride(from: rows.lowerBound * channelCount + channel, to: end, by: channelCount) {
      let value = values[place]
      guard value.isFinite else { continue }
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
    }
    return range(minimum, maximum)
  }

  private static func range(_ minimum: Double, _ maximum: Double) -> ClosedRange<Double>? {
    guard minimum <= maximum else { return nil }
    let limit = Float.greatestFiniteMagnitude
    var low = Float(minimum)
    if Double(low) > minimum { low = low.nextDown }
    var high = Float(maximum)
    if Double(high) < maximum { high = high.nextUp }
    return Double(max(-limit, min(low, limit)))...Double(max(-limit, min(high, limit)))
  }
}
