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
    let gapEnd = summary.gaps.last.map { $0.end - 1 }
    coveredUntil = [summary.lastTime, gapEnd].compactMap(\.self).max()
    lastMark = summary.marks.last
  }
}

/// What is known about a complete chunk on the disk.
struct ChunkFacts {
  var digest: ChunkDigest
  var byteCount: Int
  var coverage: ChunkCoverage

  /// Throws `ChunkError` when the bytes are no complete chunk.
  init(_ bytes: [UInt8]) throws(ChunkError) {
    digest = ChunkDigest(of: bytes)
    byteCount = bytes.count
    coverage = ChunkCoverage(try ChunkReader(bytes).summary())
  }
}
