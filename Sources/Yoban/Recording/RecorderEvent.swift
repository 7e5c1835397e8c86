import Chunks

/// An event of a recording. It is posted only after the disk reflects it.
public enum RecorderEvent: Hashable, Sendable {
  /// A recording was started, at this time in nanoseconds since 1970.
  case started(at: Int64)
  /// A recording of an earlier launch continues. The cause describes how that launch ended.
  case resumed(at: Int64, after: GapCause)
  /// A recording ended, and all of it is stored.
  case stopped(at: Int64)
  /// A chunk is complete and waits for its upload.
  case chunkClosed(ChunkIdentity)
  /// Samples are missing. The gap is already stored.
  case gap(stream: String, Gap)
  /// The wall clock was changed. The times of the recording are not affected.
  case clockChanged(by: Duration)
  /// Nothing can be stored for now. Posted once, until `storageWorks`.
  case storageFailed(stream: String, StoreError)
  /// Storing works again. The time in between is a gap.
  case storageWorks(stream: String)
  /// A sensor delivers no samples.
  case sourceFailed(stream: String, SampleSourceFailure)
}

/// The progress of a recording.
public struct RecordingProgress: Hashable, Sendable {
  public struct Stream: Hashable, Sendable {
    public var name: String
    /// The counts since this launch began.
    public var counts: StreamRecorder.Counts
  }

  /// The start in nanoseconds since 1970; nil when nothing is being recorded.
  public var since: Int64?
  public var until: Int64?
  /// The streams, in the order of the sources.
  public var streams: [Stream]
}

/// The reason why a recording cannot be created or started.
public enum RecorderError: Error, Hashable, Sendable {
  /// A recording is in progress. Stop it first, or let it end.
  case alreadyRecording
  /// The end is not in the future.
  case endNotInFuture
  /// Two sources deliver the stream with this name. Use each sensor at most once.
  case sameStream(String)
  /// The store cannot be used, or the state of the recording could not be stored, so the recording
  /// would not survive this launch.
  case store(StoreError)
}

extension RecorderError: CustomStringConvertible {
  /// The error and the suggested remedy, in one or two sentences.
  public var description: String {
    switch self {
    case .alreadyRecording: "A recording is in progress. Stop it first, or let it end."
    case .endNotInFuture: "The end of the recording is not in the future. Choose a later end."
    case .sameStream(let name):
      "Two sources deliver the stream \(name). Use each sensor at most once."
    case .store(let error): error.description
    }
  }
}

extension RecorderError {
  /// Returns the value of an expression that throws `StoreError`, and throws `.store` instead.
  package static func wrapping<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(RecorderError) -> Value {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}
