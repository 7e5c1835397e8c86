import TestPrograms
import Testing

@testable import Curves

struct CurveEncodingTests {
  private static let level = CurvePyramid(
    times: [1_764_000_000_000_000_000, 1_764_000_000_020_000_000, 1_764_000_000_040_000_000],
    values: [0.5, .nan, 1, .nan, -2, .nan], channelCount: 2
  ).fine

  @Test("the stored form is exactly this")
  func golden() {
    let level = CurvePyramid(times: [1, 3], values: [0.5, 2], channelCount: 1).fine
    #expect(level.encoded == [1, 1, 2, 1, 2, 2, 0, 0, 0, 0x3F, 0, 0, 0, 0x40])
  }

  @Test("levels survive encoding, also with extreme times")
  func roundTrip() {
    for level in [
      Self.level,
      CurvePyramid(times: [], values: [], channelCount: 3).fine,
      CurvePyramid(times: [.min, .max, .min], values: [1, 2, 3], channelCount: 1).coarse,
      CurvePyramid(times: [5], values: [], channelCount: 0).fine,
    ] {
      #expect(CurveLevel(encoded: level.encoded) == level)
    }
  }

  @Test("a night of motion is small: its coarse levels have less than 60 kB")
  func sizes() {
    var random = SeededGenerator(seed: 3)
    let times = (0..<15_000).map { 1_764_018_000_000_000_000 + Int64($0) * 20_000_000 }
    let values = (0..<45_000).map { _ in Double.random(in: -2...2, using: &random) }
    let pyramid = CurvePyramid(times: times, values: values, channelCount: 3)
    let sizes = [pyramid.fine.encoded.count, pyramid.coarse.encoded.count]
    print("A chunk of 15,000 samples has levels of \(sizes[0]) and \(sizes[1]) bytes.")
    #expect(sizes[0] < 9_000)
    #expect(sizes[1] * 144 < 60_000)
  }

  @Test(
    "invalid bytes are refused",
    arguments: [
      [],
      [2, 1, 2, 0],
      [1, 1, 2],
      // A bucket is promised that is not there.
      [1, 1, 2, 1],
      // 2^63 channels, 2^63 buckets, a step of 2^63.
      [1, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1, 0, 0],
      [1, 0, 0, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1],
      [1, 0, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1, 0],
      // A varint that does not fit 64 bits, and one that does not end.
      [1, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2],
      [1, 0, 0, 128],
      // A byte more than the level.
      [1, 1, 2, 0, 0],
      // The minimum is above the maximum; only the minimum is NaN; the maximum is infinite.
      [1, 1, 2, 1, 2, 2, 0, 0, 0, 0x40, 0, 0, 0, 0x3F],
      [1, 1, 2, 1, 2, 2, 0, 0, 0xC0, 0x7F, 0, 0, 0, 0x40],
      [1, 1, 2, 1, 2, 2, 0, 0, 0, 0x3F, 0, 0, 0x80, 0x7F],
      // The last time is beyond the 64 bits of a time.
      [1, 0, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 127],
    ] as [[UInt8]])
  func invalid(bytes: [UInt8]) {
    #expect(CurveLevel(encoded: bytes) == nil)
  }

  @Test("altered, cut and random bytes never trap")
  func fuzz() {
    var random = SeededGenerator(seed: 7)
    let intact = Self.level.encoded
    for length in 0..<intact.count { #expect(CurveLevel(encoded: Array(intact[..<length])) == nil) }
    for _ in 0..<20_000 {
      var bytes = intact
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      // Accepted bytes are a level, which is the same after it is encoded again.
      if let level = CurveLevel(encoded: bytes) {
        #expect(CurveLevel(encoded: level.encoded) == level)
      }
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = CurveLevel(encoded: [1] + noise)
    }
  }
}
