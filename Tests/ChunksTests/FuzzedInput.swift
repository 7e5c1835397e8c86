@testable import Chunks

/// Interprets arbitrary bytes as an input of the format and checks what must hold for every input:
/// nothing traps, and whatever was read is the same after it is written and read again.
///
/// `Tests/Fuzz` compiles this file for libFuzzer.
enum FuzzedInput {
  /// Returns a description of what went wrong; nil if nothing did.
  static func check(_ input: [UInt8]) -> String? {
    guard let kind = input.first else { return nil }
    let rest = Array(input.dropFirst())
    switch kind % 4 {
    case 0: return checkChunk(rest)
    case 1, 2: return checkPayload(rest)
    default: return checkSamples(rest)
    }
  }

  /// Reads bytes as a whole chunk.
  private static func checkChunk(_ bytes: [UInt8]) -> String? {
    guard var reader = try? ChunkReader(bytes) else { return nil }
    let summary = try? reader.summary()
    var sampleCount: UInt64 = 0
    do throws(ChunkError) {
      while let block = try reader.next() {
        guard case .samples(let samples) = block else { continue }
        sampleCount += UInt64(samples.count)
      }
    } catch {
      return summary == nil ? nil : "a chunk has a summary but cannot be read: \(error)"
    }
    return summary?.sampleCount == sampleCount ? nil : "the summary counts other samples"
  }

  /// Reads bytes as a number of channels, a number of samples, and a payload of `grid`.
  private static func checkPayload(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 3 else { return nil }
    let channelCount = Int(bytes[0] % 16) + 1
    let count = (Int(bytes[1]) | Int(bytes[2]) << 8) % 1024 + 1
    var block = SampleBlock(channelCount: channelCount)
    let isValid = bytes[3...].withUnsafeBytes { payload in
      GridEncoding.decode(
        BlockPayload(bytes: payload, flags: 0, count: count, channelCount: channelCount),
        into: &block)
    }
    guard isValid else { return nil }
    guard block.times.count == count, block.values.count == count * channelCount else {
      return "a payload has other samples than it should"
    }
    return checkRoundTrip(block)
  }

  /// Reads bytes as a number of channels, a width of times and values, and the samples.
  private static func checkSamples(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    let channelCount = Int(bytes[0] % 4) + 1
    let shape = bytes[1]
    var block = SampleBlock(channelCount: channelCount)
    var next = 2
    var time: Int64 = 0
    func number(_ size: Int) -> Int64 {
      var value: Int64 = 0
      for index in 0..<size where next + index < bytes.count {
        value |= Int64(bytes[next + index]) << Int64(8 * index)
      }
      next += size
      let unused = Int64(64 - 8 * size)
      return (value << unused) >> unused
    }
    while next < bytes.count, block.count < 1024 {
      time = shape & 1 == 0 ? time &+ 10_000 &+ number(1) : number(8)
      block.times.append(time)
      for _ in 0..<channelCount {
        switch shape >> 1 & 7 {
        case 0: block.values.append(Double(number(1)) / 65536)
        case 1: block.values.append(Double(Float(number(2)) * Float(9.80665 * 0.000244)))
        case 2: block.values.append(Double(number(2)) / 100)
        case 3:
          block.values.append(Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(4)))))
        case 4: block.values.append(Double(bitPattern: UInt64(bitPattern: number(8))))
        case 5: block.values.append(Double(number(3)) * 0.001)
        default: block.values.append(Double(number(1)))
        }
      }
    }
    return block.isEmpty ? nil : checkRoundTrip(block)
  }

  private static func checkRoundTrip(_ block: SampleBlock) -> String? {
    guard
      let identity = try? ChunkIdentity(device: "d", stream: "s", sequence: 0),
      let channels = try? (0..<block.channelCount).map({ try Channel(name: "c\($0)") }),
      let header = try? ChunkHeader(identity: identity, channels: channels)
    else { return "the header of the test is not valid" }
    var writer = ChunkWriter(header: header)
    var bytes = writer.headerBytes()
    writer.encode(samples: block, into: &bytes)
    writer.finish(into: &bytes)
    guard var reader = try? ChunkReader(bytes), let first = try? reader.next() else {
      return "what was written cannot be read"
    }
    return first == .samples(block) ? nil : "what was written is read differently"
  }
}
