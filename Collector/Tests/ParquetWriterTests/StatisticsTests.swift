import Testing

@testable import ParquetWriter

@Suite struct StatisticsTests {
  /// Minimum and maximum are big-endian here, to be easy to read.
  struct Case: Sendable {
    let values: [Double?]
    var nulls = 0
    var nans = 0
    var range: (UInt64, UInt64)?
  }

  @Test(arguments: [
    Case(values: []),
    Case(values: [nil, nil], nulls: 2),
    Case(
      values: [1, nil, -2], nulls: 1, range: (0xC000_0000_0000_0000, 0x3FF0_0000_0000_0000)),
    // The minimum 0.0 is written as -0.0, and the maximum -0.0 as 0.0.
    Case(values: [0.0], range: (0x8000_0000_0000_0000, 0)),
    Case(values: [-0.0], range: (0x8000_0000_0000_0000, 0)),
    Case(values: [0.0, 1], range: (0x8000_0000_0000_0000, 0x3FF0_0000_0000_0000)),
    Case(
      values: [.infinity, -.infinity], range: (0xFFF0_0000_0000_0000, 0x7FF0_0000_0000_0000)),
    Case(values: [.infinity], range: (0x7FF0_0000_0000_0000, 0x7FF0_0000_0000_0000)),
    // A NaN removes the range.
    Case(values: [1, .nan, 2, -.nan], nans: 2),
    Case(values: [.nan], nans: 1),
  ])
  func `doubles have a range unless one is NaN`(_ expected: Case) throws {
    var buffer = ColumnBuffer(ParquetColumn("x", .double, isOptional: true))
    for (row, value) in expected.values.enumerated() {
      if let value { buffer.append(value, row: row) }
      buffer.endRow(row)
    }
    let statistics = ColumnStatistics(buffer)
    #expect(statistics.nullCount == expected.nulls)
    #expect(statistics.nanCount == expected.nans)
    #expect(statistics.minimum == expected.range.map { Self.littleEndian($0.0) })
    #expect(statistics.maximum == expected.range.map { Self.littleEndian($0.1) })
  }

  @Test(
    arguments: [
      (["b", "a", "c"], "a", "c"),
      (["a", "", "aa"], "", "aa"),
      // "z" is 7A and "é" is C3 A9: bytes compare without a sign.
      (["é", "z"], "z", "é"),
      ([String(repeating: "x", count: 64)], String(repeating: "x", count: 64), nil),
      ([String(repeating: "x", count: 65), "a"], nil, nil),
      ([], nil, nil),
    ] as [([String], String?, String?)])
  func `strings of up to 64 bytes have a range`(
    values: [String], minimum: String?, maximum: String?
  ) throws {
    var buffer = ColumnBuffer(ParquetColumn("s", .string))
    for (row, value) in values.enumerated() { try buffer.append(value, row: row) }
    let statistics = ColumnStatistics(buffer)
    #expect(statistics.nullCount == 0)
    #expect(statistics.nanCount == nil)
    #expect(statistics.minimum == minimum.map { Array($0.utf8) })
    #expect(statistics.maximum == (maximum ?? minimum).map { Array($0.utf8) })
  }

  @Test func `integers compare with their sign`() {
    var buffer = ColumnBuffer(ParquetColumn("t", .int64))
    let values: [Int64] = [3, -1, .min, 2]
    for (row, value) in values.enumerated() { buffer.append(value, row: row) }
    let statistics = ColumnStatistics(buffer)
    #expect(statistics.minimum == [0, 0, 0, 0, 0, 0, 0, 0x80])
    #expect(statistics.maximum == [3, 0, 0, 0, 0, 0, 0, 0])
  }

  private static func littleEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
