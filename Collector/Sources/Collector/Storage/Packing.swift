/// The chunks that were packed by one run.
public struct PackingReport: Hashable, Sendable {
  public private(set) var packCount = 0
  public private(set) var chunkCount = 0
  /// The bytes of the chunks.
  public private(set) var byteCount = 0

  public init() {}

  package mutating func add(chunkCount: Int, byteCount: Int) {
    packCount += 1
    self.chunkCount = self.chunkCount.clampedAdd(chunkCount)
    self.byteCount = self.byteCount.clampedAdd(byteCount)
  }
}

/// The part of a storage that puts the chunks of nights that have ended together.
public protocol PackingStorage: Sendable {
  /// Packs the chunks of nights that have ended: each pack takes the place of the rows of its chunks. All answers stay
  /// the same.
  ///
  /// This takes several steps, so that uploads do not wait for it, and ends early if the task is canceled.
  ///
  /// - Parameter time: now, in seconds since 1970.
  func packClosedNights(at time: Int64) async throws(StorageError) -> PackingReport
}
