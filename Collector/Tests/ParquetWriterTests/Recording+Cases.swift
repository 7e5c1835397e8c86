import ParquetWriter

extension Recording {
  static let cases: [Recording] =
    [
      motion("no-rows", rows: 0, rowsPerGroup: 1000),
      motion("one-row", rows: 1, rowsPerGroup: 1000),
      motion("one-full-group", rows: 1000, rowsPerGroup: 1000),
      motion("one-full-group-and-a-row", rows: 1001, rowsPerGroup: 1000),
      motion("several-groups", rows: 3500, rowsPerGroup: 1000),
      // 7 pages per row group
      motion("default-size", rows: 131_072 + 1, rowsPerGroup: 131_072),
      specialDoubles, randomBits, wrappingIntegers, optionalIntegers, nullPatterns, nullRuns, texts,
    ]

  /// Times with jitter, and two channels, the second of which some chunks lack.
  private static func motion(_ name: String, rows: Int, rowsPerGroup: Int) -> Recording {
    var random = SplitMix64(seed: 1)
    var time: Int64 = 1_700_000_000_000_000_000
    return Recording(
      name: name,
      columns: [time_ns, optional("x"), optional("y")],
      rowsPerGroup: rowsPerGroup,
      rows: (0..<rows).map { row in
        time += 20_000_000 + Int64.random(in: -50_000...50_000, using: &random)
        let x = Double.random(in: -1...1, using: &random)
        return [.int64(time), .double(x), row / 700 % 3 == 1 ? .null : .double(x * 9.81)]
      })
  }

  /// Row groups of two rows, with every pair of special numbers, so that each pair has statistics.
  private static var specialDoubles: Recording {
    let numbers: [Double] = [
      0.0, -0.0, 1, -1, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNormalMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .nan, Double(bitPattern: 0x7FF8_0000_DEAD_BEEF), Double(bitPattern: 0xFFF8_0000_0000_0001),
      // a signaling NaN
      Double(bitPattern: 0x7FF0_0000_0000_0001),
    ]
    return Recording(
      name: "special-doubles", columns: [time_ns, optional("x"), ParquetColumn("y", .double)],
      rowsPerGroup: 2,
      rows: numbers.flatMap { first in
        numbers.flatMap { second -> [[Cell]] in
          [
            [.int64(0), .double(first), .double(second)],
            [.int64(1), .double(second), .double(second)],
          ]
        }
      })
  }

  private static var randomBits: Recording {
    var random = SplitMix64(seed: 2)
    return Recording(
      name: "random-bits", columns: [time_ns, ParquetColumn("x", .double)], rowsPerGroup: 30_000,
      rows: (0..<50_000).map { _ in
        [.int64(Int64(bitPattern: random.next())), .double(Double(bitPattern: random.next()))]
      })
  }

  /// Differences of every width from 0 to 64 bits, and extremes next to each other.
  private static var wrappingIntegers: Recording {
    var random = SplitMix64(seed: 3)
    let extremes: [Int64] = [.min, .max, .min + 1, .max - 1, 0, -1, 1]
    var values = extremes.flatMap { first in extremes.flatMap { [first, $0] } }
    for width in 0...64 {
      values += (0..<130).map { _ in Int64(bitPattern: random.next() >> (64 - width)) }
    }
    values += (0..<1000).map { _ in extremes.randomElement(using: &random)! }
    return Recording(
      name: "wrapping-integers", columns: [time_ns], rowsPerGroup: 4000,
      rows: values.map { [.int64($0)] })
  }

  /// The second row group of the first column has no value at all.
  private static var optionalIntegers: Recording {
    var random = SplitMix64(seed: 4)
    return Recording(
      name: "optional-integers",
      columns: [ParquetColumn("a", .int64, isOptional: true), optional("b")], rowsPerGroup: 100,
      rows: (0..<300).map { row in
        let value = Int64(bitPattern: random.next())
        let isNull = row / 100 == 1 || value % 3 == 0
        return [isNull ? .null : .int64(value), .null]
      })
  }

  /// 1,024 columns of 10 rows: one for every pattern of nulls.
  private static var nullPatterns: Recording {
    Recording(
      name: "null-patterns", columns: (0..<1024).map { optional("x\($0)") }, rowsPerGroup: 1000,
      rows: (0..<10).map { row in
        (0..<1024).map { $0 >> row & 1 == 1 ? .double(Double(row)) : .null }
      })
  }

  /// Runs of nulls and of values whose lengths are around the groups of 8 levels.
  private static var nullRuns: Recording {
    var random = SplitMix64(seed: 5)
    var cells: [Cell] = []
    while cells.count < 50_000 {
      let count = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 40), using: &random)
      let isNull = Bool.random(using: &random)
      cells += (0..<count).map { _ in
        isNull ? .null : .double(Double(random.next() % 1000))
      }
    }
    return Recording(
      name: "null-runs", columns: [optional("x")], rowsPerGroup: 45_000, rows: cells.map { [$0] })
  }

  /// Texts of 0 to 10,000 bytes; a page ends at 1 MiB.
  private static var texts: Recording {
    var random = SplitMix64(seed: 6)
    let short = ["", "a", "é", "日本語", "👩‍🚀", "z\0z"]
    return Recording(
      name: "texts",
      columns: [
        time_ns, ParquetColumn("cause", .string),
        ParquetColumn("note", .string, isOptional: true), ParquetColumn("long", .string),
      ],
      rowsPerGroup: 300,
      rows: (0..<700).map { row in
        let note: Cell = row >= 600 || row % 3 == 0 ? .null : .string("note \(row)")
        let count = Int.random(in: 0...10_000, using: &random)
        return [
          .int64(Int64(row)), .string(short.randomElement(using: &random)!), note,
          .string(String(repeating: "x", count: count)),
        ]
      })
  }

  private static let time_ns = ParquetColumn("time_ns", .int64)

  private static func optional(_ name: String) -> ParquetColumn {
    ParquetColumn(name, .double, isOptional: true)
  }
}
