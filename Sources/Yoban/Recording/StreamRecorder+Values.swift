import Chunks

extension StreamRecorder {
  /// An operation on the open chunk of the stream.
  public enum Action: Hashable, Sendable {
    /// Append these blocks in one step, all or none.
    case append([ChunkBlock])
    /// Finish the open chunk and make it durable.
    case closeChunk
    /// Make durable what was appended to the open chunk, so that it survives a crash of the system.
    case synchronize
  }

  public enum State: Hashable, Sendable {
    /// No recording. Samples are dropped.
    case idle
    /// A recording is in progress.
    case recording
    /// The recording has ended, but its end is not stored yet.
    case stopping(end: Int64)
  }

  /// The counts so far, as confirmed by `wrote`.
  public struct Counts: Hashable, Sendable {
    /// The number of samples that were stored.
    public var stored = 0
    /// The number of gaps that were stored.
    public var gaps = 0
    /// The number of samples that were taken but could not be stored. They lie inside gaps.
    public var lost = 0
    /// The number of samples that were dropped, because they were not later than the sample before,
    /// or outside the time of the recording.
    public var dropped = 0
  }
}
