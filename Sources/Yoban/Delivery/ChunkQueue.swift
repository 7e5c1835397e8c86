import Chunks

/// The chunks that wait to be sent, the failures of each chunk, and the next time at which
/// something is due. `UploadMachine` and `RelaySenderMachine` are based on it.
///
/// Pure: times are in nanoseconds on any clock that does not go back.
struct ChunkQueue: Hashable {
  /// The waiting chunks, ordered by sequence, then by stream.
  private var waiting: [ChunkIdentity] = []
  /// The number of consecutive failures by chunk.
  private var failures: [ChunkIdentity: Int] = [:]
  /// The time for which a wake is scheduled; nil when none is.
  private var wakeTime: Int64?

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a chunk at its place in the order.
  mutating func insert(_ chunk: ChunkIdentity) {
    let place = waiting.firstIndex {
      ($0.sequence, $0.stream) > (chunk.sequence, chunk.stream)
    }
    waiting.insert(chunk, at: place ?? waiting.endIndex)
  }

  /// Removes a chunk. Does nothing if it does not wait.
  mutating func remove(_ chunk: ChunkIdentity) { waiting.removeAll { $0 == chunk } }

  /// Removes the first chunks and returns them, at most `count` of them.
  mutating func takeFirst(_ count: Int) -> [ChunkIdentity] {
    let first = Array(waiting.prefix(max(count, 0)))
    waiting.removeFirst(first.count)
    return first
  }

  // MARK: Failures

  /// Whether the chunk failed since its last success.
  func hasFailed(_ chunk: ChunkIdentity) -> Bool { failures[chunk] != nil }

  /// Counts a failure that has no delay.
  mutating func countFailure(of chunk: ChunkIdentity) { failures[chunk, default: 0] += 1 }

  /// Counts a failure and returns when the chunk may be sent again.
  ///
  /// - Parameters:
  ///   - jitter: from 0 to 1, drawn by the caller.
  ///   - atLeast: the delay that the receiver requested, in nanoseconds.
  mutating func failed(
    _ chunk: ChunkIdentity, now: Int64, jitter: Double, atLeast: Int64 = 0
  ) -> Int64 {
    countFailure(of: chunk)
    return now
      + RetryDelay.nanoseconds(failures: failures[chunk] ?? 1, jitter: jitter, atLeast: atLeast)
  }

  /// Clears the failures of a chunk, because it succeeded or is no longer sent.
  mutating func clearFailures(of chunk: ChunkIdentity) { failures[chunk] = nil }

  // MARK: The next wake

  /// The scheduled wake has come.
  mutating func woke() { wakeTime = nil }

  /// Returns the first of these times if a wake must be scheduled for it; nil if a wake is already
  /// scheduled for then or earlier, or there are no times.
  mutating func nextWake(among times: [Int64]) -> Int64? {
    guard let first = times.min(), wakeTime.map({ first < $0 }) ?? true else { return nil }
    wakeTime = first
    return first
  }
}
