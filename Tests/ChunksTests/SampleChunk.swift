@testable import Chunks

/// A small chunk and the offsets of its block ends, for the tests that damage it.
struct SampleChunk {
  var bytes: [UInt8]
  let headerLength: Int
  let blocks: [ChunkBlock]
  /// The offset after block 0, block 1 and so on; the last one is after the end block.
  var blockEnds: [Int] = []

  /// Returns a chunk with samples, a gap, samples that need the other encoding, and a mark.
  static func small() throws -> SampleChunk {
    try SampleChunk(blocks: [
      .samples(SampleBlock(channelCount: 2, times: [1_000, 2_000], values: [0.5, -0.0, 1, 2])),
      .gap(Gap(start: 2_000, end: 9_000, cause: .suspended)),
      .samples(SampleBlock(channelCount: 2, times: [9_000], values: [0.1, .infinity])),
      .mark(.stopped(at: 9_500)),
    ])
  }

  /// - Parameter usesGrid: false for the encodings of the first version of the format.
  init(blocks: [ChunkBlock], channelCount: Int = 2, usesGrid: Bool = true) throws {
    self.blocks = blocks
    var writer = ChunkWriter(header: try Self.header(channelCount: channelCount))
    writer.usesGrid = usesGrid
    bytes = writer.headerBytes()
    headerLength = bytes.count
    for block in blocks {
      switch block {
      case .samples(let samples): writer.encode(samples: samples, into: &bytes)
      case .gap(let gap): writer.encode(gap: gap, into: &bytes)
      case .mark(let mark): writer.encode(mark: mark, into: &bytes)
      }
      blockEnds.append(bytes.count)
    }
    writer.finish(into: &bytes)
    blockEnds.append(bytes.count)
  }

  static func header(channelCount: Int = 2) throws -> ChunkHeader {
    try ChunkHeader(
      identity: ChunkIdentity(device: "phone-1", stream: "accelerometer", sequence: 7),
      channels: (0..<channelCount).map { try Channel(name: "c\($0)", unit: "g") },
      nominalInterval: .milliseconds(10))
  }
}

/// Returns all blocks that the reader finds, and whether the chunk is complete.
func readAll(_ bytes: [UInt8]) throws -> ([ChunkBlock], ChunkReader.Completeness) {
  var reader = try ChunkReader(bytes)
  var blocks: [ChunkBlock] = []
  while let block = try reader.next() { blocks.append(block) }
  return (blocks, reader.completeness)
}

/// A random number generator with a seed (SplitMix64), so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
