/// Encodes samples, gaps and marks as the bytes of one chunk, to be appended to a file.
///
/// Write `headerBytes()` first, then the bytes that `encode` appends, in order, then those that
/// `finish` appends. A file that ends before that is a torn chunk: a reader returns all of its
/// whole blocks, and `init(resuming:)` continues after the last of them.
public struct ChunkWriter: Sendable {
  /// The largest number of samples in one block, and so the largest loss by one torn or altered
  /// block.
  public static let maximumBlockCount = 1024

  public let header: ChunkHeader
  /// The number of samples written so far.
  public private(set) var sampleCount: UInt64 = 0
  /// The number of blocks written so far, without the end block.
  public private(set) var blockCount: UInt32 = 0
  /// The counts so far that `ChunkLimits` limits.
  private var use = ChunkLimits.Use()
  /// Whether the end block was written.
  public private(set) var isFinished = false
  /// Whether blocks of samples may have the encoding `grid`, which makes chunks several times
  /// smaller. Readers from before this encoding report it as unknown; set this to false for them.
  public var usesGrid = true

  /// Creates a writer for a new chunk.
  public init(header: ChunkHeader) {
    self.header = header
  }

  /// Creates a writer that continues a torn chunk. Cut the file to its valid length first.
  ///
  /// Traps when the chunk is complete.
  public init(resuming summary: ChunkReader.Summary) {
    guard case .torn = summary.completeness else {
      preconditionFailure("a complete chunk cannot be resumed")
    }
    header = summary.header
    sampleCount = summary.sampleCount
    blockCount = summary.blockCount
    use.values = Int64(summary.sampleCount) * Int64(header.channels.count)
    use.notes = Int64(summary.gaps.count + summary.marks.count)
  }

  /// Returns whether the chunk can have these blocks, too; see `ChunkLimits`.
  public func hasRoom(for blocks: [ChunkBlock]) -> Bool {
    var use = use
    return blocks.allSatisfy { use.add(ChunkLimits.Use($0)) }
  }

  /// Returns the bytes of the header.
  public func headerBytes() -> [UInt8] { header.encoded() }

  /// Appends samples, in blocks of at most `maximumBlockCount`; nothing if there are no samples.
  ///
  /// Traps when the number of channels differs from the header's, and when the chunk has no room for the samples.
  public mutating func encode(samples: SampleBlock, into bytes: inout [UInt8]) {
    begin(.samples(samples))
    precondition(
      samples.channelCount == header.channels.count,
      "the number of channels differs from that of the header")
    precondition(samples.values.count == samples.count * samples.channelCount)
    samples.times.withUnsafeBufferPointer { times in
      samples.values.withUnsafeBufferPointer { values in
        for start in stride(from: 0, to: times.count, by: Self.maximumBlockCount) {
          let end = min(start + Self.maximumBlockCount, times.count)
          let rows = start * samples.channelCount..<end * samples.channelCount
          let block = BlockSamples(
            times: UnsafeBufferPointer(rebasing: times[start..<end]),
            values: UnsafeBufferPointer(rebasing: values[rows]))
          encode(block, into: &bytes)
          blockCount += 1
        }
      }
    }
    sampleCount += UInt64(samples.count)
  }

  private func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) {
    BlockFrame.append(.samples, to: &bytes) { frame, bytes in
      for encoding in PayloadEncodings.all where usesGrid || encoding.id != GridEncoding.id {
        guard let flags = encoding.encode(samples, into: &bytes) else { continue }
        frame.encoding = encoding.id
        frame.flags = flags
        frame.count = UInt16(samples.times.count)
        return
      }
      preconditionFailure("the last encoding can encode all values")
    }
  }

  private mutating func begin(_ block: ChunkBlock) {
    precondition(!isFinished, "the chunk is already finished")
    precondition(
      use.add(ChunkLimits.Use(block)), "the chunk has no room: finish it, and begin another one")
  }

  /// Appends a gap. Traps when the chunk has no room for it.
  public mutating func encode(gap: Gap, into bytes: inout [UInt8]) {
    begin(.gap(gap))
    BlockFrame.append(.gap, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(gap.start)
      bytes.appendLittleEndian(gap.end)
      bytes.appendShortString(gap.cause.rawValue)
    }
    blockCount += 1
  }

  /// Appends a mark. Traps when the chunk has no room for it.
  public mutating func encode(mark: Mark, into bytes: inout [UInt8]) {
    begin(.mark(mark))
    BlockFrame.append(.mark, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(mark.time)
      bytes.appendShortString(mark.name)
    }
    blockCount += 1
  }

  /// Appends the end block, after which the chunk is complete and nothing more may be encoded.
  public mutating func finish(into bytes: inout [UInt8]) {
    precondition(!isFinished, "the chunk is already finished")
    BlockFrame.append(.end, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(sampleCount)
      bytes.appendLittleEndian(blockCount)
    }
    isFinished = true
  }
}
