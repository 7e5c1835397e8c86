import Foundation
import Testing

@testable import Chunks

/// Chunks that are encoded again in fewer bytes.
@Suite struct PackingTests {
  /// Returns a chunk as an app writes it: a block every second, in between some gaps and marks.
  private static func chunk(
    blocks: Int, samplesPerBlock: Int, usesGrid: Bool = false, isFinished: Bool = true
  ) throws -> [UInt8] {
    let identity = try ChunkIdentity(device: "phone", stream: "accelerometer", sequence: 7)
    var writer = ChunkWriter(
      header: try ChunkHeader(
        identity: identity, channels: [.init(name: "x", unit: "g"), .init(name: "y", unit: "g")],
        nominalInterval: .milliseconds(20)))
    writer.usesGrid = usesGrid
    var bytes = writer.headerBytes()
    writer.encode(mark: Mark.started(at: 5), into: &bytes)
    for number in 0..<blocks {
      var samples = SampleBlock(channelCount: 2)
      for index in 0..<samplesPerBlock {
        let row = number * samplesPerBlock + index
        samples.append(
          time: Int64(row) * 20_000_000 + Int64(row % 7),
          [Double(row % 91 - 45) / 65_536, (Double(row) / 50).rounded() / 1_024])
      }
      writer.encode(samples: samples, into: &bytes)
      if number % 40 == 39 {
        let time = Int64(number) * 1_000_000_000
        writer.encode(gap: Gap(start: time, end: time + 9, cause: .suspended), into: &bytes)
      }
    }
    if isFinished { writer.finish(into: &bytes) }
    return bytes
  }

  private static func blocks(_ bytes: [UInt8]) throws -> [ChunkBlock] {
    var reader = try ChunkReader(bytes)
    var blocks: [ChunkBlock] = []
    while let block = try reader.next() { blocks.append(block) }
    #expect(reader.completeness == .complete)
    return blocks
  }

  @Test(arguments: [(1, 1), (1, 50), (20, 50), (21, 50), (100, 50), (90, 1), (3, 1024), (5, 700)])
  func `a packed chunk has the same contents in the same order`(
    blocks: Int, samplesPerBlock: Int
  ) throws {
    let bytes = try Self.chunk(blocks: blocks, samplesPerBlock: samplesPerBlock)
    let packed = try ChunkReader(bytes).packed().bytes
    let (before, after) = (try ChunkReader(bytes).contents(), try ChunkReader(packed).contents())
    #expect(after.samples == before.samples)
    #expect(after.summary.header == before.summary.header)
    #expect(after.summary.gaps == before.summary.gaps)
    #expect(after.summary.marks == before.summary.marks)
    #expect(after.summary.completeness == .complete)
    // Between two gaps, only the last block of samples may be smaller than the largest one.
    var previous = ChunkWriter.maximumBlockCount
    for block in try Self.blocks(packed) {
      guard case .samples(let samples) = block else {
        previous = ChunkWriter.maximumBlockCount
        continue
      }
      #expect(previous == ChunkWriter.maximumBlockCount)
      previous = samples.count
    }
  }

  @Test func `a minute of a sensor needs less than half of its bytes`() throws {
    let bytes = try Self.chunk(blocks: 60, samplesPerBlock: 50)
    #expect(try ChunkReader(bytes).packed().bytes.count < bytes.count / 2)
  }

  @Test func `a packed chunk is packed to the same bytes`() throws {
    let packed = try ChunkReader(Self.chunk(blocks: 70, samplesPerBlock: 50)).packed().bytes
    let again = try ChunkReader(packed).packed()
    #expect(again.bytes == packed)
    #expect(again.of == .complete)
  }

  @Test func `a torn chunk is packed up to its last whole block`() throws {
    let bytes = try Self.chunk(blocks: 3, samplesPerBlock: 50, isFinished: false)
    let packed = try ChunkReader(Array(bytes.dropLast(3))).packed()
    let contents = try ChunkReader(packed.bytes).contents()
    #expect(packed.of == (try ChunkReader(Array(bytes.dropLast(3))).summary().completeness))
    #expect(contents.samples.count == 100)
    #expect(contents.summary.completeness == .complete)
  }

  @Test func `bytes after the end are an error`() throws {
    let bytes = try Self.chunk(blocks: 3, samplesPerBlock: 50)
    #expect(throws: ChunkError.self) { try ChunkReader(bytes + [0, 1, 2]).packed() }
  }

  @Test func `the result says that blocks after an altered one are missing`() throws {
    var bytes = try Self.chunk(blocks: 3, samplesPerBlock: 50)
    bytes[bytes.count / 2] ^= 1
    guard case .torn(let length) = try ChunkReader(bytes).packed().of else {
      Issue.record("the altered block was not noticed")
      return
    }
    #expect(length < bytes.count / 2)
  }
}
