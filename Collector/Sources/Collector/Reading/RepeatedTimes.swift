/// Finds the chunks of a stream that may contain a time twice, alone or together with another chunk.
package struct RepeatedTimes {
  /// The chunks that were found.
  package private(set) var found: [ChunkRecord] = []
  /// The latest chunks, whose times overlap, and the last of their times.
  private var cluster: [ChunkRecord] = []
  private var latest = Int64.min

  package init() {}

  /// The number of chunks in memory.
  package var count: Int { found.count + cluster.count }

  /// Adds the next chunk; chunks must come sorted by their first time.
  package mutating func add(_ chunk: ChunkRecord) {
    guard let times = chunk.times else { return }
    if times.lowerBound > latest { finish() }
    cluster.append(chunk)
    latest = max(latest, times.upperBound)
  }

  /// Must be called after the last chunk.
  package mutating func finish() {
    if cluster.count > 1 || cluster.contains(where: { !$0.isStrictlyIncreasing }) {
      found += cluster
    }
    cluster = []
    latest = .min
  }
}
