import Testing

@testable import Chunks

/// Tests that blocks on a grid are independent of each other, and of the writer.
@Suite struct GridBlockTests {
  private static func samples(_ count: Int, from start: Int = 0) -> SampleBlock {
    var samples = SampleBlock(channelCount: 3)
    for row in start..<start + count {
      let step = Double(row * 7919 % 4001 - 2000)
      samples.append(
        time: Int64(row) * 20_000_000, step / 65536,
        (step * step).truncatingRemainder(dividingBy: 977) / 65536,
        Double(row % 50) / 65536)
    }
    return samples
  }

  @Test func `a block is decoded without the blocks before it`() throws {
    let parts = [0, 1024, 2048].map { Self.samples(1024, from: $0) }
    let whole = try SampleChunk(blocks: [.samples(Self.samples(3072))], channelCount: 3)
    for part in parts {
      let alone = try SampleChunk(blocks: [.samples(part)], channelCount: 3)
      #expect(try readAll(alone.bytes).0 == [.samples(part)])
      // The same samples have the same bytes, wherever they are in a chunk.
      let block = alone.bytes[alone.headerLength..<alone.blockEnds[0]]
      #expect(block[block.startIndex + 1] == GridEncoding.id)
      #expect(whole.bytes.firstRange(of: block) != nil)
    }
    #expect(try readAll(whole.bytes).0 == parts.map { .samples($0) })
  }

  @Test func `a torn chunk is continued with the same bytes as without a pause`() throws {
    let blocks = [0, 300, 600].map { ChunkBlock.samples(Self.samples(300, from: $0)) }
    let chunk = try SampleChunk(blocks: blocks, channelCount: 3)
    for cut in chunk.blockEnds[0]..<chunk.blockEnds[1] {
      let summary = try ChunkReader(Array(chunk.bytes[..<cut])).summary()
      #expect(summary.completeness == .torn(validLength: chunk.blockEnds[0]))
      #expect(summary.sampleCount == 300)
    }
    var bytes = Array(chunk.bytes[..<chunk.blockEnds[0]])
    var writer = ChunkWriter(resuming: try ChunkReader(bytes).summary())
    writer.encode(samples: Self.samples(300, from: 300), into: &bytes)
    writer.encode(samples: Self.samples(300, from: 600), into: &bytes)
    writer.finish(into: &bytes)
    #expect(bytes == chunk.bytes)
  }

  @Test func `blocks of old and new encodings can follow each other in one chunk`() throws {
    var writer = ChunkWriter(header: try SampleChunk.header(channelCount: 3))
    var bytes = writer.headerBytes()
    let samples = Self.samples(100)
    for usesGrid in [false, true, false] {
      writer.usesGrid = usesGrid
      writer.encode(samples: samples, into: &bytes)
    }
    writer.finish(into: &bytes)
    let (blocks, completeness) = try readAll(bytes)
    #expect(blocks == Array(repeating: .samples(samples), count: 3))
    #expect(completeness == .complete)
  }

  /// Streams that are not motion: few samples, irregular times, whole numbers.
  @Test(arguments: [1, 2, 3, 5, 60])
  func `heart rates and other rare events are smaller than before, or as large`(count: Int) throws {
    var random = SeededGenerator(state: 9)
    var time: Int64 = 1_764_585_664_000_000_000
    var samples = SampleBlock(channelCount: 1)
    for _ in 0..<count {
      time += 1_000_000 * Int64.random(in: 700...1_100, using: &random)
      samples.append(time: time, Double(Int.random(in: 55...62, using: &random)))
    }
    let chunk = try SampleChunk(blocks: [.samples(samples)], channelCount: 1)
    let plain = try SampleChunk(blocks: [.samples(samples)], channelCount: 1, usesGrid: false)
    #expect(try readAll(chunk.bytes).0 == [.samples(samples)])
    #expect(chunk.bytes.count <= plain.bytes.count)
    if count == 60 { #expect(2 * chunk.bytes.count < plain.bytes.count) }
  }
}
