import Varints

/// A struct in the compact protocol of Apache Thrift. Fields are appended in the order of their ids.
///
/// Source: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md.
struct ThriftStruct: Sendable {
  private enum WireType: UInt8 {
    case int32 = 5
    case int64 = 6
    case binary = 8
    case list = 9
    case structure = 12
  }

  private var fields: [UInt8] = []
  private var lastID = 0

  /// The fields and the mark of their end.
  var encoded: [UInt8] { fields + [0] }

  mutating func append(_ id: Int, int32 value: Int) {
    appendHeader(id, .int32)
    fields.appendZigzag(Int64(Int32(value)))
  }

  mutating func append(_ id: Int, int64 value: Int) {
    appendHeader(id, .int64)
    fields.appendZigzag(Int64(value))
  }

  mutating func append(_ id: Int, binary value: [UInt8]) {
    appendHeader(id, .binary)
    appendBinary(value)
  }

  mutating func append(_ id: Int, string value: String) {
    append(id, binary: Array(value.utf8))
  }

  mutating func append(_ id: Int, structure value: ThriftStruct) {
    appendHeader(id, .structure)
    fields += value.encoded
  }

  mutating func append(_ id: Int, int32s values: [Int]) {
    appendListHeader(id, .int32, count: values.count)
    for value in values { fields.appendZigzag(Int64(Int32(value))) }
  }

  mutating func append(_ id: Int, strings values: [String]) {
    appendListHeader(id, .binary, count: values.count)
    for value in values { appendBinary(Array(value.utf8)) }
  }

  mutating func append(_ id: Int, structures values: [ThriftStruct]) {
    appendListHeader(id, .structure, count: values.count)
    for value in values { fields += value.encoded }
  }

  /// Appends the distance to the last id and the type in one byte. All structs of Parquet permit it.
  private mutating func appendHeader(_ id: Int, _ type: WireType) {
    precondition((1...15).contains(id - lastID), "Fields must be in the order of their ids.")
    fields.append(UInt8(id - lastID) << 4 | type.rawValue)
    lastID = id
  }

  private mutating func appendListHeader(_ id: Int, _ elements: WireType, count: Int) {
    appendHeader(id, .list)
    if count < 15 {
      fields.append(UInt8(count) << 4 | elements.rawValue)
    } else {
      fields.append(0xF0 | elements.rawValue)
      fields.appendVarint(UInt64(count))
    }
  }

  private mutating func appendBinary(_ value: [UInt8]) {
    fields.appendVarint(UInt64(value.count))
    fields += value
  }
}
