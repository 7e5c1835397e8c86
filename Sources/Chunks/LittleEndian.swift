extension [UInt8] {
  /// Appends an integer as little-endian bytes.
  mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a string of at most 255 UTF-8 bytes, after one byte with its length.
  mutating func appendShortString(_ string: String) {
    let utf8 = string.utf8
    precondition(utf8.count <= 255, "a short string has at most 255 bytes")
    append(UInt8(utf8.count))
    append(contentsOf: utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Reads the little-endian integer at a byte offset, which needs no alignment.
  ///
  /// The caller must have checked that the integer is inside the buffer; a debug build traps
  /// otherwise.
  @inline(__always)
  func littleEndian<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type, at offset: Int
  ) -> Value {
    Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

/// Reads fields one after the other, and returns nil instead of reading past the end.
struct FieldCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) -> Value? {
    let size = MemoryLayout<Value>.size
    guard bytes.count - offset >= size else { return nil }
    defer { offset += size }
    return bytes.littleEndian(type, at: offset)
  }

  /// Reads a string after its length; nil when it is cut off or is not valid UTF-8.
  mutating func shortString() -> String? {
    guard let length = integer(UInt8.self), bytes.count - offset >= Int(length) else { return nil }
    defer { offset += Int(length) }
    let utf8 = bytes[offset..<offset + Int(length)]
    // Decoding replaces invalid UTF-8, so the result differs from the bytes.
    let string = String(decoding: utf8, as: UTF8.self)
    return string.utf8.elementsEqual(utf8) ? string : nil
  }
}
