import VirtualTime

/// What the system records of the accelerometer for one app while the app need not run: which
/// stretches of time, and what of them can be read (WK7). Pure.
///
/// The samples are the world's truth and are not stored a second time: a stretch is all there is.
struct SensorRecording: Equatable, Sendable {
  /// A stretch that is or was recorded, in nanoseconds since the simulation began.
  struct Stretch: Equatable, Sendable {
    var start: Int64
    /// Its end, or when it will end.
    var end: Int64
    /// When the device had booted that recorded it: what timestamps count from.
    var boot: Int64
  }

  /// What a query may see of a stretch: samples later than `after`, up to and with `through`.
  struct Readable: Equatable, Sendable {
    var after: Int64
    var through: Int64
    var boot: Int64
  }

  /// Why a query gives nothing at all.
  enum Refusal: Error, Equatable {
    /// The end is not after the start.
    case empty
    /// It spans more than `recordingQueryLimit`.
    case tooLong
  }

  private(set) var stretches: [Stretch] = []

  /// Records from now on. A request while a recording goes on extends it; it never shortens it.
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

  /// The device went down: what was to be recorded after this moment is not (assumed).
  mutating func deviceWentDown(at now: Int64) {
    guard let last = stretches.last, last.end > now else { return }
    stretches[stretches.count - 1].end = now
  }

  /// When the recording that goes on now will end; nil if none does.
  func ends(at now: Int64) -> Int64? { stretches.last.flatMap { $0.end > now ? $0.end : nil } }

  /// What can be read of the time after `start` up to `end`, earliest first.
  ///
  /// The system writes what it records in blocks, one each `policy.recordingDelay` from the start of
  /// a stretch and one at its end: until then the newest samples are not there.
  func read(
    after start: Int64, through end: Int64, at now: Int64, _ policy: MotionPolicy
  ) throws(Refusal) -> [Readable] {
    guard end > start else { throw .empty }
    guard end - start <= policy.recordingQueryLimit.nanoseconds else { throw .tooLong }
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
