import Foundation

/// Numbers in the bytes of a file, from front to back.
struct ByteReader {
  private let data: Data
  /// From the first byte on.
  private(set) var position: Int

  init(_ data: Data, at position: Int = 0) {
    self.data = data
    self.position = position
  }

  /// How many bytes are left.
  var count: Int { max(0, data.count - position) }

  mutating func skip(_ count: Int) { position += max(0, count) }

  /// Four characters, such as `RIFF`; nil at the end of the file.
  mutating func tag() -> String? {
    bytes(4).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An unsigned number of up to eight bytes; nil at the end of the file.
  mutating func unsigned(_ count: Int, isBigEndian: Bool) -> UInt64? {
    guard let bytes = bytes(count) else { return nil }
    return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// As `unsigned`, as an `Int`; nil also if it is too large.
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
