import YobanPlatformProfiles
import YobanVirtualTime

/// The accelerometer recording of the system for one app, which need not run: the recorded time
/// spans, and the parts of them that can be read (WK7). Pure.
///
/// It stores only time spans. The samples are read from the sensor's `MotionSeries`.
struct SensorRecording: Equatable, Sendable {
  /// A recorded time span, in nanoseconds since the simulation began.
  struct Stretch: Equatable, Sendable {
    var start: Int64
    /// The end, in the past or in the future.
    var end: Int64
    /// The count of the device's clocks when it was booted. Timestamps count from there.
    var boot: Int64
  }

  /// The readable part of a stretch: samples later than `after`, up to and including `through`.
  struct Readable: Equatable, Sendable {
    var after: Int64
    var through: Int64
    var boot: Int64
  }

  /// The reason why a query is refused.
  enum Refusal: Error, Equatable {
    /// The end is not after the start.
    case empty
    /// It spans more than `recordingQueryLimit`.
    case tooLong
  }

  private(set) var stretches: [Stretch] = []

  /// Records from now on. A request during a recording extends it; it never shortens it.
  ///
  /// - Parameter nanoseconds: limited to `policy.recordingLimit`; without effect if not positive.
  mutating func record(for nanoseconds: Int64, boot: Int64, at now: Int64, _ policy: MotionPolicy) {
    forget(before: now - policy.recordingKept.nanoseconds)
    let end = now + min(nanoseconds, policy.recordingLimit.nanoseconds)
    guard end > now else { return }
    if let last = stretches.last, last.end >= now, last.boot == boot {
      stretches[stretches.count - 1].end = max(last.end, end)
    } else {
      stretches.append(Stretch(start: now, end: end, boot: boot))
    }
  }

  /// Ends the recording because the device went down (assumed).
  mutating func deviceWentDown(at now: Int64) {
    guard let last = stretches.last, last.end > now else { return }
    stretches[stretches.count - 1].end = now
  }

  /// Returns the end of the current recording; nil if there is none.
  func ends(at now: Int64) -> Int64? { stretches.last.flatMap { $0.end > now ? $0.end : nil } }

  /// Returns the readable parts after `start` and up to `end`, earliest first.
  ///
  /// The system writes samples in blocks, one each `policy.recordingDelay` from the start of a
  /// stretch and one at its end. The newest samples cannot be read until their block is written.
  func read(
    after start: Int64, through end: Int64, at now: Int64, _ policy: MotionPolicy
  ) throws(Refusal) -> [Readable] {
    guard end > start else { throw .empty }
    let (length, overflows) = end.subtractingReportingOverflow(start)
    guard !overflows, length <= policy.recordingQueryLimit.nanoseconds else { throw .tooLong }
    let oldest = now - policy.recordingKept.nanoseconds
    return stretches.compactMap { stretch in
      let after = max(start, stretch.start, oldest)
      let through = min(end, written(of: stretch, at: now, policy))
      guard through > after else { return nil }
      return Readable(after: after, through: through, boot: stretch.boot)
    }
  }

  private func written(of stretch: Stretch, at now: Int64, _ policy: MotionPolicy) -> Int64 {
    if now >= stretch.end { return stretch.end }
    let block = max(1, policy.recordingDelay.nanoseconds)
    return stretch.start + (now - stretch.start) / block * block
  }

  private mutating func forget(before oldest: Int64) {
    stretches.removeAll { $0.end < oldest }
  }
}
