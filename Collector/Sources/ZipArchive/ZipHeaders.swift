/// Sets the MS-DOS times in headers that libarchive has written.
///
/// libarchive writes these times in the time zone of the process, so the bytes of an archive would
/// depend on where it was written. Here they are in UTC. The second field for the time, which is
/// always in UTC, stays as libarchive has written it. The positions are those of APPNOTE.TXT of
/// PKWARE, version 6.3.10, sections 4.3.7 and 4.3.12.
enum ZipHeaders {
  /// Sets the time of an entry in its local header.
  static func setTime(
    _ time: UInt32, inLocalHeaderAt start: Int, of bytes: inout [UInt8]
  ) throws(ZipError) {
    try check(0x0403_4b50, at: start, headerSize: 30, of: bytes)
    set(time, at: start + 10, of: &bytes)
  }

  /// Sets the times of all entries in the directory at the end of an archive.
  static func setTimes(
    _ times: [UInt32], inDirectoryAt start: Int, of bytes: inout [UInt8]
  ) throws(ZipError) {
    var start = start
    for time in times {
      try check(0x0201_4b50, at: start, headerSize: 46, of: bytes)
      set(time, at: start + 12, of: &bytes)
      // The lengths of the name, the extra fields and the comment.
      start += 46 + [28, 30, 32].reduce(0) { $0 + Int(number(16, at: start + $1, of: bytes)) }
    }
  }

  private static func check(
    _ signature: UInt32, at start: Int, headerSize: Int, of bytes: [UInt8]
  ) throws(ZipError) {
    guard bytes.count - start >= headerSize, number(32, at: start, of: bytes) == signature else {
      throw .libraryFailed(code: 0, message: "A header is not where ZIP has it.")
    }
  }

  private static func number(_ bits: Int, at index: Int, of bytes: [UInt8]) -> UInt32 {
    (0..<bits / 8).reduce(0) { $0 | UInt32(bytes[index + $1]) << ($1 * 8) }
  }

  private static func set(_ value: UInt32, at index: Int, of bytes: inout [UInt8]) {
    for byte in 0..<4 { bytes[index + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8)) }
  }
}
