import Chunks

/// One fact about what is sent to the collector.
public enum UploadEvent: Hashable, Sendable {
  /// The collector has the chunk, its receipt is stored and the chunk is deleted here.
  case delivered(ChunkIdentity)
  /// The chunk has to be sent again; nothing was deleted.
  case failed(ChunkIdentity, UploadFailure)
  /// The collector refused the chunk, or it is unreadable: it was quarantined, not deleted.
  case quarantined(ChunkIdentity, ChunkProblem)
  /// The storage refused to be read or changed; it is tried again at the next launch.
  case storageFailed(ChunkIdentity, StoreError)
}

/// How far sending is.
public struct UploadProgress: Hashable, Sendable {
  /// Chunks delivered in this process launch.
  public var delivered = 0
  /// Chunks that the system has a task for.
  public var inFlight = 0
  /// Chunks that wait for a task, now or after a failure.
  public var waiting = 0
  /// Chunks quarantined.
  public var quarantined = 0
}

extension ChunkIdentity {
  /// The identity in a `taskDescription`, as `description` writes it; nil for another text.
  init?(taskDescription: String?) {
    let parts = (taskDescription ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let sequence = UInt64(parts[2]),
      let identity = try? ChunkIdentity(
        device: String(parts[0]), stream: String(parts[1]), sequence: sequence)
    else { return nil }
    self = identity
  }
}
