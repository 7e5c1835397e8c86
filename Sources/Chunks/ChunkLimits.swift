/// The limits of the contents of one chunk, by which a reader knows how much memory it can need.
///
/// Small chunks can have many samples: a block of 52 bytes can be 1,024 samples of 16 channels. A reader therefore
/// refuses a chunk before it decodes a block that exceeds a limit. docs/chunk-format.md contains the limits.
public enum ChunkLimits {
  /// The largest number of values, samples times channels: an hour of three channels at 97 Hz.
  public static let valuesMax: Int64 = 1 << 20
  /// The largest number of gaps and marks together.
  public static let notesMax: Int64 = 10_000

  /// The counts that are limited.
  package struct Use: Hashable, Sendable {
    package var values: Int64 = 0
    package var notes: Int64 = 0

    package init() {}

    package init(_ block: ChunkBlock) {
      switch block {
      case .samples(let samples): values = Int64(samples.values.count)
      case .gap, .mark: notes = 1
      }
    }

    /// Adds the counts of a block, or of several; returns false, and adds nothing, if that exceeds a limit.
    package mutating func add(_ other: Use) -> Bool {
      guard values + other.values <= valuesMax, notes + other.notes <= notesMax else {
        return false
      }
      values += other.values
      notes += other.notes
      return true
    }
  }

  /// Divides blocks so that each part has room in one chunk. A block of samples that has not is divided, too.
  package static func parts(of blocks: [ChunkBlock]) -> [[ChunkBlock]] {
    var parts: [[ChunkBlock]] = []
    var use = Use()
    for block in blocks.flatMap(divided) {
      if parts.isEmpty || !use.add(Use(block)) {
        parts.append([])
        use = Use(block)
      }
      parts[parts.count - 1].append(block)
    }
    return parts
  }

  private static func divided(_ block: ChunkBlock) -> [ChunkBlock] {
    guard case .samples(let samples) = block, samples.values.count > valuesMax else {
      return [block]
    }
    let count = Int(clamping: valuesMax) / samples.channelCount
    return stride(from: 0, to: samples.count, by: count).map { start in
      let rows = start..<min(start + count, samples.count)
      return .samples(
        SampleBlock(
          channelCount: samples.channelCount, times: Array(samples.times[rows]),
          values: Array(
            samples.values[
              rows.lowerBound * samples.channelCount..<rows.upperBound * samples.channelCount])))
    }
  }
}
