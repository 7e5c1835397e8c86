import VirtualTime

/// How much a recorder has recorded (`AVAudioRecorder`). Pure.
struct RecordingClock: Equatable {
  /// What was recorded before the last pause.
  private var before = Duration.zero
  /// Since when it records; nil while it does not.
  private(set) var since: VirtualInstant?
  /// The length at which it stops by itself; nil: none.
  private var limit: Duration?

  var isRecording: Bool { since != nil }

  /// Begins, or goes on after a pause.
  ///
  /// - Parameter duration: how much more to record; nil: until it is stopped.
  mutating func record(for duration: Duration?, at now: VirtualInstant) {
    before = length(at: now)
    since = now
    limit = duration.map { before + max(.zero, $0) }
  }

  mutating func pause(at now: VirtualInstant) {
    before = length(at: now)
    since = nil
  }

  /// Stops; the next recording begins from nothing.
  ///
  /// - Returns: how much was recorded.
  mutating func stop(at now: VirtualInstant) -> Duration {
    defer { self = RecordingClock() }
    return length(at: now)
  }

  /// How much is recorded by now.
  func length(at now: VirtualInstant) -> Duration {
    let length = since.map { before + (now - $0) } ?? before
    return limit.map { min(length, $0) } ?? length
  }

  /// When it stops by itself; nil if it does not record, or has no limit.
  var end: VirtualInstant? {
    guard let since, let limit else { return nil }
    return since + (limit - before)
  }
}
