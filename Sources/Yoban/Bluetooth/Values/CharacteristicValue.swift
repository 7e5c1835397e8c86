import Foundation

/// A type that the values of a characteristic are decoded as.
public protocol CharacteristicValue: Sendable {
  /// Decodes the bytes that an accessory sent.
  ///
  /// - Throws: `CharacteristicValueError` if the bytes are malformed.
  init(characteristicBytes bytes: Data) throws(CharacteristicValueError)
}

/// A value that can also be written to a characteristic.
public protocol WritableCharacteristicValue: CharacteristicValue {
  /// Returns the bytes to send to an accessory.
  ///
  /// - Throws: `CharacteristicValueError` if the format cannot represent the value.
  func characteristicBytes() throws(CharacteristicValueError) -> Data
}

/// An error in the bytes or the fields of a value.
public enum CharacteristicValueError: Error, Hashable, Sendable {
  /// The bytes end before the value is complete.
  case tooShort(byteCount: Int, needed: Int)
  /// There are extra bytes after the last field.
  case tooLong(byteCount: Int, expected: Int)
  /// A number is reserved by the Bluetooth SIG, or is outside its field's range.
  case reserved(field: String, value: Int64)
  /// The text is not UTF-8.
  case notUTF8
}

extension CharacteristicValueError: CustomStringConvertible {
  /// The problem, in one sentence.
  public var description: String {
    switch self {
    case .tooShort(let count, let needed): "The value has \(count) bytes and needs \(needed)."
    case .tooLong(let count, let expected): "The value has \(count) bytes, not \(expected)."
    case .reserved(let field, let value): "\(value) is not a valid \(field)."
    case .notUTF8: "The text is not UTF-8."
    }
  }
}

/// The bytes, unchanged.
extension Data: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) { self = bytes }
  public func characteristicBytes() -> Data { self }
}

/// A text in UTF-8. Zero bytes at its end, which many accessories use as padding, are left out.
extension String: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
    guard let text = String(bytes: bytes[..<end], encoding: .utf8) else { throw .notUTF8 }
    self = text
  }

  public func characteristicBytes() -> Data { Data(utf8) }
}

/// A value of one byte.
extension UInt8: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    self = try reader.uint8()
    try reader.finish()
  }

  public func characteristicBytes() -> Data { Data([self]) }
}
