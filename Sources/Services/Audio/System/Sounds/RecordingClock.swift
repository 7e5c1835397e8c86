import YobanVirtualTime

/// The length of a recording (`AVAudioRecorder`). It has no side effects.
struct RecordingClock: Equatable {
  /// The length recorded before the last pause.
  private var before = Duration.zero
  /// The time since which it records; nil while it does not.
  private(set) var since: VirtualInstant?
  /// The length at which the recording stops by itself; nil: no limit.
  private var limit: Duration?

  var isRecording: Bool { since != nil }

  /// Starts recording, or continues after a pause.
  ///
  /// - Parameter duration: the additional length to record; nil: until the recording is stopped.
  mutating func record(for duration: Duration?, at now: VirtualInstant) {
    before = length(at: now)
    since = now
    limit = duration.map { before + max(.zero, $0) }
  }

  mutating func pause(at now: VirtualInstant) {
    before = length(at: now)
    since = nil
  }

  /// Stops; the next recording begins at length zero.
  ///
  /// - Returns: The recorded length.
  mutating func stop(at now: VirtualInstant) -> Duration {
    defer { self = RecordingClock() }
    return length(at: now)
  }

  /// Returns the length recorded until now.
  func length(at now: VirtualInstant) -> Duration {
    let length = since.map { before + (now - $0) } ?? before
    return limit.map { min(length, $0) } ?? length
  }

  /// The time at which the recording stops by itself; nil if it does not record, or has no limit.
  var end: VirtualInstant? {
    guard let since, let limit else { return nil }
    return since + (limit - before)
  }
}
