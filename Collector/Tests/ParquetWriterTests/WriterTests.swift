import ParquetWriter
import Testing

@Suite struct WriterTests {
  private static let time = ParquetColumn("time_ns", .int64)

  @Test(
    arguments: [
      ([], .noColumns),
      ([time, ParquetColumn("", .double)], .emptyColumnName(index: 1)),
      ([time, ParquetColumn("x", .double), time], .duplicateColumnName("time_ns")),
    ] as [([ParquetColumn], ParquetError)])
  func `columns without a name of their own are refused`(
    columns: [ParquetColumn], expected: ParquetError
  ) {
    #expect(throws: expected) { _ = try ParquetWriter(columns: columns) }
  }

  @Test func `bytes are ready when a row group is complete, and not before`() throws {
    var writer = try ParquetWriter(columns: [Self.time], rowsPerGroup: 3)
    #expect(writer.takeBytes() == Array("PAR1".utf8))
    var sizes: [Int] = []
    for row in 0..<7 {
      writer.append(Int64(row), to: 0)
      try writer.endRow()
      sizes.append(writer.takeBytes().count)
    }
    #expect(sizes.map { $0 > 0 } == [false, false, true, false, false, true, false])
    #expect(try writer.finish().suffix(4) == Array("PAR1".utf8))
  }

  @Test func `a row group can be ended early, and is never empty`() throws {
    var writer = try ParquetWriter(columns: [Self.time], rowsPerGroup: 3)
    _ = writer.takeBytes()
    try writer.endGroup()
    #expect(writer.takeBytes().isEmpty)
    writer.append(Int64(1), to: 0)
    try writer.endRow()
    try writer.endGroup()
    #expect(!writer.takeBytes().isEmpty)
    try writer.endGroup()
    // The next row group has three rows again.
    for row in 0..<3 {
      #expect(writer.takeBytes().isEmpty)
      writer.append(Int64(row), to: 0)
      try writer.endRow()
    }
    #expect(!writer.takeBytes().isEmpty)
  }

  @Test func `the file does not depend on when its bytes are taken`() throws {
    func file(takesBytes: Bool) throws -> [UInt8] {
      var bytes: [UInt8] = []
      var writer = try ParquetWriter(columns: [Self.time], rowsPerGroup: 3)
      for row in 0..<10 {
        writer.append(Int64(row), to: 0)
        try writer.endRow()
        if takesBytes { bytes += writer.takeBytes() }
      }
      bytes += try writer.finish()
      return bytes
    }
    #expect(try file(takesBytes: true) == file(takesBytes: false))
  }

  @Test func `many bytes of strings end a row group`() throws {
    var writer = try ParquetWriter(columns: [ParquetColumn("s", .string)])
    _ = writer.takeBytes()
    let text = String(repeating: "x", count: 1 << 20)
    var rows = 0
    while writer.takeBytes().isEmpty && rows < 100 {
      try writer.append("\(rows) \(text)", to: 0)
      try writer.endRow()
      rows += 1
    }
    // 32 strings of a number and 1 MiB are more than 32 MiB.
    #expect(rows == 32)
  }

  #if os(Linux) || os(macOS)
    @Test func `a row without a required value traps`() async {
      await #expect(processExitsWith: .failure) {
        var writer = try ParquetWriter(columns: [ParquetColumn("time_ns", .int64)])
        try writer.endRow()
      }
    }

    @Test func `two values in one row trap`() async {
      await #expect(processExitsWith: .failure) {
        var writer = try ParquetWriter(columns: [ParquetColumn("x", .double, isOptional: true)])
        writer.append(1.5, to: 0)
        writer.append(2.5, to: 0)
      }
    }

    @Test func `a value of another type traps`() async {
      await #expect(processExitsWith: .failure) {
        var writer = try ParquetWriter(columns: [ParquetColumn("time_ns", .int64)])
        writer.append(1.5, to: 0)
      }
    }

    @Test func `a file with a row that was not ended traps`() async {
      await #expect(processExitsWith: .failure) {
        var writer = try ParquetWriter(columns: [ParquetColumn("time_ns", .int64)])
        writer.append(Int64(1), to: 0)
        _ = try writer.finish()
      }
    }
  #endif
}
