import Chunks

extension StreamRecorder {
  /// What to do with the open chunk of the stream.
  public enum Action: Hashable, Sendable {
    /// Append these blocks in one step, all or none.
    case append([ChunkBlock])
    /// End the open chunk and make it durable.
    case closeChunk
    /// Make durable what was appended to the open chunk, against a crash of the system.
    case synchronise
  }

  public enum State: Hashable, Sendable {
    /// Nothing is wanted; samples are dropped.
    case idle
    /// Samples are wanted.
    case recording
    /// Nothing more is wanted, but the end is not stored yet.
    case stopping(end: Int64)
  }

  /// What happened so far, as confirmed by `wrote`.
  public struct Counts: Hashable, Sendable {
    /// Samples that were stored.
    public var stored = 0
    /// Gaps that were stored.
    public var gaps = 0
    /// Samples taken that could not be stored; they lie inside gaps.
    public var lost = 0
    /// Samples not later than the one before them, or outside the wanted time: dropped.
    public var dropped = 0
  }
}
