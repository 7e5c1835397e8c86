import CZlib

/// Removes the compression of a request.
enum Gzip {
  /// Returns the content of gzip data, which may have several members after each other (RFC 1952, section 2.2); nil if
  /// it is damaged, incomplete, has other bytes at its end, or its content is larger than `limit` bytes.
  static func content(of bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    // zlib keeps the address of the stream, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    // 16 means gzip, and 15 is the largest window.
    guard
      inflateInit2_(stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(stream) }
    var result: [UInt8] = []
    var input = bytes
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      while true {
        let status = buffer.withUnsafeMutableBufferPointer { output -> Int32 in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          return inflate(stream, Z_NO_FLUSH)
        }
        guard status == Z_OK || status == Z_STREAM_END else { return nil }
        result += buffer.prefix(buffer.count - Int(stream.pointee.avail_out))
        guard result.count <= limit else { return nil }
        guard status == Z_STREAM_END else { continue }
        if stream.pointee.avail_in == 0 { return result }
        guard inflateReset(stream) == Z_OK else { return nil }
      }
    }
  }
}

/// Compresses an answer in parts, as gzip.
///
/// Sendable without a check, because the task that writes the answer is the only one that uses it.
final class GzipWriter: @unchecked Sendable {
  /// zlib keeps the address of the stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Begins a stream; nil if there is no memory for it.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Level 1 is several times as fast as the default, for text that is about a tenth larger.
    guard czlib_gzip_init(stream, 1) == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the next part of the compressed bytes, which may be empty.
  func compress(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
    var input = bytes
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      repeat {
        buffer.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(output.count)
          // The only failures are those of a wrong use.
          _ = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        }
        result += buffer.prefix(buffer.count - Int(stream.pointee.avail_out))
      } while stream.pointee.avail_out == 0
    }
    return result
  }
}
