/// Turns samples, gaps and marks into the bytes of one chunk, to be appended to a file.
///
/// Write `headerBytes()` first, then whatever `encode` appends, in order, then what `finish`
/// appends. A file that ends anywhere in between is a torn chunk: a reader gives every whole
/// block of it, and `init(resuming:)` goes on after the last of them.
public struct ChunkWriter: Sendable {
  /// The most samples in one block, and so the most that one torn or altered block costs.
  public static let maximumBlockCount = 1024

  public let header: ChunkHeader
  /// Samples written so far.
  public private(set) var sampleCount: UInt64 = 0
  /// Blocks written so far, the end block not counted.
  public private(set) var blockCount: UInt32 = 0
  /// Whether the end block was written.
  public private(set) var isFinished = false

  /// A writer of a new chunk.
  public init(header: ChunkHeader) {
    self.header = header
  }

  /// A writer that goes on with a torn chunk, once the file was cut to its valid length.
  ///
  /// Traps when the chunk is complete: nothing may follow its end.
  public init(resuming summary: ChunkReader.Summary) {
    guard case .torn = summary.completeness else {
      preconditionFailure("a complete chunk cannot be resumed")
    }
    header = summary.header
    sampleCount = summary.sampleCount
    blockCount = summary.blockCount
  }

  /// The bytes that a chunk begins with.
  public func headerBytes() -> [UInt8] { header.encoded() }

  /// Appends samples, in blocks of at most `maximumBlockCount`; nothing when there are none.
  ///
  /// Traps when the samples have another number of channels than the header.
  public mutating func encode(samples: SampleBlock, into bytes: inout [UInt8]) {
    precondition(!isFinished, "the chunk has its end")
    precondition(samples.channelCount == header.channels.count, "another number of channels")
    precondition(samples.values.count == samples.count * samples.channelCount)
    samples.times.withUnsafeBufferPointer { times in
      samples.values.withUnsafeBufferPointer { values in
        for start in stride(from: 0, to: times.count, by: Self.maximumBlockCount) {
          let end = min(start + Self.maximumBlockCount, times.count)
          let rows = start * samples.channelCount..<end * samples.channelCount
          let block = BlockSamples(
            times: UnsafeBufferPointer(rebasing: times[start..<end]),
            values: UnsafeBufferPointer(rebasing: values[rows]))
          Self.encode(block, into: &bytes)
          blockCount += 1
        }
      }
    }
    sampleCount += UInt64(samples.count)
  }

  private static func encode(_ samples: BlockSamples, into bytes: inout [UInt8]) {
    BlockFrame.append(.samples, to: &bytes) { frame, bytes in
      for encoding in PayloadEncodings.all {
        guard let flags = encoding.encode(samples, into: &bytes) else { continue }
        frame.encoding = encoding.id
        frame.flags = flags
        frame.count = UInt16(samples.times.count)
        return
      }
      preconditionFailure("the last encoding can write anything")
    }
  }

  /// Appends a gap.
  public mutating func encode(gap: Gap, into bytes: inout [UInt8]) {
    precondition(!isFinished, "the chunk has its end")
    BlockFrame.append(.gap, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(gap.start)
      bytes.appendLittleEndian(gap.end)
      bytes.appendShortString(gap.cause.rawValue)
    }
    blockCount += 1
  }

  /// Appends a mark.
  public mutating func encode(mark: Mark, into bytes: inout [UInt8]) {
    precondition(!isFinished, "the chunk has its end")
    BlockFrame.append(.mark, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(mark.time)
      bytes.appendShortString(mark.name)
    }
    blockCount += 1
  }

  /// Appends the end block, after which the chunk is complete and nothing more may be encoded.
  public mutating func finish(into bytes: inout [UInt8]) {
    precondition(!isFinished, "the chunk has its end")
    BlockFrame.append(.end, to: &bytes) { _, bytes in
      bytes.appendLittleEndian(sampleCount)
      bytes.appendLittleEndian(blockCount)
    }
    isFinished = true
  }
}
