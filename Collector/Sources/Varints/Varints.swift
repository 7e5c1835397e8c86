/// Numbers of variable length: ULEB128, 7 bits per byte, the lowest first; the highest bit of a byte means that more
/// follow. Curves, Parquet files, indexes of packs and measurements of clocks are stored with them.
extension [UInt8] {
  @inlinable public mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a signed number after the zigzag mapping of 0, -1, 1, -2 to 0, 1, 2, 3.
  @inlinable public mutating func appendZigzag(_ value: Int64) {
    appendVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }
}

/// Reads numbers of variable length; each method returns nil if the bytes are invalid or end too early.
public struct VarintReader {
  public let bytes: [UInt8]
  /// The number of bytes that were read.
  public var position: Int

  /// - Parameter position: the number of bytes that were read already, at most all.
  public init(_ bytes: [UInt8], from position: Int = 0) {
    precondition((0...bytes.count).contains(position), "the position is outside of the bytes")
    self.bytes = bytes
    self.position = position
  }

  /// The number of bytes that were not read.
  @inlinable public var remaining: Int { bytes.count - position }

  @inlinable public mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  @inlinable public mutating func varint() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = byte() else { return nil }
      // The tenth byte has only one bit that fits.
      guard shift < 63 || byte <= 1 else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  @inlinable public mutating func zigzag() -> Int64? {
    varint().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  /// - Parameter count: 0 or more.
  public mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= remaining else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }
}
