import Chunks
import Varints

/// The measurements of one day as bytes.
///
/// | Content | Form |
/// | --- | --- |
/// | version | 1 |
/// | number of groups: rows of one table with the same names | varint |
/// | per group: the number of the table, and its names, each as its length and UTF-8 | varints |
/// | per group: number of rows, and their columns one after the other, the time of arrival last | varints |
/// | the first 8 bytes of the SHA-256 of all this | 8 bytes |
///
/// The first column has differences from row to row. Those after it are first taken as differences from the column
/// before, because two clocks differ by nearly the same in all rows. Differences are zigzag varints, and wrap around.
enum ClockDayContent {
  /// The maximum number of measurements of a day, so that one fits into memory and into a short transaction.
  static let rowsMax = 20_000
  private static let version: UInt8 = 1
  private static let checkBytes = 8

  static func encode(_ rows: [ClockRow]) -> [UInt8] {
    var groups: [[ClockRow]] = []
    for row in rows {
      if let last = groups.last?.last, last.table == row.table, last.texts == row.texts {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    var bytes = [version]
    bytes.appendVarint(UInt64(groups.count))
    for group in groups {
      bytes.appendVarint(UInt64(group[0].table.rawValue))
      for text in group[0].texts {
        bytes.appendVarint(UInt64(text.utf8.count))
        bytes += text.utf8
      }
      bytes.appendVarint(UInt64(group.count))
      for column in 0...group[0].numbers.count {
        var last: Int64 = 0
        for row in group {
          let number = row.number(inColumn: column)
          bytes.appendZigzag(number &- last)
          last = number
        }
      }
    }
    return bytes + ChunkDigest(of: bytes).bytes.prefix(checkBytes)
  }

  /// nil if the bytes are damaged.
  static func decode(_ bytes: [UInt8]) -> [ClockRow]? {
    guard bytes.count > checkBytes, bytes[0] == version else { return nil }
    let content = Array(bytes.dropLast(checkBytes))
    guard ChunkDigest(of: content).bytes.prefix(checkBytes) == bytes.suffix(checkBytes)[...] else {
      return nil
    }
    var reader = VarintReader(content, from: 1)
    guard let groupCount = reader.count() else { return nil }
    var rows: [ClockRow] = []
    for _ in 0..<groupCount {
      guard let number = reader.byte(), let table = ClockTable(rawValue: number),
        let texts = reader.texts(table.texts.count), let rowCount = reader.count(),
        rows.count + rowCount <= rowsMax
      else { return nil }
      var columns: [[Int64]] = []
      for _ in 0...table.numbers.count {
        var column: [Int64] = []
        column.reserveCapacity(rowCount)
        for _ in 0..<rowCount {
          guard let difference = reader.zigzag() else { return nil }
          column.append((column.last ?? 0) &+ difference)
        }
        columns.append(column)
      }
      for row in 0..<rowCount {
        rows.append(ClockRow(table, texts, columns: columns.map { $0[row] }))
      }
    }
    return reader.remaining == 0 ? rows : nil
  }
}

extension ClockRow {
  /// The values of the columns in `ClockDayContent`.
  fileprivate func number(inColumn column: Int) -> Int64 {
    if column == numbers.count { return receivedAt }
    return column == 0 ? numbers[0] : numbers[column] &- numbers[column - 1]
  }

  fileprivate init(_ table: ClockTable, _ texts: [String], columns: [Int64]) {
    var numbers: [Int64] = []
    for column in columns.dropLast() { numbers.append((numbers.last ?? 0) &+ column) }
    self.init(table, texts, numbers, receivedAt: columns[columns.count - 1])
  }
}

extension VarintReader {
  /// A number of things that follow, each of which has at least one byte.
  fileprivate mutating func count() -> Int? {
    varint().flatMap(Int.init(exactly:)).flatMap { $0 <= remaining ? $0 : nil }
  }

  fileprivate mutating func texts(_ number: Int) -> [String]? {
    var texts: [String] = []
    for _ in 0..<number {
      guard let length = count(), let text = bytes(length),
        let text = String(validating: text, as: UTF8.self)
      else { return nil }
      texts.append(text)
    }
    return texts
  }
}
