import Chunks
import Foundation

/// What must outlast a process launch: what is to be recorded, and where time was anchored.
///
/// Written whenever it changes, which is a few times a night.
struct RecordingState: Codable, Hashable {
  /// One recording that was asked for.
  struct Wanted: Codable, Hashable {
    /// Nanoseconds since 1970, on the time line.
    var since: Int64
    /// The first moment that is not wanted.
    var until: Int64
    /// When it was stopped, if its end may not be stored yet.
    var stoppedAt: Int64?
    /// By stream: the number of the first chunk, which holds the mark `started`.
    var firstSequences: [String: UInt64]
  }

  /// Nil when nothing is wanted.
  var wanted: Wanted?
  var timeline: Timeline
  /// Whether the last launch ended with `applicationWillTerminate`, which only a user causes (L4).
  var wasTerminated = false

  /// Why nothing was recorded between the last launch and this one.
  ///
  /// A termination comes first: the app would have stayed away without the reboot too.
  func causeOfAbsence(_ changes: [Timeline.Change]) -> GapCause {
    if wasTerminated { return .terminated }
    return changes.contains(.rebooted) ? .rebooted : .killed
  }
}

extension RecordingState {
  /// Reads the state of the last launch; nil when there is none or it is unreadable.
  ///
  /// Throws `StoreError`.
  @MainActor
  static func load(from store: ChunkStore) throws(StoreError) -> Self? {
    guard let bytes = try store.files.read(store.layout.state) else { return nil }
    return try? JSONDecoder().decode(Self.self, from: Data(bytes))
  }

  /// Writes the state so that a crash leaves the old or the new one, on a full disk too.
  ///
  /// Throws `StoreError`; the old state is then still there.
  @MainActor
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
