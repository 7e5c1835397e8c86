import Chunks

/// The part of a stream's time that a chunk accounts for.
struct ChunkCoverage: Hashable {
  /// Up to this moment, every wanted moment is a sample or lies in a gap; in nanoseconds since
  /// 1970.
  ///
  /// This is the time of the last sample. After a gap it is the moment before the gap's end,
  /// because the sample that ended the gap may be lost. Nil when the chunk has neither samples nor
  /// gaps.
  var coveredUntil: Int64?
  var lastMark: Mark?

  init(coveredUntil: Int64? = nil, lastMark: Mark? = nil) {
    self.coveredUntil = coveredUntil
    self.lastMark = lastMark
  }

  init(_ summary: ChunkReader.Summary) {
    reach(summary.lastTime)
    reach(summary.gaps.last?.lastMoment)
    lastMark = summary.marks.last
  }
}

extension ChunkCoverage {
  /// Adds the next block of the same chunk.
  mutating func add(_ block: ChunkBlock) {
    switch block {
    case .samples(let samples): reach(samples.times.max())
    case .gap(let gap): reach(gap.lastMoment)
    case .mark(let mark): lastMark = mark
    }
  }

  private mutating func reach(_ time: Int64?) {
    coveredUntil = [coveredUntil, time].compactMap(\.self).max()
  }
}

/// The known facts about a complete chunk on the disk.
struct ChunkFacts {
  var digest: ChunkDigest
  var byteCount: Int64
  var coverage: ChunkCoverage

  /// Creates the facts of a chunk that this process wrote.
  init(digest: ChunkDigest, byteCount: Int64, coverage: ChunkCoverage) {
    self.digest = digest
    self.byteCount = byteCount
    self.coverage = coverage
  }

  /// Reads the facts from the bytes of a chunk. Throws `ChunkError` when they are not a complete
  /// chunk.
  init(_ bytes: [UInt8]) throws(ChunkError) {
    digest = ChunkDigest(of: bytes)
    byteCount = Int64(bytes.count)
    coverage = ChunkCoverage(try ChunkReader(bytes).summary())
  }
}

extension Gap {
  /// The moment before its end. A chunk of another device may contain any number.
  fileprivate var lastMoment: Int64 { end == .min ? .min : end - 1 }
}
