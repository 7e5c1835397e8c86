internal import CCSV

/// Reads the rows of a CSV file with libcsv, in parts.
final class CSVRows {
  private var reader: ByteReader
  private var parser = csv_parser()
  /// The rows that were read and not returned yet.
  private var rows: [[String]] = []
  private var row: [String] = []
  private var isAtEnd = false

  private static let stepBytes = 32 << 10
  private static let fieldBytesMax = 1 << 20
  private static let columnsMax = 1_000

  init(_ reader: ByteReader) throws(RecordingFileError) {
    self.reader = reader
    guard csv_init(&parser, 0) == 0 else {
      throw .unreadable(reason: "the CSV library has not enough memory")
    }
    if try self.reader.peek(3).elementsEqual([0xEF, 0xBB, 0xBF]) { self.reader.skip(3) }
  }

  deinit { csv_free(&parser) }

  /// Returns the next rows; none at the end. A last row without a line feed counts.
  func next() throws(RecordingFileError) -> [[String]] {
    while rows.isEmpty, !isAtEnd {
      let bytes = Array(try reader.peek(Self.stepBytes))
      reader.skip(bytes.count)
      let context = Unmanaged.passUnretained(self).toOpaque()
      let field: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void =
        {
          bytes, count, context in
          let rows = Unmanaged<CSVRows>.fromOpaque(context!).takeUnretainedValue()
          rows.append(UnsafeRawBufferPointer(start: bytes, count: count))
        }
      let end: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { _, context in
        Unmanaged<CSVRows>.fromOpaque(context!).takeUnretainedValue().endRow()
      }
      if bytes.isEmpty {
        isAtEnd = true
        csv_fini(&parser, field, end, context)
      } else {
        guard csv_parse(&parser, bytes, bytes.count, field, end, context) == bytes.count else {
          throw .damaged(reason: "it is not CSV")
        }
      }
      // A quotation mark without its end would make all that follows one field.
      guard csv_get_buffer_size(&parser) <= Self.fieldBytesMax, row.count <= Self.columnsMax else {
        throw .damaged(reason: "a field has more than 1 MiB, or a row more than 1,000 fields")
      }
    }
    defer { rows = [] }
    return rows
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard row.count <= Self.columnsMax else { return }
    row.append(String(decoding: bytes, as: UTF8.self))
  }

  private func endRow() {
    if !row.allSatisfy(\.isEmpty) { rows.append(row) }
    row = []
  }
}
