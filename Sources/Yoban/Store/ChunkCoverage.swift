import Chunks

/// How far a chunk accounts for the time of its stream.
struct ChunkCoverage: Hashable {
  /// Every earlier moment that was wanted is a sample or lies in a gap; nanoseconds since 1970.
  ///
  /// The time of the last sample; after a gap the moment before its end, because the sample that
  /// ended it may be lost. Nil when the chunk holds neither.
  var coveredUntil: Int64?
  var lastMark: Mark?

  init(coveredUntil: Int64? = nil, lastMark: Mark? = nil) {
    self.coveredUntil = coveredUntil
    self.lastMark = lastMark
  }

  init(_ summary: ChunkReader.Summary) {
    reach(summary.lastTime)
    reach(summary.gaps.last.map { $0.end - 1 })
    lastMark = summary.marks.last
  }
}

extension ChunkCoverage {
  /// Takes in what comes next in the same chunk.
  mutating func add(_ block: ChunkBlock) {
    switch block {
    case .samples(let samples): reach(samples.times.max())
    case .gap(let gap): reach(gap.end - 1)
    case .mark(let mark): lastMark = mark
    }
  }

  private mutating func reach(_ time: Int64?) {
    coveredUntil = [coveredUntil, time].compactMap(\.self).max()
  }
}

/// What is known about a complete chunk on the disk.
struct ChunkFacts {
  var digest: ChunkDigest
  var byteCount: Int
  var coverage: ChunkCoverage

  /// Of one that was written by this process.
  init(digest: ChunkDigest, byteCount: Int, coverage: ChunkCoverage) {
    self.digest = digest
    self.byteCount = byteCount
    self.coverage = coverage
  }

  /// Throws `ChunkError` when the bytes are no complete chunk.
  init(_ bytes: [UInt8]) throws(ChunkError) {
    digest = ChunkDigest(of: bytes)
    byteCount = bytes.count
    coverage = ChunkCoverage(try ChunkReader(bytes).summary())
  }
}
