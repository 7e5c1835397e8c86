import CZlib

/// The compression of pages.
enum Gzip {
  /// The level of zlib, 0 to 9. For samples of motion, level 6 makes files that are 5 % smaller and
  /// takes 4 times as long, measured with `parquet-benchmark`.
  static let level: Int32 = 1

  /// Returns the gzip format of `input`, which has at most 4 GiB.
  ///
  /// - Throws: `compressionFailed`.
  static func compressed(
    _ input: [UInt8], level: Int32 = level
  ) throws(ParquetError) -> [UInt8] {
    // zlib keeps the address of the stream, so the stream may not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    var code = czlib_gzip_init(stream, level)
    guard code == Z_OK else { throw .compressionFailed(zlibCode: code) }
    defer { deflateEnd(stream) }

    let capacity = Int(deflateBound(stream, UInt(input.count)))
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      input.withUnsafeBufferPointer { source in
        // zlib only reads from `next_in`.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        code = deflate(stream, Z_FINISH)
      }
      count = capacity - Int(stream.pointee.avail_out)
    }
    guard code == Z_STREAM_END else { throw .compressionFailed(zlibCode: code) }
    return output
  }
}
