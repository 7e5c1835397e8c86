import CZlib

/// The gzip format (RFC 1952), through zlib. All inputs have at most 4 GiB.
public enum Gzip {
  /// The level of compression by default, 1...9. For samples of motion in Parquet, level 6 makes files that are 5 %
  /// smaller and takes 4 times as long; for text, the difference is about a tenth.
  public static let level: Int32 = 1

  /// Returns the compressed form of bytes.
  ///
  /// - Throws: `GzipError` if there is no memory, or no such level.
  public static func compressed(
    _ bytes: [UInt8], level: Int32 = level
  ) throws(GzipError) -> [UInt8] {
    try GzipWriter(level: level).compress(bytes, isLast: true)
  }

  /// Returns the content of gzip data, which may have several members after each other (RFC 1952, section 2.2); nil if
  /// it is damaged, incomplete, has other bytes at its end, or its content is larger than `limit` bytes.
  public static func content(of bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
    // 16 means gzip, and 15 is the largest window.
    let stream = try? ZlibStream(end: inflateEnd) {
      inflateInit2_($0, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }
    guard let stream else { return nil }
    var result: [UInt8] = []
    var isComplete = false
    stream.run(bytes, { inflate($0, Z_NO_FLUSH) }) { status, part in
      result += part
      guard status == Z_OK || status == Z_STREAM_END, result.count <= limit else { return false }
      guard status == Z_STREAM_END else { return true }
      isComplete = stream.state.pointee.avail_in == 0
      return !isComplete && inflateReset(stream.state) == Z_OK
    }
    return isComplete ? result : nil
  }
}

/// A failure of zlib.
public struct GzipError: Error, Equatable {
  /// The result of the function of zlib that failed, for example `Z_MEM_ERROR` (-4).
  public let zlibCode: Int32
}

/// Compresses bytes in parts, as gzip.
///
/// Sendable without a check, because the task that writes the bytes is the only one that uses it.
public final class GzipWriter: @unchecked Sendable {
  private let stream: ZlibStream

  /// - Throws: `GzipError` if there is no memory, or no such level.
  public init(level: Int32 = Gzip.level) throws(GzipError) {
    stream = try ZlibStream(end: deflateEnd) { czlib_gzip_init($0, level) }
  }

  /// Returns the next part of the compressed bytes, which may be empty.
  public func compress(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    // The only failures are those of a wrong use.
    stream.run(bytes, { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }) { _, part in
      result += part
      return stream.state.pointee.avail_out == 0
    }
    return result
  }
}

/// A stream of zlib.
private final class ZlibStream {
  /// zlib keeps the address of the state, so it must not move.
  let state: UnsafeMutablePointer<z_stream>
  private let end: (z_streamp?) -> Int32

  init(
    end: @escaping (z_streamp?) -> Int32, begin: (z_streamp) -> Int32
  ) throws(GzipError) {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    self.end = end
    let code = begin(state)
    guard code == Z_OK else { throw GzipError(zlibCode: code) }
  }

  deinit {
    _ = end(state)
    state.deallocate()
  }

  /// Calls a function of zlib for an input again and again, and passes its result and the next part of the output to
  /// `take`, which returns whether to go on.
  func run(
    _ input: [UInt8], _ function: (z_streamp) -> Int32, _ take: (Int32, ArraySlice<UInt8>) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    input.withUnsafeBufferPointer { input in
      // zlib only reads from `next_in`.
      state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      state.pointee.avail_in = UInt32(input.count)
      var goesOn = true
      while goesOn {
        let status = buffer.withUnsafeMutableBufferPointer { output in
          state.pointee.next_out = output.baseAddress
          state.pointee.avail_out = UInt32(output.count)
          return function(state)
        }
        goesOn = take(status, buffer.dropLast(Int(state.pointee.avail_out)))
      }
    }
  }
}
