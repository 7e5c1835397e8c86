import Chunks
import Foundation

/// The state that must survive a launch: the recording in progress, and the anchor of the timeline.
///
/// It is saved when a recording starts, resumes, stops or ends, and when the user terminates the app.
struct RecordingState: Codable, Hashable {
  /// A recording that was started.
  struct Wanted: Codable, Hashable {
    /// The start in nanoseconds since 1970, on the timeline.
    var since: Int64
    /// The end: the first moment that is no longer recorded.
    var until: Int64
    /// When the recording was stopped; nil before. The end may not be stored yet.
    var stoppedAt: Int64?
    /// By stream: the sequence number of the first chunk, which contains the mark `started`.
    var firstSequences: [String: UInt64]

    /// Whether a recording can have these times: the file may be damaged.
    fileprivate var isValid: Bool {
      let latestEnd = Timeline.latestMoment + Duration.longest.nanoseconds
      return since.magnitude <= Timeline.latestMoment.magnitude
        && [until, stoppedAt ?? until].allSatisfy { (since...latestEnd).contains($0) }
    }
  }

  /// The recording in progress; nil when there is none.
  var wanted: Wanted?
  var timeline: Timeline
  /// Whether the last launch ended with `applicationWillTerminate`, which counts as a termination by
  /// the user (L4).
  var wasTerminated = false

  /// Returns why nothing was recorded between the last launch and this one.
  ///
  /// If the user terminated the app before a reboot, the termination is the cause: even without the
  /// reboot, the app would not have run.
  func causeOfAbsence(_ changes: [Timeline.Change]) -> GapCause {
    if wasTerminated { return .terminated }
    return changes.contains(.rebooted) ? .rebooted : .killed
  }
}

extension RecordingState {
  /// Reads the state of the last launch; nil when there is none or it is unreadable.
  ///
  /// Throws `StoreError`.
  @RecorderActor
  static func load(
    from store: ChunkStore, now: ContinuousClock.Instant
  ) throws(StoreError) -> Self? {
    guard let bytes = try store.files.read(store.layout.state),
      let state = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      state.timeline.isValid(now: now), state.wanted?.isValid ?? true
    else { return nil }
    return state
  }

  /// Writes the state atomically, even on a full disk: after a crash, the old or the new state is
  /// stored.
  ///
  /// Throws `StoreError`; the old state is then still stored.
  @RecorderActor
  func save(in store: ChunkStore) throws(StoreError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let json = try? encoder.encode(self) else {
      preconditionFailure("finite numbers and strings always encode")
    }
    try store.ballast.giving(store.files) { () throws(StoreError) in
      try store.files.replace(store.layout.state, with: Array(json))
    }
  }
}
