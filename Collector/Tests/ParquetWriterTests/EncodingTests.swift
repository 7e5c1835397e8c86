import Gzip
import Testing

@testable import ParquetWriter

/// Every expected byte is computed by hand from the specifications, see the encoders.
@Suite struct EncodingTests {
  private static let ff9: [UInt8] = Array(repeating: 0xFF, count: 9)

  /// The sizes at the begin of every sequence: 128 values per block, 4 miniblocks.
  private static let sizes: [UInt8] = [0x80, 0x01, 0x04]

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  @Test(
    arguments: [
      (0, [0x00]),
      (-1, [0x01]),
      (1, [0x02]),
      (-64, [0x7F]),
      (64, [0x80, 0x01]),
      (150, [0xAC, 0x02]),
      (.max, [0xFE] + ff9.dropFirst() + [0x01]),
      (.min, ff9 + [0x01]),
    ] as [(Int64, [UInt8])])
  func `a signed number is a zigzag varint`(value: Int64, expected: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.appendZigzag(value)
    #expect(bytes == expected)
  }

  @Test(
    arguments: [
      // no values: count 0, first value 0
      ([], sizes + [0, 0]),
      // one value has no block
      ([-1], sizes + [1, 0x01]),
      // example 1 of the specification: all differences are 1, so no bits are needed
      ([1, 2, 3, 4, 5], sizes + [5, 0x02] + [0x02] + zeros(4)),
      // example 2 of the specification: 0 0 0 3 3 3 3 above -2, with 2 bits each
      (
        [7, 5, 3, 1, 2, 3, 4, 5],
        sizes + [8, 0x0E] + [0x03, 2, 0, 0, 0] + [0b1100_0000, 0b0011_1111] + zeros(6)
      ),
      // differences 0 to 7 with 3 bits each, the packing example of the specification
      (
        [0, 0, 1, 3, 6, 10, 15, 21, 28],
        sizes + [9, 0x00] + [0x00, 3, 0, 0, 0]
          + [0b1000_1000, 0b1100_0110, 0b1111_1010] + zeros(9)
      ),
      // the highest bit of the second value of 33 bits is bit 65: bit 1 of byte 8
      (
        [0, 0, 1 << 32],
        sizes + [3, 0x00] + [0x00, 33, 0, 0, 0] + zeros(8) + [0b10] + zeros(123)
      ),
      // the difference wraps around to -1
      ([.min, .max], sizes + [2] + ff9 + [0x01] + [0x01] + zeros(4)),
      // the difference wraps around to 1
      ([.max, .min], sizes + [2] + [0xFE] + ff9.dropFirst() + [0x01] + [0x02] + zeros(4)),
      // the differences Int64.min and Int64.max are 2^64 - 1 apart, which needs 64 bits
      (
        [0, .min, -1],
        sizes + [3, 0x00] + ff9 + [0x01, 64, 0, 0, 0]
          + zeros(8) + Array(repeating: 0xFF, count: 8) + zeros(240)
      ),
      // 32 differences 0 and one 1: the second miniblock has its own width
      (
        Array(repeating: 0, count: 33) + [1],
        sizes + [34, 0x00] + [0x00, 0, 1, 0, 0] + [1, 0, 0, 0]
      ),
      // 129 differences: the second block has one
      (
        Array(0..<130),
        sizes + [0x82, 0x01, 0x00] + [0x02] + zeros(4) + [0x02] + zeros(4)
      ),
    ] as [([Int64], [UInt8])])
  func `differences are packed in blocks`(values: [Int64], expected: [UInt8]) {
    var bytes: [UInt8] = []
    DeltaBinaryPacked.append(values[...], to: &bytes)
    #expect(bytes == expected)
  }

  @Test(
    arguments: [
      ("", []),
      // bits 0 and 2 of one packed group
      ("1-1", [0x03, 0b101]),
      ("1", [0x03, 0b1]),
      // 7 equal levels are packed, 8 are a run
      ("-------", [0x03, 0]),
      ("--------", [0x10, 0]),
      ("11111111", [0x10, 1]),
      // a run that does not begin with a group is packed
      ("-11111111", [0x05, 0b1111_1110, 0b1]),
      // a run that begins with a group is a run
      ("-1-1-1-1--------", [0x03, 0b1010_1010, 0x10, 0]),
      // a run of 9 and a packed rest
      ("111111111--", [0x12, 1, 0x03, 0]),
      // the length 200, doubled, has two bytes
      (String(repeating: "1", count: 200), [0x90, 0x03, 1]),
    ] as [(String, [UInt8])])
  func `definition levels are runs and packed bits`(levels: String, expected: [UInt8]) {
    var bytes: [UInt8] = []
    DefinitionLevels.append(levels.map { $0 == "1" }[...], to: &bytes)
    #expect(bytes == expected)
  }

  @Test func `a Thrift field has the distance to the last id and a type`() {
    var structure = ThriftStruct()
    structure.append(1, int32: -1)
    structure.append(3, int64: 150)
    structure.append(16, int64: 0)
    structure.append(17, string: "hi")
    #expect(
      structure.encoded == [0x15, 0x01, 0x26, 0xAC, 0x02, 0xD6, 0x00, 0x18, 0x02, 0x68, 0x69, 0])
  }

  @Test func `a Thrift struct in a struct begins again with id 0`() {
    var inner = ThriftStruct()
    inner.append(1, int32: 1)
    var structure = ThriftStruct()
    structure.append(1, structure: inner)
    structure.append(2, int32: 2)
    #expect(structure.encoded == [0x1C, 0x15, 0x02, 0x00, 0x15, 0x04, 0x00])
  }

  @Test func `a Thrift list of 15 elements has its length in a varint`() {
    var structure = ThriftStruct()
    structure.append(1, int32s: [0, 3])
    structure.append(2, strings: ["a"])
    structure.append(3, structures: [])
    structure.append(4, structures: Array(repeating: ThriftStruct(), count: 15))
    #expect(
      structure.encoded
        == [0x19, 0x25, 0x00, 0x06, 0x19, 0x18, 0x01, 0x61, 0x19, 0x0C, 0x19, 0xFC, 0x0F]
        + Self.zeros(15) + [0])
  }

  @Test func `a failed compression throws the code of zlib`() {
    // Z_STREAM_ERROR is -2; the highest level is 9.
    let error = #expect(throws: GzipError.self) { try Gzip.compressed([1, 2, 3], level: 10) }
    #expect(error?.zlibCode == -2)
  }
}
