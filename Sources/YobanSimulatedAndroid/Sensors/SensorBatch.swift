import YobanMotion
import YobanSimulatedDevices

/// Tracks which samples of a sensor a listener has received, and which its FIFO holds (AN16). Pure.
///
/// Samples are identified by their index in the sensor's series, so filling a FIFO costs nothing.
struct SensorBatch: Equatable {
  /// The result of one delivery to a listener.
  struct Delivery: Equatable {
    /// The indices of the samples, oldest first; may be empty.
    var samples: Range<Int>
    /// The number of earlier samples that are lost.
    var lost: Int
  }

  /// The number of events that the FIFO holds; 0: no FIFO.
  let capacity: Int
  /// `maxReportLatencyUs`, in nanoseconds; 0: immediate delivery of each event.
  let latency: Int64
  /// The oldest sample that was not delivered or lost.
  private(set) var next: Int

  /// The delay, in nanoseconds, above which an event without a FIFO is lost.
  static let lateness: Int64 = 1_000_000

  /// Returns the sample at whose time the next delivery is due. Without batching this is the next
  /// sample. With batching it is the last sample before the oldest one exceeds the latency, or the
  /// one that fills the FIFO.
  func dueSample(in series: some MotionSeries) -> Int {
    guard latency > 0, capacity > 1 else { return next }
    let lastInTime = series.firstIndex(notBefore: series.time(of: next) + latency + 1) - 1
    return min(max(next, lastInTime), next + capacity - 1)
  }

  /// Returns the samples to deliver at a time. If the CPU slept and this is later than the due
  /// time, the FIFO has overwritten its oldest samples, which are lost.
  mutating func take(at now: Int64, in series: some MotionSeries) -> Delivery {
    let end = self.end(at: now, in: series)
    let kept =
      capacity > 0
      ? end - capacity : series.firstIndex(notBefore: now - Self.lateness)
    let first = min(end, max(next, kept))
    defer { next = end }
    return Delivery(samples: first..<end, lost: first - next)
  }

  /// Drops the samples measured until now, which are not delivered (AN2). Returns their number.
  @discardableResult
  mutating func discard(until now: Int64, in series: some MotionSeries) -> Int {
    let end = self.end(at: now, in: series)
    defer { next = end }
    return end - next
  }

  /// Returns the first sample from `next` on that is not measured yet; usually the one after
  /// `next`.
  private func end(at now: Int64, in series: some MotionSeries) -> Int {
    if series.time(of: next) > now { return next }
    if series.time(of: next + 1) > now { return next + 1 }
    return series.firstIndex(notBefore: now + 1)
  }
}
