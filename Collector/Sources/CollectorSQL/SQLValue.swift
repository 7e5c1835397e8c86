import Chunks
import Collector

/// A value of a parameter or of a column.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// A floating-point number. No column has this type; a damaged file can contain it.
  case real(Double)
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .text(value) }

  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension SQLValue {
  static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }

  static func integer(_ value: Bool) -> SQLValue { .integer(value ? 1 as Int64 : 0) }

  static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

  static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }
}

/// A row of a result.
///
/// Bits of a file can change on a disk, so every value is read with a check of its type.
public struct SQLRow: Sendable {
  /// The names of the columns of a result, which all of its rows share.
  public final class Columns: Sendable {
    public let names: [String]

    public init(names: [String]) { self.names = names }
  }

  private let columns: Columns
  let values: [SQLValue]

  /// The names of the columns.
  var names: [String] { columns.names }

  public init(columns: Columns, values: [SQLValue]) {
    precondition(columns.names.count == values.count)
    self.columns = columns
    self.values = values
  }

  func value(_ column: String) -> SQLValue {
    columns.names.firstIndex(of: column).map { values[$0] } ?? .null
  }

  /// The number in a column; nil if it has another value.
  public func integer(at index: Int) -> Int64? {
    guard case .integer(let value) = values[index] else { return nil }
    return value
  }

  /// The text in a column; nil if it has another value.
  public func text(at index: Int) -> String? {
    guard case .text(let value) = values[index] else { return nil }
    return value
  }

  func optionalInteger(_ column: String) throws -> Int64? {
    switch value(column) {
    case .null: nil
    case .integer(let value): value
    default: throw StorageError.damagedRow(column)
    }
  }

  func integer(_ column: String) throws -> Int64 {
    guard case .integer(let value) = value(column) else { throw StorageError.damagedRow(column) }
    return value
  }

  func count(_ column: String) throws -> Int { Int(try integer(column)) }

  func flag(_ column: String) throws -> Bool { try integer(column) != 0 }

  func optionalText(_ column: String) throws -> String? {
    switch value(column) {
    case .null: nil
    case .text(let value): value
    default: throw StorageError.damagedRow(column)
    }
  }

  func text(_ column: String) throws -> String {
    guard case .text(let value) = value(column) else { throw StorageError.damagedRow(column) }
    return value
  }

  func bytes(_ column: String) throws -> [UInt8] {
    guard case .bytes(let value) = value(column) else { throw StorageError.damagedRow(column) }
    return value
  }

  /// The sequence number in the column `sequence`; nil if it cannot be one.
  var sequence: UInt64? { (try? integer("sequence")).flatMap(UInt64.init(exactly:)) }
}

extension StorageError {
  static func damagedRow(_ column: String) -> StorageError {
    .unavailable("a row in the database is damaged: its column \(column) has no valid value")
  }
}
