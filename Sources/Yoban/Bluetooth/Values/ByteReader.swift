import Foundation

/// Reads little-endian numbers from the bytes of a value, one after the other.
struct ByteReader {
  private let bytes: Data
  private var offset = 0

  init(_ bytes: Data) { self.bytes = bytes }

  /// The number of bytes that were not read yet.
  var remainingCount: Int { bytes.count - offset }

  mutating func uint8() throws(CharacteristicValueError) -> UInt8 { UInt8(try number(1)) }

  mutating func int8() throws(CharacteristicValueError) -> Int8 {
    Int8(bitPattern: try uint8())
  }

  mutating func uint16() throws(CharacteristicValueError) -> UInt16 { UInt16(try number(2)) }

  /// Reads a number of 1 to 8 bytes.
  mutating func number(_ byteCount: Int) throws(CharacteristicValueError) -> UInt64 {
    guard remainingCount >= byteCount else {
      throw .tooShort(byteCount: bytes.count, needed: offset + byteCount)
    }
    var number: UInt64 = 0
    for place in 0..<byteCount {
      number |= UInt64(bytes[bytes.startIndex + offset + place]) << (8 * UInt64(place))
    }
    offset += byteCount
    return number
  }

  /// Reads one byte that must be within a range.
  mutating func uint8(
    _ field: String, in range: ClosedRange<Int>
  ) throws(CharacteristicValueError) -> Int {
    try CharacteristicField.check(Int(try uint8()), field, in: range)
  }

  /// Throws if bytes are left over.
  func finish() throws(CharacteristicValueError) {
    guard remainingCount == 0 else {
      throw .tooLong(byteCount: bytes.count, expected: offset)
    }
  }
}

/// The check of one field of a value, which is read or will be written.
enum CharacteristicField {
  /// Returns the number if it is in the range of its field; otherwise throws.
  static func check<Number: BinaryInteger>(
    _ value: Number, _ field: String, in range: ClosedRange<Number>
  ) throws(CharacteristicValueError) -> Number {
    guard range.contains(value) else {
      throw .reserved(field: field, value: Int64(clamping: value))
    }
    return value
  }

  /// Returns the nearest whole number; 2^53 or -2^53 for a larger value, which no field can have.
  static func wholeNumber(_ value: Double) -> Int64 {
    Int64(min(max(value.rounded(), -0x1p53), 0x1p53))
  }
}

extension Data {
  /// Appends the lowest bytes of a number, the lowest first.
  mutating func appendNumber(_ number: UInt64, byteCount: Int) {
    for place in 0..<byteCount {
      append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))))
    }
  }
}
