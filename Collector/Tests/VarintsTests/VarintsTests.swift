import Testing
import Varints

@Suite struct VarintsTests {
  /// Values with the bytes that the DWARF standard (version 5, section 7.6) and the limits of 64 bits give.
  static let numbers: [(UInt64, [UInt8])] = [
    (0, [0]), (2, [2]), (127, [0x7F]), (128, [0x80, 1]), (129, [0x81, 1]), (12_857, [0xB9, 0x64]),
    (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
  ]

  @Test(arguments: numbers) func `numbers have these bytes`(number: UInt64, bytes: [UInt8]) {
    var written: [UInt8] = []
    written.appendVarint(number)
    #expect(written == bytes)
    var reader = VarintReader([9] + bytes, from: 1)
    #expect(reader.varint() == number)
    #expect(reader.remaining == 0)
  }

  @Test(arguments: [
    (0 as Int64, 0 as UInt64), (-1, 1), (1, 2), (-2, 3), (.max, .max - 1), (.min, .max),
  ])
  func `signed numbers become these`(signed: Int64, number: UInt64) {
    var bytes: [UInt8] = []
    bytes.appendZigzag(signed)
    var reader = VarintReader(bytes)
    #expect(reader.varint() == number)
    reader = VarintReader(bytes)
    #expect(reader.zigzag() == signed)
  }

  @Test(
    arguments: [
      [], [0x80], Array(repeating: 0xFF, count: 9),
      Array(repeating: 0xFF, count: 9) + [2], Array(repeating: 0x80, count: 10) + [0],
    ] as [[UInt8]])
  func `bytes that end too early, or are more than 64 bits, are no number`(bytes: [UInt8]) {
    var reader = VarintReader(bytes)
    #expect(reader.varint() == nil)
  }

  @Test func `bytes are taken from the place of the reader`() {
    var reader = VarintReader([1, 2, 3, 4])
    #expect(reader.byte() == 1)
    #expect(reader.bytes(4) == nil)
    #expect(reader.bytes(2) == [2, 3])
    #expect(reader.bytes(0) == [])
    #expect(reader.remaining == 1)
  }
}
