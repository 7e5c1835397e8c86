import Foundation

/// Reads numbers from the bytes of a file, from front to back.
struct ByteReader {
  private let data: Data
  /// The position of the next byte, counted from the first byte of the file.
  private(set) var position: Int

  init(_ data: Data, at position: Int = 0) {
    self.data = data
    self.position = position
  }

  /// The number of bytes left.
  var count: Int { max(0, data.count - position) }

  mutating func skip(_ count: Int) { position += max(0, count) }

  /// Reads four characters, such as `RIFF`; returns nil at the end of the file.
  mutating func tag() -> String? {
    bytes(4).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads an unsigned number of up to eight bytes; returns nil at the end of the file.
  mutating func unsigned(_ count: Int, isBigEndian: Bool) -> UInt64? {
    guard let bytes = bytes(count) else { return nil }
    return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads an unsigned number as an `Int`; returns nil also if it is too large.
  mutating func integer(_ count: Int, isBigEndian: Bool) -> Int? {
    unsigned(count, isBigEndian: isBigEndian).flatMap { Int(exactly: $0) }
  }

  private mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count <= self.count else { return nil }
    defer { position += count }
    let start = data.startIndex + position
    return Array(data[start..<start + count])
  }
}
