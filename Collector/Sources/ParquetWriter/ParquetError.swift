/// A reason why a Parquet file cannot be written.
public enum ParquetError: Error, Equatable {
  case noColumns
  case emptyColumnName(index: Int)
  case duplicateColumnName(String)
  /// `column` is the name of the column.
  case stringTooLong(column: String, bytes: Int)
  /// `zlibCode` is the result of the zlib function that failed, for example `Z_MEM_ERROR` (-4).
  case compressionFailed(zlibCode: Int32)
}

extension ParquetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noColumns:
      "A Parquet file needs at least one column."
    case .emptyColumnName(let index):
      "Column \(index) (counted from 0) has an empty name. Give every column a name."
    case .duplicateColumnName(let name):
      "Two columns have the name \"\(name)\". Give every column a name of its own."
    case .stringTooLong(let column, let bytes):
      """
      A string of \(bytes) bytes was appended to the column "\(column)". A string may have at most \
      \(ParquetWriter.stringBytesMax) bytes.
      """
    case .compressionFailed(let code):
      "zlib could not compress a page (code \(code)). Discard the file and write it again."
    }
  }
}
