/// Bytes that are read from the front to the end.
protocol ByteSource {
  /// Returns at most so many bytes, at least one; none at the end.
  mutating func read(atMost count: Int) throws(RecordingFileError) -> [UInt8]
}

/// Reads blocks of exact lengths from a source. It has as many bytes in memory as the largest block, and 64 KiB.
struct ByteReader {
  private var source: any ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes before the next one.
  private(set) var position: Int64 = 0

  private static let stepBytes = 64 << 10

  init(_ source: any ByteSource) { self.source = source }

  /// Returns the next bytes without reading past them: fewer than `count` only at the end.
  mutating func peek(_ count: Int) throws(RecordingFileError) -> ArraySlice<UInt8> {
    while buffer.count - start < count {
      let more = try source.read(atMost: Self.stepBytes)
      if more.isEmpty { break }
      buffer.removeFirst(start)
      start = 0
      buffer += more
    }
    return buffer[start..<min(buffer.count, start + count)]
  }

  /// Reads past bytes that `peek` has returned.
  mutating func skip(_ count: Int) {
    start += count
    position += Int64(count)
  }

  /// Reads exactly so many bytes; nil if fewer are left, which stay unread.
  mutating func take(_ count: Int) throws(RecordingFileError) -> [UInt8]? {
    let bytes = try peek(count)
    guard bytes.count == count else { return nil }
    skip(count)
    return Array(bytes)
  }

  mutating func isAtEnd() throws(RecordingFileError) -> Bool { try peek(1).isEmpty }

  /// Reads a line without its line feed and carriage return; nil at the end.
  ///
  /// - Throws: `.damaged` if it has more than `limit` bytes.
  mutating func line(atMost limit: Int) throws(RecordingFileError) -> [UInt8]? {
    var length = 0
    while true {
      let bytes = try peek(length + Self.lineStep)
      if let end = bytes[(bytes.startIndex + length)...].firstIndex(of: UInt8(ascii: "\n")) {
        return finishLine(bytes[..<end], endCount: 1)
      }
      guard bytes.count <= limit else {
        throw .damaged(reason: "a line has more than \(limit) bytes")
      }
      if bytes.count < length + Self.lineStep {
        return bytes.isEmpty ? nil : finishLine(bytes, endCount: 0)
      }
      length = bytes.count
    }
  }

  private static let lineStep = 256

  private mutating func finishLine(_ line: ArraySlice<UInt8>, endCount: Int) -> [UInt8] {
    skip(line.count + endCount)
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the little-endian integer at an offset from the start of the slice.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
    withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
  }
}

extension [UInt8] {
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int) -> Value {
    self[...].integer(type, at: offset)
  }
}
