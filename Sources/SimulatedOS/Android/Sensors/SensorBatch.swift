/// Which samples of a sensor a listener has got, and which its FIFO holds (AN16). Pure.
///
/// Samples are addressed by their index in the sensor's series, so that a FIFO costs nothing while it
/// fills.
struct SensorBatch: Equatable {
  /// What a listener gets at one moment.
  struct Delivery: Equatable {
    /// Indices of the samples, oldest first; may be empty.
    var samples: Range<Int>
    /// How many before them nobody will get.
    var lost: Int
  }

  /// Events that the FIFO holds; 0: there is none.
  let capacity: Int
  /// `maxReportLatencyUs`, in nanoseconds; 0: each event as it comes.
  let latency: Int64
  /// The oldest sample that was not delivered.
  private(set) var next: Int

  /// An event without a FIFO is lost if it is this late, nanoseconds.
  static let lateness: Int64 = 1_000_000

  /// - Parameter next: the first sample that is wanted.
  init(capacity: Int, latency: Int64, next: Int) {
    self.capacity = capacity
    self.latency = latency
    self.next = next
  }

  /// The sample with which the next delivery is due: the one itself without batching, else the last
  /// one that is taken while the oldest is not older than the latency, or that fills the FIFO.
  func dueSample(in series: some MotionSeries) -> Int {
    guard latency > 0, capacity > 1 else { return next }
    let lastInTime = series.firstIndex(notBefore: series.time(of: next) + latency + 1) - 1
    return min(max(next, lastInTime), next + capacity - 1)
  }

  /// Hands out what is there at a moment, also if it is later than it was due: the CPU slept, and the
  /// FIFO overwrote its oldest.
  mutating func take(at now: Int64, in series: some MotionSeries) -> Delivery {
    let end = self.end(at: now, in: series)
    let kept =
      capacity > 0
      ? end - capacity : series.firstIndex(notBefore: now - Self.lateness)
    let first = min(end, max(next, kept))
    defer { next = end }
    return Delivery(samples: first..<end, lost: first - next)
  }

  /// What was sampled until now reaches nobody (AN2). Returns how many samples that were.
  @discardableResult
  mutating func discard(until now: Int64, in series: some MotionSeries) -> Int {
    let end = self.end(at: now, in: series)
    defer { next = end }
    return end - next
  }

  /// The first sample from `next` on that is not measured yet; as a rule the one after it.
  private func end(at now: Int64, in series: some MotionSeries) -> Int {
    if series.time(of: next) > now { return next }
    if series.time(of: next + 1) > now { return next + 1 }
    return series.firstIndex(notBefore: now + 1)
  }
}
