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
  /// close to each other. Minima are rounded down and maxima up to a `Float`. Values that are not
  /// finite are ignored, and values beyond the range of `Float` are limited to it.
  ///
  /// - Parameters:
  ///   - times: Nanoseconds since 1970.
  ///   - values: One row of `channelCount` values per time. Missing values count as not finite.
  init(times: [Int64], values: [Double], channelCount: Int, bucketSamples: Int, step: Int64) {
    var buckets: [CurveBucket] = []
    buckets.reserveCapacity(times.count / bucketSamples + 1)
    var minima = [Double](repeating: .infinity, count: channelCount)
    var maxima = [Double](repeating: -.infinity, count: channelCount)
    var start = 0
    for row in times.indices {
      for channel in 0..<channelCount {
        let place = row * channelCount + channel
        guard place < values.count else { break }
        let value = values[place]
        guard value.isFinite else { continue }
        if value < minima[channel] { minima[channel] = value }
        if value > maxima[channel] { maxima[channel] = value }
      }
      let next = row + 1
      let isLast =
        next == times.count || next - start == bucketSamples || times[next] < times[row]
        || step > 0 && SampleStep.isPause(from: times[row], to: times[next], step: step)
      guard isLast else { continue }
      let ranges = (0..<channelCount).map { Self.range(minima[$0], maxima[$0]) }
      buckets.append(
        CurveBucket(firstTime: times[start], lastTime: times[row], step: step, ranges: ranges))
      for channel in 0..<channelCount {
        minima[channel] = .infinity
        maxima[channel] = -.infinity
      }
      start = next
    }
    self.init(channelCount: channelCount, step: step, buckets: buckets)
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
