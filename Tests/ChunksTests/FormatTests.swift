import Testing

@testable import Chunks

@Suite struct FormatTests {
  /// Published test values: the check value of the CRC catalog and three values of RFC 3720,
  /// appendix B.4.
  @Test(
    arguments: [
      (Array("123456789".utf8), 0xE306_9283),
      ([], 0),
      ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      ((0..<32).map { UInt8($0) }, 0x46DD_794E),
    ] as [([UInt8], UInt32)])
  func `CRC-32C gives the published values`(bytes: [UInt8], expected: UInt32) {
    #expect(bytes.withUnsafeBytes { CRC32C.checksum($0) } == expected)
    #expect(bytes.withUnsafeBytes { CRC32C.checksumByTables($0) } == expected)
    for middle in 0...bytes.count {
      let first = bytes[..<middle].withUnsafeBytes { CRC32C.checksum($0) }
      let both = bytes[middle...].withUnsafeBytes { CRC32C.checksum($0, continuing: first) }
      #expect(both == expected)
    }
  }

  @Test func `the CPU instruction and the tables give the same CRC, for any length and alignment`()
  {
    let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }
    bytes.withUnsafeBytes { buffer in
      for start in 0..<9 {
        for end in start..<bytes.count {
          let part = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
          let byTables = CRC32C.checksumByTables(part, continuing: UInt32(end))
          #expect(CRC32C.checksum(part, continuing: UInt32(end)) == byTables)
        }
      }
    }
  }

  /// The example of docs/chunk-format.md, assembled from the tables on that page without this
  /// module. Its five checksums come from a bit-by-bit program in another language.
  static let golden = """
    89 59 4f 42 41 4e 0d 0a 01 00 2b 00 07 00 00 00 00 00 00 00 80 96 98 00 00 00 00 00
    01 01 70 03 61 63 63 01 78 01 67 f5 c3 c9 22
    01 02 01 00 02 00 14 00 00 00 c4 a1 5c 2a
    00 ca 9a 3b 00 00 00 00 80 96 98 00 00 00 00 3f 00 00 80 bf
    02 00 00 00 00 00 17 00 00 00 db 92 30 ae
    80 60 33 3c 00 00 00 00 00 5e d0 b2 00 00 00 00 06 6b 69 6c 6c 65 64
    03 00 00 00 00 00 10 00 00 00 e2 fc cd 29
    00 5e d0 b2 00 00 00 00 07 73 74 6f 70 70 65 64
    04 00 00 00 00 00 0c 00 00 00 91 18 eb 08
    02 00 00 00 00 00 00 00 03 00 00 00
    """

  @Test func `the example of the format description is written and read correctly`() throws {
    let expected = try Self.golden.split(whereSeparator: \.isWhitespace).map {
      try #require(UInt8($0, radix: 16))
    }
    let header = try ChunkHeader(
      identity: ChunkIdentity(device: "p", stream: "acc", sequence: 7),
      channels: [Channel(name: "x", unit: "g")], nominalInterval: .milliseconds(10))
    let samples = SampleBlock(
      channelCount: 1, times: [1_000_000_000, 1_010_000_000], values: [0.5, -1])
    let gap = Gap(start: 1_010_000_000, end: 3_000_000_000, cause: .killed)

    var writer = ChunkWriter(header: header)
    var bytes = writer.headerBytes()
    writer.encode(samples: samples, into: &bytes)
    writer.encode(gap: gap, into: &bytes)
    writer.encode(mark: .stopped(at: 3_000_000_000), into: &bytes)
    writer.finish(into: &bytes)
    #expect(bytes == expected)

    #expect(try ChunkReader(expected).header == header)
    let (blocks, completeness) = try readAll(expected)
    #expect(blocks == [.samples(samples), .gap(gap), .mark(.stopped(at: 3_000_000_000))])
    #expect(completeness == .complete)
  }

  /// The second example of docs/chunk-format.md. A program in another language that was written from
  /// that page reads it.
  static let goldenGrid = """
    01 03 00 00 08 00 17 00 00 00 fb 08 ad 58 00 ca 9a 3b 00 00 00 00
    60 00 2d 31 03 05 0a 0c 09 07 14 08 73 b2 0b
    """

  @Test func `the example of a block on a grid is written and read correctly`() throws {
    let block = try Self.goldenGrid.split(whereSeparator: \.isWhitespace).map {
      try #require(UInt8($0, radix: 16))
    }
    let samples = SampleBlock(
      channelCount: 1, times: (0..<8).map { 1_000_000_000 + 10_000_000 * $0 },
      values: [0.5, 0.75, 1, 0.75, 0.25, -0.25, -0.5, -0.25])
    var writer = ChunkWriter(header: try SampleChunk.header(channelCount: 1))
    let header = writer.headerBytes()
    var bytes = header
    writer.encode(samples: samples, into: &bytes)
    #expect(bytes == header + block)
    #expect(try readAll(header + block).0 == [.samples(samples)])
  }

  @Test(arguments: [
    ("a", true), ("A-z_0.9", true), (String(repeating: "x", count: 64), true),
    ("", false), (".", false), ("..", false), (".a", false),
    (String(repeating: "x", count: 65), false), ("a/b", false), ("a b", false),
    ("é", false), ("a\0", false), ("a\n", false), ("%2e", false),
  ])
  func `device names and stream names must follow the naming rule`(name: String, isAllowed: Bool) {
    #expect(((try? ChunkIdentity(device: name, stream: "s", sequence: 0)) != nil) == isAllowed)
    #expect(((try? ChunkIdentity(device: "d", stream: name, sequence: 0)) != nil) == isAllowed)
  }

  @Test(
    arguments: [
      (0, true), (UInt64(Int64.max), true), (UInt64(Int64.max) + 1, false), (.max, false),
    ] as [(UInt64, Bool)])
  func `a sequence number must fit in a signed number`(sequence: UInt64, isAllowed: Bool) {
    let identity = try? ChunkIdentity(device: "d", stream: "s", sequence: sequence)
    #expect((identity != nil) == isAllowed)
  }

  @Test(arguments: [
    ("sensor-off", true), ("a", true), ("", false), ("Sensor", false), ("a1", false),
    (String(repeating: "a", count: 33), false),
  ])
  func `causes and marks must be short lower-case words`(word: String, isAllowed: Bool) {
    #expect((GapCause(rawValue: word) != nil) == isAllowed)
    #expect(((try? Mark(time: 0, name: word)) != nil) == isAllowed)
  }

  @Test func `a header must have 1 to 16 channels with different names`() throws {
    let identity = try ChunkIdentity(device: "d", stream: "s", sequence: 0)
    let many = try (0..<17).map { try Channel(name: "c\($0)") }
    #expect(throws: ChunkError.channelCount(0)) {
      try ChunkHeader(identity: identity, channels: [])
    }
    #expect(throws: ChunkError.channelCount(17)) {
      try ChunkHeader(identity: identity, channels: many)
    }
    #expect(throws: ChunkError.repeatedChannel("x")) {
      try ChunkHeader(identity: identity, channels: [Channel(name: "x"), Channel(name: "x")])
    }
  }

  @Test(arguments: [
    .zero, .nanoseconds(-1), Duration(secondsComponent: 0, attosecondsComponent: 1),
  ])
  func `an interval must be a whole, positive number of nanoseconds`(interval: Duration) throws {
    let identity = try ChunkIdentity(device: "d", stream: "s", sequence: 0)
    #expect(throws: ChunkError.invalidInterval) {
      try ChunkHeader(
        identity: identity, channels: [Channel(name: "x")], nominalInterval: interval)
    }
  }

  @Test func `chunk identities sort by device, stream and number`() throws {
    let sorted = try [("a", "z", 9), ("b", "a", 10), ("b", "b", 2), ("b", "b", 10)].map {
      try ChunkIdentity(device: $0.0, stream: $0.1, sequence: UInt64($0.2))
    }
    #expect(sorted.shuffled().sorted() == sorted)
  }

  /// SHA-256 of "abc" from FIPS 180-2 appendix B.1.
  @Test func `a digest is a SHA-256 and can be read from its own text forms`() throws {
    let digest = ChunkDigest(of: Array("abc".utf8))
    #expect(
      digest.hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(ChunkDigest(hex: digest.hex.uppercased()) == digest)
    #expect(ChunkDigest(base64: digest.base64) == digest)
    #expect(ChunkDigest(bytes: digest.bytes) == digest)
    #expect(ChunkDigest(hex: "ba78") == nil)
    #expect(ChunkDigest(base64: "!") == nil)
    #expect(ChunkDigest(bytes: []) == nil)
  }
}
