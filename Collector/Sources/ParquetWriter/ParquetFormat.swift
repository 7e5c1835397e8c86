/// The numbers of the format.
///
/// Source: https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift.
enum ParquetFormat {
  /// The first and the last bytes of a file.
  static let magic = Array("PAR1".utf8)
  /// Version 2 includes DELTA_BINARY_PACKED.
  static let version = 2
  static let dataPage = 0
  static let gzip = 2

  enum Encoding: Int {
    case plain = 0
    case rle = 3
    case deltaBinaryPacked = 5
  }
}

extension ParquetColumn {
  /// The member of the Thrift enum `Type`.
  var physicalType: Int {
    switch type {
    case .int64: 2
    case .double: 5
    case .string: 6
    }
  }

  var encoding: ParquetFormat.Encoding {
    switch type {
    case .int64: .deltaBinaryPacked
    case .double, .string: .plain
    }
  }
}
