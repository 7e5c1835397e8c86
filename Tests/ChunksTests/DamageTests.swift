import Testing

@testable import Chunks

@Suite struct DamageTests {
  @Test func `a chunk that is cut anywhere gives exactly the complete blocks before the cut`()
    throws
  {
    let chunk = try SampleChunk.small()
    for length in 0..<chunk.bytes.count {
      let cut = Array(chunk.bytes[..<length])
      guard length >= chunk.headerLength else {
        #expect(throws: ChunkError.self) { try ChunkReader(cut) }
        continue
      }
      let whole = chunk.blockEnds.filter { $0 <= length }
      let (blocks, completeness) = try readAll(cut)
      #expect(blocks == Array(chunk.blocks.prefix(whole.count)))
      #expect(completeness == .torn(validLength: whole.last ?? chunk.headerLength))
      #expect(try ChunkReader(cut).summary().completeness == completeness)
    }
  }

  @Test func `every altered bit is detected, and no altered block is returned`() throws {
    let chunk = try SampleChunk.small()
    for bit in 0..<chunk.bytes.count * 8 {
      var altered = chunk.bytes
      altered[bit / 8] ^= 1 << (bit % 8)
      guard bit / 8 >= chunk.headerLength else {
        #expect(throws: ChunkError.self) { try ChunkReader(altered) }
        continue
      }
      let whole = chunk.blockEnds.filter { $0 <= bit / 8 }
      let (blocks, completeness) = try readAll(altered)
      #expect(blocks == Array(chunk.blocks.prefix(whole.count)))
      #expect(completeness == .torn(validLength: whole.last ?? chunk.headerLength))
    }
  }

  @Test func `a tail of zeros, which a crash can leave, is a torn tail`() throws {
    let chunk = try SampleChunk.small()
    let end = chunk.blockEnds[1]
    let bytes = Array(chunk.bytes[..<end]) + [UInt8](repeating: 0, count: 4096)
    let (blocks, completeness) = try readAll(bytes)
    #expect(blocks == Array(chunk.blocks.prefix(2)))
    #expect(completeness == .torn(validLength: end))
  }

  @Test func `bytes after the end are an error with their offset`() throws {
    let chunk = try SampleChunk.small()
    #expect(throws: ChunkError.trailingBytes(byteOffset: chunk.bytes.count)) {
      try readAll(chunk.bytes + [0])
    }
    #expect(throws: ChunkError.trailingBytes(byteOffset: chunk.bytes.count)) {
      try ChunkReader(chunk.bytes + [0]).summary()
    }
  }

  @Test func `writing to a torn chunk continues after its last complete block`() throws {
    let chunk = try SampleChunk.small()
    let summary = try ChunkReader(Array(chunk.bytes[..<(chunk.blockEnds[2] + 5)])).summary()
    guard case .torn(let validLength) = summary.completeness else {
      Issue.record("the chunk is not torn")
      return
    }
    var bytes = Array(chunk.bytes[..<validLength])
    var writer = ChunkWriter(resuming: summary)
    writer.encode(mark: .stopped(at: 9_500), into: &bytes)
    writer.finish(into: &bytes)
    #expect(bytes == chunk.bytes)
  }

  /// A block with a correct checksum that a newer or a faulty writer could have written.
  struct ForeignBlock: CustomTestStringConvertible, Sendable {
    var name: String
    var kind: UInt8
    var encoding: UInt8 = 0
    var flags: UInt16 = 0
    var count: UInt16 = 0
    var payload: [UInt8] = []
    var code: String

    var testDescription: String { name }
  }

  static let step = [UInt8](repeating: 0, count: 8)

  @Test(arguments: [
    ForeignBlock(name: "kind 0", kind: 0, code: "unknown-kind"),
    ForeignBlock(name: "kind 5", kind: 5, code: "unknown-kind"),
    ForeignBlock(
      name: "encoding 4", kind: 1, encoding: 4, count: 1, payload: step + step,
      code: "unknown-encoding"),
    ForeignBlock(
      name: "no sample", kind: 1, encoding: 1, payload: [], code: "malformed-block"),
    ForeignBlock(
      name: "1,025 samples", kind: 1, encoding: 1, count: 1025, code: "malformed-block"),
    ForeignBlock(
      name: "values missing", kind: 1, encoding: 1, count: 1, payload: step,
      code: "malformed-block"),
    ForeignBlock(
      name: "a byte too many", kind: 1, encoding: 1, count: 1, payload: step + step + [0],
      code: "malformed-block"),
    ForeignBlock(
      name: "an unknown flag", kind: 1, encoding: 1, flags: 2, count: 1, payload: step + step,
      code: "malformed-block"),
    ForeignBlock(
      name: "a gap without its cause", kind: 2, payload: step + step, code: "malformed-block"),
    ForeignBlock(
      name: "a cause in capitals", kind: 2, payload: step + step + [1, 0x41],
      code: "malformed-block"),
    ForeignBlock(
      name: "a mark with flags", kind: 3, flags: 1, payload: step + [1, 0x61],
      code: "malformed-block"),
    ForeignBlock(
      name: "an end with other counts", kind: 4, payload: step + [9, 0, 0, 0],
      code: "malformed-block"),
  ])
  func `an intact block with invalid content is a typed error`(_ block: ForeignBlock) throws {
    var bytes = ChunkWriter(header: try SampleChunk.header(channelCount: 1)).headerBytes()
    let start = bytes.count
    BlockFrame.append(.samples, to: &bytes) { frame, bytes in
      frame.kind = block.kind
      frame.encoding = block.encoding
      frame.flags = block.flags
      frame.count = block.count
      bytes += block.payload
    }
    for read in [{ _ = try readAll(bytes) }, { _ = try ChunkReader(bytes).summary() }] {
      let error = #expect(throws: ChunkError.self) { try read() }
      #expect(error?.code == block.code)
      #expect(error?.remedy.isEmpty == false)
      #expect(error?.byteOffset.map { $0 >= start } == true)
    }
  }

  @Test func `for another format version, the error asks for a newer reader`() throws {
    var bytes = try SampleChunk.small().bytes
    bytes[8] = 2
    let error = #expect(throws: ChunkError.unsupportedVersion(2)) { try ChunkReader(bytes) }
    #expect(error?.remedy.contains("newer version") == true)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random bytes and random damage never trap`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let chunk = try SampleChunk.small()
    for _ in 0..<2_000 {
      var bytes = chunk.bytes
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
      case 1:
        for _ in 0..<Int.random(in: 1..<9, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        }
      default:
        bytes.removeSubrange(chunk.headerLength...)
        BlockFrame.append(.samples, to: &bytes) { frame, bytes in
          frame.kind = UInt8.random(in: 0..<6, using: &random)
          frame.encoding = UInt8.random(in: 0..<5, using: &random)
          frame.flags = UInt16.random(in: 0..<4, using: &random)
          frame.count = UInt16.random(in: 0..<4, using: &random)
          for _ in 0..<Int.random(in: 0..<64, using: &random) {
            bytes.append(UInt8.random(in: .min ... .max, using: &random))
          }
        }
      }
      do {
        let (blocks, completeness) = try readAll(bytes)
        let summary = try ChunkReader(bytes).summary()
        #expect(summary.completeness == completeness)
        #expect(Int(summary.blockCount) == blocks.count)
      } catch let error as ChunkError {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
