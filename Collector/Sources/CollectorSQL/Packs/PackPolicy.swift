import Collector

/// Decides which chunks are packed.
struct PackPolicy: Sendable {
  /// The facts about a chunk with samples on which the decision depends.
  struct Chunk: Hashable, Sendable {
    var sequence: UInt64
    var byteCount: Int
    var gapCount = 0
    var times: ClosedRange<Int64>
    /// Whether its row can be read, its times increase, and it is not known to be damaged.
    var isSound = true
    var channels = ""
    /// In seconds since 1970; nil if it is not known.
    var receivedAt: Int64?
  }

  /// The time that must have passed since the last sample of a night without a stop, in seconds: a day.
  var openNightSeconds: Int64 = 86_400
  /// The time that must have passed since the end of a night with a stop, and since the arrival of a chunk, in seconds.
  var quietSeconds: Int64 = 3_600
  /// Fewer chunks are not packed.
  var chunksMin = 4
  var bytesMax = 16 << 20
  /// The maximum number of gaps of a pack, whose rows stay.
  var gapsMax = 5_000
  /// Times outside of these are those of a wrong clock: from 1971 to 2200, in nanoseconds since 1970. So differences of
  /// times never overflow, and there are not arbitrarily many months.
  var plausibleTimes: ClosedRange<Int64> = 31_536_000_000_000_000...7_258_118_400_000_000_000

  /// Whether a night has ended.
  ///
  /// - Parameter now: in seconds since 1970.
  func isClosed(_ night: NightSpan, at now: Int64) -> Bool {
    let age = now.clampedSubtract(night.end / 1_000_000_000)
    return age >= (night.isOpen ? openNightSeconds : quietSeconds)
  }

  /// Returns the sequences of each pack into which chunks of one stream are put.
  ///
  /// - Parameters:
  ///   - chunks: those that may have a time in the night, sorted by their first time.
  ///   - night: all chunks of a pack are in it as a whole.
  ///   - now: in seconds since 1970.
  func packs(
    of chunks: [Chunk], in night: ClosedRange<Int64>, at now: Int64
  ) -> [ClosedRange<UInt64>] {
    var packs: [ClosedRange<UInt64>] = []
    var run: [Chunk] = []
    var (bytes, gaps) = (0, 0)
    func finish() {
      if let first = run.first, let last = run.last, run.count >= max(1, chunksMin) {
        packs.append(first.sequence...last.sequence)
      }
      (run, bytes, gaps) = ([], 0, 0)
    }
    let overlapping = Self.overlapping(chunks)
    for (index, chunk) in chunks.enumerated() {
      let isQuiet = chunk.receivedAt.map { now.clampedSubtract($0) >= quietSeconds } ?? true
      guard isQuiet, chunk.isSound, !overlapping[index], chunk.byteCount <= bytesMax,
        chunk.gapCount <= gapsMax, night.contains(chunk.times.lowerBound),
        night.contains(chunk.times.upperBound), plausibleTimes.contains(chunk.times.lowerBound),
        plausibleTimes.contains(chunk.times.upperBound),
        chunk.times.upperBound - chunk.times.lowerBound <= Pack.nanosecondsMax
      else {
        finish()
        continue
      }
      if let first = run.first, let last = run.last,
        chunk.sequence != last.sequence + 1 || chunk.channels != first.channels
          || run.count == Pack.chunksMax || bytes + chunk.byteCount > bytesMax
          || gaps + chunk.gapCount > gapsMax
          || chunk.times.upperBound - first.times.lowerBound > Pack.nanosecondsMax
      {
        finish()
      }
      run.append(chunk)
      bytes += chunk.byteCount
      gaps += chunk.gapCount
    }
    finish()
    return packs
  }

  /// Whether each chunk shares times with another one.
  private static func overlapping(_ chunks: [Chunk]) -> [Bool] {
    var result = chunks.map { _ in false }
    var latest: (end: Int64, index: Int)?
    for (index, chunk) in chunks.enumerated() {
      if let latest, chunk.times.lowerBound <= latest.end {
        (result[index], result[latest.index]) = (true, true)
      }
      if latest.map({ chunk.times.upperBound > $0.end }) ?? true {
        latest = (chunk.times.upperBound, index)
      }
    }
    return result
  }
}
