import CLibPQ
import Collector
import CollectorSQL

/// A parameter of a statement as libpq takes it: bytes in binary form, all others as text.
struct PostgresParameter {
  /// The number of the type in PostgreSQL; 0 if the server infers it.
  let type: Oid
  /// The value, with a zero byte at its end if it is text; nil for null.
  private let content: [UInt8]?
  private let isBinary: Bool

  init(_ value: SQLValue) {
    switch value {
    case .null: (type, content, isBinary) = (0, nil, false)
    case .integer(let value): (type, content, isBinary) = (20, Self.text("\(value)"), false)
    case .text(let value): (type, content, isBinary) = (25, Self.text(value), false)
    case .bytes(let value):
      // An empty array may have no address, which libpq would take for null.
      (type, content, isBinary) = (17, value + [0], true)
    case .real(let value): (type, content, isBinary) = (701, Self.text("\(value)"), false)
    }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// Calls a body with the addresses, lengths and formats of parameters.
  static func withPointers<Value>(
    _ parameters: [PostgresParameter],
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Value
  ) rethrows -> Value {
    let lengths = parameters.map { Int32(($0.content?.count ?? 1) - 1) }
    let formats = parameters.map { $0.isBinary ? 1 : 0 as Int32 }
    func next(
      _ rest: ArraySlice<PostgresParameter>, _ pointers: [UnsafePointer<CChar>?]
    ) throws -> Value {
      guard let first = rest.first else { return try body(pointers, lengths, formats) }
      guard let content = first.content else { return try next(rest.dropFirst(), pointers + [nil]) }
      return try content.withUnsafeBytes {
        try next(rest.dropFirst(), pointers + [$0.bindMemory(to: CChar.self).baseAddress])
      }
    }
    return try next(parameters[...], [])
  }
}

/// The rows of a result in binary form.
enum PostgresResult {
  static func rows(of result: OpaquePointer) -> [SQLRow] {
    let width = PQnfields(result)
    let columns = SQLRow.Columns(names: (0..<width).map { String(cString: PQfname(result, $0)) })
    return (0..<PQntuples(result)).map { row in
      SQLRow(columns: columns, values: (0..<width).map { value(of: result, row, $0) })
    }
  }

  private static func value(of result: OpaquePointer, _ row: Int32, _ column: Int32) -> SQLValue {
    guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
    else { return .null }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    switch PQftype(result, column) {
    case 20, 23, 21:
      // Integers have 8, 4 or 2 bytes; the first one is the highest and has the sign.
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    case 16: return .integer(bytes.first == 0 ? 0 as Int64 : 1)
    case 17: return .bytes(Array(bytes))
    default: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
