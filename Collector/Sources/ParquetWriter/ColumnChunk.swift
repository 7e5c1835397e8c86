import Gzip

/// One column in one row group: a sequence of compressed data pages (version 1).
struct ColumnChunk {
  private static let rowsPerPage = 20_000
  /// A page of strings ends when it has this number of bytes, at the end of a row.
  private static let stringBytesPerPage = 1 << 20

  let column: ParquetColumn
  let rowCount: Int
  let statistics: ColumnStatistics
  /// The position of the first page in the file.
  let fileOffset: Int
  /// Sizes of all pages with their headers.
  private(set) var compressedSize = 0
  private(set) var uncompressedSize = 0

  /// Appends the pages to `file`, which begins `fileOffset` bytes after the begin of the file.
  ///
  /// - Throws: `compressionFailed`.
  init(
    _ buffer: ColumnBuffer, fileOffset: Int, file: inout [UInt8]
  ) throws(ParquetError) {
    column = buffer.column
    rowCount = buffer.rowCount
    statistics = ColumnStatistics(buffer)
    self.fileOffset = fileOffset + file.count
    var page = Page(rows: 0..<0, values: 0..<0)
    while page.rows.upperBound < buffer.rowCount {
      page = Self.page(after: page, in: buffer)
      try append(page, of: buffer, to: &file)
    }
  }

  private struct Page {
    let rows: Range<Int>
    /// Indices of the values that are present.
    let values: Range<Int>
  }

  private static func page(after last: Page, in buffer: ColumnBuffer) -> Page {
    let firstRow = last.rows.upperBound
    let firstValue = last.values.upperBound
    let rowLimit = min(firstRow + rowsPerPage, buffer.rowCount)
    var row = firstRow
    var value = firstValue
    var stringBytes = 0
    while row < rowLimit && stringBytes < stringBytesPerPage {
      if !buffer.column.isOptional || buffer.isPresent[row] {
        if buffer.column.type == .string { stringBytes += buffer.string(value).count }
        value += 1
      }
      row += 1
    }
    return Page(rows: firstRow..<row, values: firstValue..<value)
  }

  private mutating func append(
    _ page: Page, of buffer: ColumnBuffer, to file: inout [UInt8]
  ) throws(ParquetError) {
    let body = Self.body(page, of: buffer)
    let compressedBody: [UInt8]
    do {
      compressedBody = try Gzip.compressed(body)
    } catch {
      throw .compressionFailed(zlibCode: error.zlibCode)
    }

    var dataPage = ThriftStruct()
    dataPage.append(1, int32: page.rows.count)
    dataPage.append(2, int32: column.encoding.rawValue)
    dataPage.append(3, int32: ParquetFormat.Encoding.rle.rawValue)
    dataPage.append(4, int32: ParquetFormat.Encoding.rle.rawValue)
    var header = ThriftStruct()
    header.append(1, int32: ParquetFormat.dataPage)
    header.append(2, int32: body.count)
    header.append(3, int32: compressedBody.count)
    header.append(5, structure: dataPage)

    let encodedHeader = header.encoded
    file += encodedHeader
    file += compressedBody
    uncompressedSize += encodedHeader.count + body.count
    compressedSize += encodedHeader.count + compressedBody.count
  }

  /// The definition levels with their length, if the column is optional, and the values.
  private static func body(_ page: Page, of buffer: ColumnBuffer) -> [UInt8] {
    var body: [UInt8] = []
    if buffer.column.isOptional {
      var levels: [UInt8] = []
      DefinitionLevels.append(buffer.isPresent[page.rows], to: &levels)
      body.appendLittleEndian(UInt32(levels.count))
      body += levels
    }
    switch buffer.column.type {
    case .int64:
      DeltaBinaryPacked.append(buffer.int64s[page.values], to: &body)
    case .double:
      body.reserveCapacity(body.count + 8 * page.values.count)
      for value in buffer.doubles[page.values] { body.appendLittleEndian(value.bitPattern) }
    case .string:
      for index in page.values {
        let string = buffer.string(index)
        body.appendLittleEndian(UInt32(string.count))
        body += string
      }
    }
    return body
  }
}
