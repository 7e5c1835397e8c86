import CZlib

/// Removes the compression of a request.
enum Gzip {
  /// Returns the content of a gzip stream; nil if it is damaged, incomplete, or larger than `limit` bytes.
  static func content(of bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    var stream = z_stream()
    // 16 means gzip, and 15 is the largest window.
    guard
      inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var input = bytes
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while true {
        let status = buffer.withUnsafeMutableBufferPointer { output -> Int32 in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        guard status == Z_OK || status == Z_STREAM_END else { return nil }
        result += buffer.prefix(buffer.count - Int(stream.avail_out))
        guard result.count <= limit else { return nil }
        if status == Z_STREAM_END { return result }
      }
    }
  }
}
