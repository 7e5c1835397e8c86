/// Writes one Parquet file and hands out its bytes whenever a row group is complete.
///
/// Memory holds the rows of one row group, their encoded bytes until `takeBytes()`, and about 100
/// bytes per column and row group for the footer. The format is described at
/// https://github.com/apache/parquet-format.
///
/// ```swift
/// var writer = try ParquetWriter(columns: [
///   ParquetColumn("time_ns", .int64), ParquetColumn("x", .double, isOptional: true),
/// ])
/// for sample in samples {
///   writer.append(sample.time, to: 0)
///   if let x = sample.x { writer.append(x, to: 1) }
///   try writer.endRow()
///   try await send(writer.takeBytes())
/// }
/// try await send(writer.finish())
/// ```
///
/// After an error the file cannot be completed; discard the writer and the bytes.
public struct ParquetWriter: ~Copyable, Sendable {
  /// The largest size of one string in UTF-8.
  public static let stringBytesMax = 1 << 30

  private let rowsPerGroup: Int
  private let metadata: FileMetadata

  private var columns: [ColumnBuffer]
  private var rowsInGroup = 0
  private var rowCount = 0
  private var rowGroups: [ThriftStruct] = []
  /// Encoded bytes that no `takeBytes()` has returned yet.
  private var output = ParquetFormat.magic
  private var takenByteCount = 0

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - keyValueMetadata: Text for the footer. Readers show it and do not interpret it.
  ///   - createdBy: The application. The specification recommends `NAME version VERSION`.
  ///   - rowsPerGroup: The number of rows in every row group but the last one, at least 1. A row
  ///     group ends earlier when the strings of one column have more than 32 MiB.
  /// - Throws: `noColumns`, `emptyColumnName` or `duplicateColumnName`.
  public init(
    columns: [ParquetColumn], keyValueMetadata: [(key: String, value: String)] = [],
    createdBy: String = "yoban-collector", rowsPerGroup: Int = 131_072
  ) throws(ParquetError) {
    precondition(rowsPerGroup > 0, "A row group needs at least one row.")
    if columns.isEmpty { throw .noColumns }
    var names: Set<String> = []
    for (index, column) in columns.enumerated() {
      if column.name.isEmpty { throw .emptyColumnName(index: index) }
      if !names.insert(column.name).inserted { throw .duplicateColumnName(column.name) }
    }
    self.rowsPerGroup = rowsPerGroup
    metadata = FileMetadata(
      columns: columns, keyValues: keyValueMetadata, createdBy: createdBy)
    self.columns = columns.map(ColumnBuffer.init)
  }

  /// Appends a value to a column in the current row. `column` is its index in `columns`.
  ///
  /// Traps if the column has another type or already has a value in this row.
  public mutating func append(_ value: Int64, to column: Int) {
    columns[column].append(value, row: rowsInGroup)
  }

  /// Appends a value to a column in the current row. `column` is its index in `columns`.
  ///
  /// Traps if the column has another type or already has a value in this row.
  public mutating func append(_ value: Double, to column: Int) {
    columns[column].append(value, row: rowsInGroup)
  }

  /// Appends a value to a column in the current row. `column` is its index in `columns`.
  ///
  /// Traps if the column has another type or already has a value in this row.
  ///
  /// - Throws: `stringTooLong`.
  public mutating func append(_ value: String, to column: Int) throws(ParquetError) {
    try columns[column].append(value, row: rowsInGroup)
  }

  /// Ends the current row. An optional column without a value is null in this row.
  ///
  /// Traps if a required column has no value in this row.
  ///
  /// - Throws: `compressionFailed`, only for the last row of a row group.
  public mutating func endRow() throws(ParquetError) {
    var isFull = rowsInGroup + 1 == rowsPerGroup
    for index in columns.indices {
      columns[index].endRow(rowsInGroup)
      if columns[index].isFull { isFull = true }
    }
    rowsInGroup += 1
    if isFull { try endRowGroup() }
  }

  /// Ends the row group, so that the next row begins another one. Does nothing if the row group has no rows.
  ///
  /// Traps if a row was begun and not ended.
  ///
  /// - Throws: `compressionFailed`.
  public mutating func endGroup() throws(ParquetError) {
    for column in columns { column.checkRowCount(rowsInGroup) }
    if rowsInGroup > 0 { try endRowGroup() }
  }

  /// Returns the bytes of the file that follow those of the last call, if there are any.
  public mutating func takeBytes() -> [UInt8] {
    takenByteCount += output.count
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    return bytes
  }

  /// Ends the file and returns its remaining bytes.
  ///
  /// Traps if a row was begun and not ended.
  ///
  /// - Throws: `compressionFailed`.
  public consuming func finish() throws(ParquetError) -> [UInt8] {
    try endGroup()
    metadata.appendFooter(rowCount: rowCount, rowGroups: rowGroups, to: &output)
    return takeBytes()
  }

  private mutating func endRowGroup() throws(ParquetError) {
    let start = takenByteCount + output.count
    var chunks: [ColumnChunk] = []
    for index in columns.indices {
      let chunk = try ColumnChunk(columns[index], fileOffset: takenByteCount, file: &output)
      chunks.append(chunk)
      columns[index].removeAll()
    }
    rowGroups.append(
      FileMetadata.rowGroup(chunks, rowCount: rowsInGroup, fileOffset: start))
    rowCount += rowsInGroup
    rowsInGroup = 0
  }
}
