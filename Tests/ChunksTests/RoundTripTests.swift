import Testing

@testable import Chunks

@Suite struct RoundTripTests {
  /// A case of `everything that is written is read back bit by bit`.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var times: [Int64]
    var values: [Double]
    /// The number of blocks, and the encoding of the first one without `grid`; nil without samples.
    var blocks: Int
    var encoding: UInt8?
    /// Whether the first block has 32-bit steps.
    var hasSteps = true

    var testDescription: String { name }
  }

  static let signallingNaN = Double(nan: 0x1234, signaling: true)
  static let grid = (0..<1025).map { Double($0) / 65_536 }
  static let line = (0..<1025).map { Int64($0) * 10_000_000 }

  static let cases: [Case] = [
    Case(name: "no samples", times: [], values: [], blocks: 0),
    Case(name: "1 sample", times: [5], values: [0.25], blocks: 1, encoding: 2),
    Case(
      name: "1,024 samples fill a block", times: Array(line.dropLast()),
      values: Array(grid.dropLast()), blocks: 1, encoding: 2),
    Case(name: "1,025 samples take two", times: line, values: grid, blocks: 2, encoding: 2),
    Case(name: "a value that needs 64 bits", times: [5], values: [0.1], blocks: 1, encoding: 1),
    Case(
      name: "zeros, infinities and the plain NaN", times: [1, 2, 3, 4, 5],
      values: [0, -0.0, .infinity, -.infinity, .nan], blocks: 1, encoding: 2),
    Case(
      name: "an absent value among values of 32 bits", times: [1, 2, 3],
      values: [0.5, Double(bitPattern: 0x7FF8_AB5E_0000_0000), 1], blocks: 1, encoding: 2),
    Case(
      name: "a NaN whose payload needs 64 bits", times: [1],
      values: [Double(bitPattern: 0x7FF8_0000_0000_0001)], blocks: 1, encoding: 1),
    Case(
      name: "a signalling NaN", times: [1], values: [signallingNaN], blocks: 1, encoding: 1),
    Case(
      name: "the smallest and largest of 32 and 64 bits", times: [1, 2, 3, 4],
      values: [
        Double(Float.leastNonzeroMagnitude), Double(Float.greatestFiniteMagnitude),
        .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ], blocks: 1, encoding: 1),
    Case(
      name: "the earliest and the latest time", times: [.min, .max], values: [1, 2], blocks: 1,
      encoding: 2, hasSteps: false),
    Case(
      name: "the latest and the earliest time", times: [.max, .min], values: [1, 2], blocks: 1,
      encoding: 2, hasSteps: false),
    Case(
      name: "time that stands still", times: [7, 7, 7], values: [1, 2, 3], blocks: 1,
      encoding: 2),
    Case(
      name: "time that goes back", times: [7, 6, 8], values: [1, 2, 3], blocks: 1, encoding: 2,
      hasSteps: false),
    Case(
      name: "the longest step of 32 bits", times: [-1, 0xFFFF_FFFE], values: [1, 2], blocks: 1,
      encoding: 2),
    Case(
      name: "a step longer than 32 bits", times: [-1, 0xFFFF_FFFF], values: [1, 2], blocks: 1,
      encoding: 2, hasSteps: false),
  ]

  @Test func `a value is absent only with the bits of the document`() {
    #expect(Double.absent.bitPattern == 0x7FF8_AB5E_0000_0000)
    #expect(Double.absent.isAbsent)
    for other in [.nan, -.absent, .signalingNaN, 0, .infinity] as [Double] {
      #expect(!other.isAbsent)
    }
  }

  @Test(arguments: cases)
  func `everything that is written is read back bit by bit`(_ test: Case) throws {
    let plain = try check(test, usesGrid: false)
    if let encoding = test.encoding {
      #expect(plain.bytes[plain.headerLength + 1] == encoding)
      #expect(plain.bytes[plain.headerLength + 2] == (test.hasSteps ? 1 : 0))
    }
    let chunk = try check(test, usesGrid: true)
    #expect(chunk.bytes.count <= plain.bytes.count)
  }

  private func check(_ test: Case, usesGrid: Bool) throws -> SampleChunk {
    let samples = SampleBlock(channelCount: 1, times: test.times, values: test.values)
    let chunk = try SampleChunk(
      blocks: [.samples(samples)], channelCount: 1, usesGrid: usesGrid)
    var read = SampleBlock(channelCount: 1)
    let (blocks, completeness) = try readAll(chunk.bytes)
    for case .samples(let block) in blocks {
      #expect((1...1024).contains(block.count))
      read.times += block.times
      read.values += block.values
    }
    #expect(read == samples)
    #expect(blocks.count == test.blocks)
    #expect(completeness == .complete)
    return chunk
  }

  @Test func `samples, gaps and marks keep their order`() throws {
    let chunk = try SampleChunk.small()
    let (blocks, completeness) = try readAll(chunk.bytes)
    #expect(blocks == chunk.blocks)
    #expect(completeness == .complete)
  }

  @Test(arguments: [1, 3, 16])
  func `a chunk has the number of channels that its header states`(channelCount: Int) throws {
    let samples = SampleBlock(
      channelCount: channelCount, times: [1, 2],
      values: (0..<2 * channelCount).map { Double($0) })
    let chunk = try SampleChunk(blocks: [.samples(samples)], channelCount: channelCount)
    #expect(try readAll(chunk.bytes).0 == [.samples(samples)])
  }

  @Test func `the header is read back unchanged`() throws {
    let identity = try ChunkIdentity(device: "d", stream: "s", sequence: UInt64(Int64.max))
    let channels = [try Channel(name: "x", unit: "m/s²"), try Channel(name: "y")]
    for interval: Duration? in [nil, .nanoseconds(1), .nanoseconds(Int64.max)] {
      let header = try ChunkHeader(
        identity: identity, channels: channels, nominalInterval: interval)
      #expect(try ChunkReader(ChunkWriter(header: header).headerBytes()).header == header)
    }
  }

  @Test func `a summary counts everything and finds the range of the times`() throws {
    let chunk = try SampleChunk(
      blocks: [
        .mark(.started(at: 1)),
        .samples(SampleBlock(channelCount: 1, times: [30, 40], values: [1, 2])),
        .gap(Gap(start: 40, end: 90, cause: .killed)),
        .samples(SampleBlock(channelCount: 1, times: [20, 50], values: [1, 2])),
      ], channelCount: 1)
    let summary = try ChunkReader(chunk.bytes).summary()
    #expect(summary.header == (try SampleChunk.header(channelCount: 1)))
    #expect(summary.sampleCount == 4)
    #expect(summary.blockCount == 4)
    #expect(summary.firstTime == 20)
    #expect(summary.lastTime == 50)
    #expect(summary.gaps == [Gap(start: 40, end: 90, cause: .killed)])
    #expect(summary.marks == [.started(at: 1)])
    #expect(summary.completeness == .complete)
  }

  @Test(
    arguments: [
      ([[1, 2], [3]], true), ([[1], [1]], false), ([[1, 1]], false), ([[2], [1]], false),
      ([], true),
    ] as [([[Int64]], Bool)])
  func `a summary detects whether time always advances`(blocks: [[Int64]], expected: Bool) throws {
    let chunk = try SampleChunk(
      blocks: blocks.map {
        .samples(
          SampleBlock(channelCount: 1, times: $0, values: Array(repeating: 0, count: $0.count)))
      }, channelCount: 1)
    #expect(try ChunkReader(chunk.bytes).summary().isStrictlyIncreasing == expected)
  }
}
