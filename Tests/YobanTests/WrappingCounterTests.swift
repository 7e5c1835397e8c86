import Testing

@testable import Yoban

/// Tests that the counter of an accessory's clock becomes a time that goes on.
@Suite struct WrappingCounterTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bits: UInt8
    var ticksPerSecond: Double
    var counts: [UInt64]
    var seconds: [Double]
  }

  @Test(arguments: [
    Row(
      testDescription: "a counter that has not begun again", bits: 16, ticksPerSecond: 1_024,
      counts: [0, 512, 1_024], seconds: [0, 0.5, 1]),
    Row(
      testDescription: "a counter that has begun again twice", bits: 16, ticksPerSecond: 1_024,
      counts: [65_024, 512, 512, 0], seconds: [63.5, 64.5, 64.5, 128]),
    Row(
      testDescription: "bits that the counter does not have", bits: 8, ticksPerSecond: 1,
      counts: [0x1FF, 0x200], seconds: [255, 256]),
    Row(
      testDescription: "the largest counter", bits: 63, ticksPerSecond: 1_000_000_000,
      counts: [1_000_000_000, .max], seconds: [1, 0x1p63 / 1e9]),
    Row(
      testDescription: "a counter of one bit", bits: 1, ticksPerSecond: 2,
      counts: [1, 0, 1, 0], seconds: [0.5, 1, 1.5, 2]),
  ])
  func goesOn(_ row: Row) {
    var counter = WrappingCounter(bits: row.bits, ticksPerSecond: row.ticksPerSecond)
    #expect(row.counts.map { counter.seconds($0) } == row.seconds)
  }
}
