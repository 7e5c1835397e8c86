import Foundation

/// A value that a characteristic is read as.
public protocol CharacteristicValue: Sendable {
  /// Reads the bytes that an accessory sent.
  ///
  /// - Throws: `CharacteristicValueError` for bytes that mean nothing.
  init(characteristicBytes bytes: Data) throws(CharacteristicValueError)
}

/// A value that can be written to a characteristic, too.
public protocol WritableCharacteristicValue: CharacteristicValue {
  /// The bytes that an accessory is to be sent.
  ///
  /// - Throws: `CharacteristicValueError` for a value that the format has no room for.
  func characteristicBytes() throws(CharacteristicValueError) -> Data
}

/// What is wrong with the bytes or the parts of a value.
public enum CharacteristicValueError: Error, Hashable, Sendable {
  /// The bytes end before the value does.
  case tooShort(byteCount: Int, needed: Int)
  /// There are bytes that belong to no field.
  case tooLong(byteCount: Int, expected: Int)
  /// A number that the Bluetooth SIG keeps for later, or that is outside its field's range.
  case reserved(field: String, value: Int)
  /// The text is not UTF-8.
  case notUTF8
}

extension CharacteristicValueError: CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String {
    switch self {
    case .tooShort(let count, let needed): "The value has \(count) bytes and needs \(needed)."
    case .tooLong(let count, let expected): "The value has \(count) bytes, not \(expected)."
    case .reserved(let field, let value): "\(value) is no valid \(field)."
    case .notUTF8: "The text is not UTF-8."
    }
  }
}

/// The bytes as they are.
extension Data: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) { self = bytes }
  public func characteristicBytes() -> Data { self }
}

/// A text in UTF-8; zero bytes at its end, with which many accessories fill up, are left out.
extension String: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
    guard let text = String(bytes: bytes[..<end], encoding: .utf8) else { throw .notUTF8 }
    self = text
  }

  public func characteristicBytes() -> Data { Data(utf8) }
}

/// One byte.
extension UInt8: WritableCharacteristicValue {
  public init(characteristicBytes bytes: Data) throws(CharacteristicValueError) {
    var reader = ByteReader(bytes)
    self = try reader.uint8()
    try reader.finish()
  }

  public func characteristicBytes() -> Data { Data([self]) }
}
