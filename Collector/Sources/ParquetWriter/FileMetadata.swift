/// The footer of a file.
struct FileMetadata: Sendable {
  let columns: [ParquetColumn]
  let keyValues: [(key: String, value: String)]
  let createdBy: String

  /// Appends the footer, its length and the final magic bytes.
  func appendFooter(rowCount: Int, rowGroups: [ThriftStruct], to file: inout [UInt8]) {
    var metadata = ThriftStruct()
    metadata.append(1, int32: ParquetFormat.version)
    metadata.append(2, structures: schema)
    metadata.append(3, int64: rowCount)
    metadata.append(4, structures: rowGroups)
    if !keyValues.isEmpty {
      metadata.append(5, structures: keyValues.map { Self.keyValue($0.key, $0.value) })
    }
    metadata.append(6, string: createdBy)
    metadata.append(7, structures: columns.map { _ in Self.typeDefinedOrder })
    let encoded = metadata.encoded
    file += encoded
    file.appendLittleEndian(UInt32(encoded.count))
    file += ParquetFormat.magic
  }

  /// `fileOffset` is the position of the first page of the row group in the file.
  static func rowGroup(_ chunks: [ColumnChunk], rowCount: Int, fileOffset: Int) -> ThriftStruct {
    var group = ThriftStruct()
    group.append(1, structures: chunks.map(columnChunk))
    group.append(2, int64: chunks.reduce(0) { $0 + $1.uncompressedSize })
    group.append(3, int64: rowCount)
    group.append(5, int64: fileOffset)
    group.append(6, int64: chunks.reduce(0) { $0 + $1.compressedSize })
    return group
  }

  private var schema: [ThriftStruct] {
    var root = ThriftStruct()
    root.append(4, string: "schema")
    root.append(5, int32: columns.count)
    return [root] + columns.map(Self.schemaElement)
  }

  private static func schemaElement(_ column: ParquetColumn) -> ThriftStruct {
    var element = ThriftStruct()
    element.append(1, int32: column.physicalType)
    element.append(3, int32: column.isOptional ? 1 : 0)
    element.append(4, string: column.name)
    if column.type == .string {
      // Readers of format version 1 know only the converted type UTF8, which is 0.
      element.append(6, int32: 0)
      var logicalType = ThriftStruct()
      logicalType.append(1, structure: ThriftStruct())
      element.append(10, structure: logicalType)
    }
    return element
  }

  private static func columnChunk(_ chunk: ColumnChunk) -> ThriftStruct {
    let encodings = [chunk.column.encoding, .rle]
    var metadata = ThriftStruct()
    metadata.append(1, int32: chunk.column.physicalType)
    metadata.append(2, int32s: encodings.map(\.rawValue))
    metadata.append(3, strings: [chunk.column.name])
    metadata.append(4, int32: ParquetFormat.gzip)
    metadata.append(5, int64: chunk.rowCount)
    metadata.append(6, int64: chunk.uncompressedSize)
    metadata.append(7, int64: chunk.compressedSize)
    metadata.append(9, int64: chunk.fileOffset)
    metadata.append(12, structure: chunk.statistics.thrift)
    var result = ThriftStruct()
    // The specification deprecates this offset and asks for 0.
    result.append(2, int64: 0)
    result.append(3, structure: metadata)
    return result
  }

  private static func keyValue(_ key: String, _ value: String) -> ThriftStruct {
    var pair = ThriftStruct()
    pair.append(1, string: key)
    pair.append(2, string: value)
    return pair
  }

  /// The member of the Thrift union `ColumnOrder` that says which order statistics have.
  private static var typeDefinedOrder: ThriftStruct {
    var order = ThriftStruct()
    order.append(1, structure: ThriftStruct())
    return order
  }
}
