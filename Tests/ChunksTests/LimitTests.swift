import Testing

@testable import Chunks

/// The limits of what one chunk can have: 2^20 values, and 10,000 gaps and marks.
@Suite struct LimitTests {
  /// The bytes of a chunk without its end, and those of its last block.
  private struct OpenChunk {
    var writer: ChunkWriter
    var bytes: [UInt8]
    var lastBlock: [UInt8] = []

    init(channelCount: Int) throws {
      writer = ChunkWriter(header: try SampleChunk.header(channelCount: channelCount))
      bytes = writer.headerBytes()
    }

    mutating func add(_ block: ChunkBlock) {
      lastBlock = []
      switch block {
      case .samples(let samples): writer.encode(samples: samples, into: &lastBlock)
      case .gap(let gap): writer.encode(gap: gap, into: &lastBlock)
      case .mark(let mark): writer.encode(mark: mark, into: &lastBlock)
      }
      bytes += lastBlock
    }
  }

  /// Samples with the values 0, which take few bytes.
  private static func samples(_ count: Int, channelCount: Int) -> SampleBlock {
    SampleBlock(
      channelCount: channelCount, times: (0..<Int64(count)).map { $0 * 10_000_000 },
      values: [Double](repeating: 0, count: count * channelCount))
  }

  @Test(arguments: [(16, 65_536), (3, 349_525), (1, 1_048_576)])
  func `a chunk with 2^20 values is read, and one sample more is refused`(
    channelCount: Int, count: Int
  ) throws {
    var chunk = try OpenChunk(channelCount: channelCount)
    chunk.add(.samples(Self.samples(count - 1, channelCount: channelCount)))
    let one = Self.samples(1, channelCount: channelCount)
    chunk.add(.samples(one))
    #expect(try ChunkReader(chunk.bytes).contents().samples.count == count)
    #expect(!chunk.writer.hasRoom(for: [.samples(one)]))

    let error = ChunkError.limitExceeded(byteOffset: chunk.bytes.count)
    let larger = chunk.bytes + chunk.lastBlock
    #expect(throws: error) { try ChunkReader(larger).summary() }
    #expect(throws: error) { try ChunkReader(larger).contents() }
    #expect(throws: error) { try readAll(larger) }
    #expect(throws: error) { try ChunkReader(larger).packed() }
  }

  @Test(arguments: [
    ChunkBlock.gap(Gap(start: 1, end: 2, cause: .suspended)), .mark(.stopped(at: 3)),
  ])
  func `a chunk has at most 10,000 gaps and marks`(block: ChunkBlock) throws {
    var chunk = try OpenChunk(channelCount: 1)
    for _ in 0..<9_999 { chunk.add(.mark(.started(at: 0))) }
    #expect(chunk.writer.hasRoom(for: [block]))
    #expect(!chunk.writer.hasRoom(for: [block, block]))
    chunk.add(block)
    #expect(!chunk.writer.hasRoom(for: [block]))
    // Samples have their own limit.
    #expect(chunk.writer.hasRoom(for: [.samples(Self.samples(1, channelCount: 1))]))
    let summary = try ChunkReader(chunk.bytes).summary()
    #expect(summary.gaps.count + summary.marks.count == 10_000)
    #expect(!ChunkWriter(resuming: summary).hasRoom(for: [block]))
    #expect(throws: ChunkError.limitExceeded(byteOffset: chunk.bytes.count)) {
      try ChunkReader(chunk.bytes + chunk.lastBlock).summary()
    }
  }

  /// A block that exceeds the limit is refused because of its head, not because of what is in it.
  @Test func `a block above the limit is not decoded`() throws {
    var chunk = try OpenChunk(channelCount: 16)
    chunk.add(.samples(Self.samples(65_536, channelCount: 16)))
    let size = chunk.bytes.count
    BlockFrame.append(.samples, to: &chunk.bytes) { frame, bytes in
      frame.encoding = GridEncoding.id
      frame.count = 1_024
      bytes += [0]  // This is no payload.
    }
    #expect(throws: ChunkError.limitExceeded(byteOffset: size)) {
      try ChunkReader(chunk.bytes).contents()
    }
  }

  @Test func `blocks are divided into parts that have room in a chunk`() {
    let mark = ChunkBlock.mark(.started(at: 0))
    let samples = Self.samples(800_000, channelCount: 3)
    let parts = ChunkLimits.parts(of: [mark, .samples(samples), mark])
    #expect(parts.map(\.count) == [2, 1, 2])
    var times: [Int64] = []
    var values: [Double] = []
    for case .samples(let samples) in parts.flatMap(\.self) {
      times += samples.times
      values += samples.values
    }
    #expect(SampleBlock(channelCount: 3, times: times, values: values) == samples)
    #expect(ChunkLimits.parts(of: []).isEmpty)
    #expect(
      ChunkLimits.parts(of: [ChunkBlock](repeating: mark, count: 20_001)).map(\.count)
        == [10_000, 10_000, 1])
  }

  @Test func `the memory for the samples of a chunk is known before they are decoded`() throws {
    #expect(ChunkReader.decodedByteCount(of: try SampleChunk.small().bytes) == 3 * 3 * 8)
    #expect(ChunkReader.decodedByteCount(of: []) == 0)
    #expect(ChunkReader.decodedByteCount(of: [UInt8](repeating: 0xFF, count: 1_000)) == 0)
    var chunk = try OpenChunk(channelCount: 16)
    chunk.add(.samples(Self.samples(65_536, channelCount: 16)))
    let size: Int64 = 65_536 * 17 * 8
    #expect(ChunkReader.decodedByteCount(of: chunk.bytes) == size)
    // Blocks beyond the limit are never decoded.
    #expect(ChunkReader.decodedByteCount(of: chunk.bytes + chunk.lastBlock) == size)
    #expect(ChunkReader.decodedByteCount(of: Array(chunk.bytes.dropLast())) < size)
  }
}
