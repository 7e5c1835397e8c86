import Chunks

/// An event of the upload to the collector.
public enum UploadEvent: Hashable, Sendable {
  /// The collector has the chunk, its receipt is stored, and the local chunk was deleted.
  case delivered(ChunkIdentity)
  /// The chunk has to be sent again. Nothing was deleted.
  case failed(ChunkIdentity, UploadFailure)
  /// The collector refused the chunk, or the chunk is unreadable. It was quarantined, not deleted.
  case quarantined(ChunkIdentity, ChunkProblem)
  /// The storage could not be read or changed. This is retried at the next launch.
  case storageFailed(ChunkIdentity, StoreError)
}

/// The progress of the upload.
public struct UploadProgress: Hashable, Sendable {
  /// The number of chunks delivered during this launch.
  public var delivered = 0
  /// The number of chunks for which the system has an upload task.
  public var inFlight = 0
  /// The number of chunks that wait for an upload task, including those that wait after a failure.
  public var waiting = 0
  /// The number of quarantined chunks.
  public var quarantined = 0
}

extension ChunkIdentity {
  /// Parses a `taskDescription` in the format of `description`; nil for any other text.
  init?(taskDescription: String?) {
    let parts = (taskDescription ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let sequence = UInt64(parts[2]),
      let identity = try? ChunkIdentity(
        device: String(parts[0]), stream: String(parts[1]), sequence: sequence)
    else { return nil }
    self = identity
  }
}
