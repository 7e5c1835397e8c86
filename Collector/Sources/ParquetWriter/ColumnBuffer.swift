/// The values of one column in the row group that is being filled.
struct ColumnBuffer: Sendable {
  /// A column with more bytes of strings ends the row group, so that memory stays bounded.
  private static let stringBytesPerGroup = 32 << 20

  let column: ParquetColumn
  /// Whether a row has a value. Used only for optional columns.
  private(set) var isPresent: [Bool] = []
  /// The values that are present. Only the array of the type of the column is used.
  private(set) var int64s: [Int64] = []
  private(set) var doubles: [Double] = []
  /// The strings in UTF-8, one after the other.
  private(set) var utf8: [UInt8] = []
  /// The end of every string in `utf8`.
  private(set) var utf8Ends: [Int] = []

  init(_ column: ParquetColumn) { self.column = column }

  var valueCount: Int {
    switch column.type {
    case .int64: int64s.count
    case .double: doubles.count
    case .string: utf8Ends.count
    }
  }

  var rowCount: Int { column.isOptional ? isPresent.count : valueCount }

  var isFull: Bool { utf8.count > Self.stringBytesPerGroup }

  /// `row` is the index of the current row in the row group.
  mutating func append(_ value: Int64, row: Int) {
    beginValue(.int64, row)
    int64s.append(value)
  }

  mutating func append(_ value: Double, row: Int) {
    beginValue(.double, row)
    doubles.append(value)
  }

  mutating func append(_ value: String, row: Int) throws(ParquetError) {
    let byteCount = value.utf8.count
    if byteCount > ParquetWriter.stringBytesMax {
      throw .stringTooLong(column: column.name, bytes: byteCount)
    }
    beginValue(.string, row)
    utf8.append(contentsOf: value.utf8)
    utf8Ends.append(utf8.count)
  }

  /// Makes the current row null if it has no value.
  mutating func endRow(_ row: Int) {
    if column.isOptional && isPresent.count == row { isPresent.append(false) }
    checkRowCount(row + 1)
  }

  /// Traps if a row of a required column lacks a value, or if a value has no complete row.
  func checkRowCount(_ count: Int) {
    precondition(
      rowCount == count, "Column \(column.name) has values for \(rowCount) of \(count) rows.")
  }

  /// The UTF-8 of the string with this index.
  func string(_ index: Int) -> ArraySlice<UInt8> {
    utf8[(index == 0 ? 0 : utf8Ends[index - 1])..<utf8Ends[index]]
  }

  mutating func removeAll() {
    isPresent.removeAll(keepingCapacity: true)
    int64s.removeAll(keepingCapacity: true)
    doubles.removeAll(keepingCapacity: true)
    utf8.removeAll(keepingCapacity: true)
    utf8Ends.removeAll(keepingCapacity: true)
  }

  private mutating func beginValue(_ type: ParquetColumn.ValueType, _ row: Int) {
    precondition(column.type == type, "Column \(column.name) has the type \(column.type).")
    precondition(rowCount == row, "Column \(column.name) already has a value in this row.")
    if column.isOptional { isPresent.append(true) }
  }
}
