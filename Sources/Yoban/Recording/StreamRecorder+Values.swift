import Chunks

extension StreamRecorder {
  /// A tick that is this much later than the tick before shows that the process did not run.
  static let lateTickNanoseconds: Int64 = 1_500_000_000
  /// The minimum of `timeout`.
  static let timeoutNanosecondsMin: Int64 = 2_000_000_000
  /// The time between two ticks, when the process runs.
  static let tickNanoseconds: Int64 = 1_000_000_000
  /// The interval at which the open chunk is made durable; a crash loses no more than that.
  static let synchronizationNanoseconds: Int64 = 60_000_000_000

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

extension ChunkBlock {
  /// The last moment that the block accounts for; nil for a mark.
  var end: Int64? {
    switch self {
    case .samples(let samples): samples.times.last
    case .gap(let gap): gap.end
    case .mark: nil
    }
  }
}
