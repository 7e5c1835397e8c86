import Chunks

/// One fact about a recording, posted when it is true on the disk.
public enum RecorderEvent: Hashable, Sendable {
  /// A recording was begun, at this time in nanoseconds since 1970.
  case started(at: Int64)
  /// A recording of an earlier process launch goes on; the cause is how that launch ended.
  case resumed(at: Int64, after: GapCause)
  /// A recording ended and everything of it is stored.
  case stopped(at: Int64)
  /// A chunk is complete and waits to be sent.
  case chunkClosed(ChunkIdentity)
  /// Samples are missing, and it is stored that they are.
  case gap(stream: String, Gap)
  /// The wall clock was set; the times of the recording go on as before.
  case clockChanged(by: Duration)
  /// Nothing can be stored for now; posted once, until `storageWorks`.
  case storageFailed(stream: String, StoreError)
  /// Storing works again; what came in between is a gap.
  case storageWorks(stream: String)
  /// A sensor gives no samples.
  case sourceFailed(stream: String, SampleSourceFailure)
}

/// How far a recording is.
public struct RecordingProgress: Hashable, Sendable {
  public struct Stream: Hashable, Sendable {
    public var name: String
    /// In this process launch.
    public var counts: StreamRecorder.Counts
  }

  /// Nanoseconds since 1970; nil when nothing is being recorded.
  public var since: Int64?
  public var until: Int64?
  /// In the order of the sources.
  public var streams: [Stream]
}

/// Why a recording cannot be started.
public enum RecorderError: Error, Hashable, Sendable {
  /// There is one already: stop it first, or let it end.
  case alreadyRecording
  /// The end is not in the future.
  case endNotInFuture
  /// What is wanted could not be stored, so that it would not outlast this process launch.
  case store(StoreError)
}
