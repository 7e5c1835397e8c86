import Chunks
import Testing

/// The stored contents of a stream, with checks that every sample is stored or in a gap.
struct Ledger {
  var samples: [Int64] = []
  var gaps: [Gap] = []
  var marks: [Mark] = []

  init(_ blocks: [ChunkBlock]) {
    for block in blocks {
      switch block {
      case .samples(let samples): self.samples += samples.times
      case .gap(let gap): gaps.append(gap)
      case .mark(let mark): marks.append(mark)
      }
    }
  }

  /// The last time that the blocks cover, as `ChunkStore.recover()` reports it.
  var coveredUntil: Int64? {
    [samples.last, gaps.last.map { $0.end - 1 }].compactMap(\.self).max()
  }

  /// Checks that each sample of a sensor between two moments is stored once, or is inside exactly
  /// one gap.
  func expectAccountsFor(
    _ sensed: [Int64], from start: Int64, to end: Int64, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let stored = Set(samples)
    var inGaps = 0
    var wrong: [Int64] = []
    let wanted = sensed.filter { start < $0 && $0 < end }
    for time in wanted {
      let gapCount = gaps.count { $0.start < time && time < $0.end }
      inGaps += gapCount
      if gapCount + (stored.contains(time) ? 1 : 0) != 1 { wrong.append(time) }
    }
    #expect(wrong.isEmpty, comment, sourceLocation: sourceLocation)
    #expect(samples == stored.sorted(), comment, sourceLocation: sourceLocation)
    #expect(stored.isSubset(of: sensed), comment, sourceLocation: sourceLocation)
    let atStart = stored.contains(start) ? 1 : 0
    #expect(
      wanted.count == stored.count - atStart + inGaps, comment, sourceLocation: sourceLocation)
  }

  /// Checks that no interval longer than the tolerance is neither stored nor in a gap.
  func expectCovers(
    from start: Int64, to end: Int64, tolerance: Int64, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let stretches = (samples.map { ($0, $0) } + gaps.map { ($0.start, $0.end) })
      .sorted { $0 < $1 }
    var covered = start
    for (first, last) in stretches + [(end, end)] {
      #expect(first - covered <= tolerance, comment, sourceLocation: sourceLocation)
      covered = max(covered, last)
    }
  }
}
