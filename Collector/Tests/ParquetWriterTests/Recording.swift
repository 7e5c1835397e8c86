import Foundation
import ParquetWriter
import Testing

/// The rows of a test file, which are written as Parquet and as the text that a reader must find.
struct Recording: Sendable, CustomTestStringConvertible {
  enum Cell: Sendable {
    case null
    case int64(Int64)
    case double(Double)
    case string(String)
  }

  let name: String
  let columns: [ParquetColumn]
  let rowsPerGroup: Int
  let rows: [[Cell]]

  var testDescription: String { name }

  static let keyValues = [(key: "yoban.device", value: "phone"), (key: "yoban.unit.x", value: "g")]

  func write(to file: URL) throws {
    var writer = try ParquetWriter(
      columns: columns, keyValueMetadata: Self.keyValues, rowsPerGroup: rowsPerGroup)
    var bytes: [UInt8] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        switch cell {
        case .null: break
        case .int64(let value): writer.append(value, to: index)
        case .double(let value): writer.append(value, to: index)
        case .string(let value): try writer.append(value, to: index)
        }
      }
      try writer.endRow()
      bytes += writer.takeBytes()
    }
    bytes += try writer.finish()
    try Data(bytes).write(to: file)
  }

  /// Writes the number of rows per group, the columns, and one line of cells per row.
  func writeExpectation(to file: URL) throws {
    var text = "\(rowsPerGroup)\n"
    text += columns.map { "\($0.name):\($0.type)" }.joined(separator: " ") + "\n"
    for row in rows { text += row.map(\.text).joined(separator: " ") + "\n" }
    try Data(text.utf8).write(to: file)
  }
}

extension Recording.Cell {
  /// The bit pattern of a number in 16 hexadecimal digits, or `s` and the bytes of a string.
  var text: String {
    switch self {
    case .null: "-"
    case .int64(let value): Self.hex(UInt64(bitPattern: value), digits: 16)
    case .double(let value): Self.hex(value.bitPattern, digits: 16)
    case .string(let value):
      "s" + value.utf8.map { Self.hex(UInt64($0), digits: 2) }.joined()
    }
  }

  private static func hex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
