/// A column of a Parquet file: its name, the type of its values, and whether values may be null.
public struct ParquetColumn: Sendable, Equatable {
  public enum ValueType: Sendable {
    /// INT64 without a logical type. Spark refuses timestamps in nanoseconds, but reads numbers.
    case int64
    /// DOUBLE. Every bit pattern is kept, also the payload of a NaN.
    case double
    /// BYTE_ARRAY with the logical type STRING, in UTF-8.
    case string
  }

  public let name: String
  public let type: ValueType
  /// Whether a row may lack a value in this column.
  public let isOptional: Bool

  public init(_ name: String, _ type: ValueType, isOptional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }
}
