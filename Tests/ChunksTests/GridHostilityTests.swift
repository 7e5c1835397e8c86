import Foundation
import Testing

@testable import Chunks

/// Tests that the decoder of `grid` accepts any bytes without a trap.
@Suite struct GridHostilityTests {
  static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/corpus.txt")

  /// Valid payloads of several kinds, each with its number of channels and samples.
  static func payloads() -> [(channelCount: Int, count: Int, bytes: [UInt8])] {
    var random = SeededGenerator(state: 5)
    var payloads: [(channelCount: Int, count: Int, bytes: [UInt8])] = []
    for shape in GridRoundTripTests.Shape.allCases {
      for (kind, count) in [(0, 5), (1, 40), (2, 150), (3, 40)] {
        let channelCount = 1 + kind % 3
        var levels = [Double](repeating: 500, count: channelCount)
        let times = GridRoundTripTests.times(kind, count, &random)
        let values = (0..<count * channelCount).map {
          $0 == 7 ? -0.0 : shape.value(&levels[$0 % channelCount], &random)
        }
        var bytes: [UInt8] = []
        let flags = times.withUnsafeBufferPointer { times in
          values.withUnsafeBufferPointer { values in
            GridEncoding.encode(BlockSamples(times: times, values: values), into: &bytes)
          }
        }
        if flags != nil { payloads.append((channelCount, count, bytes)) }
      }
    }
    return payloads
  }

  /// Returns whether a payload can be decoded.
  @discardableResult
  static func decode(_ bytes: [UInt8], channelCount: Int, count: Int, flags: UInt16 = 0) -> Bool {
    var block = SampleBlock(channelCount: channelCount)
    let isValid = bytes.withUnsafeBytes { payload in
      GridEncoding.decode(
        BlockPayload(bytes: payload, flags: flags, count: count, channelCount: channelCount),
        into: &block)
    }
    #expect(block.count == (isValid ? count : 0))
    #expect(block.values.count == block.count * channelCount)
    return isValid
  }

  @Test func `a payload that is cut anywhere, or has more bytes, is not valid`() {
    for payload in Self.payloads() {
      let (channelCount, count) = (payload.channelCount, payload.count)
      #expect(Self.decode(payload.bytes, channelCount: channelCount, count: count))
      #expect(!Self.decode(payload.bytes, channelCount: channelCount, count: count, flags: 1))
      for length in payload.bytes.indices {
        let cut = Array(payload.bytes[..<length])
        #expect(!Self.decode(cut, channelCount: channelCount, count: count))
      }
      let longer = payload.bytes + [0]
      #expect(!Self.decode(longer, channelCount: channelCount, count: count))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `altered payloads and other counts never trap`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let payloads = Self.payloads()
    for _ in 0..<4_000 {
      let payload = payloads.randomElement(using: &random)!
      var bytes = payload.bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<min(bytes.count, 80), using: &random)
        bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      Self.decode(bytes, channelCount: payload.channelCount, count: payload.count)
      Self.decode(
        bytes, channelCount: Int.random(in: 1...16, using: &random),
        count: Int.random(in: 1...1024, using: &random))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random payloads never trap`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<120, using: &random)).map { _ in
        // Zeros make many fields valid.
        Bool.random(using: &random) ? 0 : UInt8.random(in: .min ... .max, using: &random)
      }
      Self.decode(
        bytes, channelCount: Int.random(in: 1...16, using: &random),
        count: Int.random(in: 1...1024, using: &random))
    }
  }

  @Test func `the inputs that a fuzzer found are read without a trap, and the same again`() throws {
    let lines = try String(contentsOf: Self.corpus, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 100)
    for line in lines {
      let digits = Array(line.utf8)
      let input = try stride(from: 0, to: digits.count - 1, by: 2).map { index in
        let text = String(decoding: digits[index...index + 1], as: UTF8.self)
        return try #require(UInt8(text, radix: 16))
      }
      #expect(FuzzedInput.check(input) == nil, "\(line)")
    }
  }
}
