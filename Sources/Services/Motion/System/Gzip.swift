import CYobanZlib
import Foundation

/// Unpacks gzip files with zlib.
enum Gzip {
  static func unpack(_ packed: Data, name: String) throws -> Data {
    var stream = z_stream()
    // 15 + 32: largest window, gzip or zlib header.
    guard yoban_inflate_init(&stream) == Z_OK else {
      throw RecordingError(file: name, problem: "zlib could not start")
    }
    defer { inflateEnd(&stream) }
    var unpacked = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let status: Int32 = packed.withUnsafeBytes { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      var status = Z_OK
      while status == Z_OK {
        status = buffer.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        unpacked.append(contentsOf: buffer[..<(buffer.count - Int(stream.avail_out))])
      }
      return status
    }
    guard status == Z_STREAM_END else {
      throw RecordingError(
        file: name, problem: "the gzip data is damaged or cut off; fetch the file again")
    }
    return unpacked
  }
}
