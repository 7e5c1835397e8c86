import Chunks
import Foundation

/// The size and the speed of the chunk format for one stream.
struct Measurement {
  /// All bytes of the blocks, without the header of the chunk, per sample.
  var bytesPerSample = 0.0
  /// The processor time per sample. Of every block, the shortest time of several runs counts, so
  /// that other processes on the machine disturb the result less.
  var encodeNanoseconds = 0.0
  var decodeNanoseconds = 0.0

  private static let encodeRunCount = 100
  private static let decodeRunCount = 600

  /// Traps if the samples are not read back bit by bit.
  init(_ samples: SampleBlock, usesGrid: Bool, blockCount: Int) throws {
    let header = try ChunkHeader(
      identity: ChunkIdentity(device: "phone", stream: "motion", sequence: 0),
      channels: (0..<samples.channelCount).map { try Channel(name: "c\($0)") })
    let blocks = samples.blocks(of: blockCount)
    let count = Double(samples.count)
    var bytes: [UInt8] = []
    var encodeTimes = [Double](repeating: .infinity, count: blocks.count)
    var decodeTimes = encodeTimes
    for _ in 0..<Self.encodeRunCount {
      bytes.removeAll(keepingCapacity: true)
      var writer = ChunkWriter(header: header)
      writer.usesGrid = usesGrid
      bytes += writer.headerBytes()
      let headerLength = bytes.count
      for index in blocks.indices {
        let start = Self.now()
        writer.encode(samples: blocks[index], into: &bytes)
        encodeTimes[index] = min(encodeTimes[index], Self.now() - start)
      }
      bytesPerSample = Double(bytes.count - headerLength) / count
      writer.finish(into: &bytes)
    }
    for _ in 0..<Self.decodeRunCount {
      var reader = try ChunkReader(bytes)
      for index in blocks.indices {
        let start = Self.now()
        let block = try reader.next()
        decodeTimes[index] = min(decodeTimes[index], Self.now() - start)
        guard case .samples = block else { fatalError("a block is missing") }
      }
    }
    encodeNanoseconds = encodeTimes.reduce(0, +) / count
    decodeNanoseconds = decodeTimes.reduce(0, +) / count
    var reader = try ChunkReader(bytes)
    for block in blocks {
      let read = try reader.next()
      precondition(read == .samples(block))
    }
  }

  /// The processor time of this thread, so that other processes count less.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

extension SampleBlock {
  func rows(_ range: Range<Int>) -> SampleBlock {
    SampleBlock(
      channelCount: channelCount, times: Array(times[range]),
      values: Array(values[range.lowerBound * channelCount..<range.upperBound * channelCount]))
  }

  func blocks(of size: Int) -> [SampleBlock] {
    stride(from: 0, to: count, by: size).map { rows($0..<Swift.min($0 + size, count)) }
  }

  /// Returns samples with the times of this block and the channels of both.
  func paired(with other: SampleBlock) -> SampleBlock {
    var pair = SampleBlock(channelCount: channelCount + other.channelCount)
    for row in 0..<Swift.min(count, other.count) {
      pair.append(time: times[row], rows(row..<row + 1).values + other.rows(row..<row + 1).values)
    }
    return pair
  }
}
