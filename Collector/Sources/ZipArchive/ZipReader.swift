internal import CArchive

/// Reads the entries of a ZIP archive, one after the other, in parts.
///
/// Nothing is allocated or read because an archive announces a size, and no more bytes are unpacked than its own size
/// can be worth, so that a small archive cannot keep the reader busy for ever. The end of an archive has the list of
/// its entries, so one that is cut off is refused before its first entry.
public final class ZipReader {
  /// The bytes that any archive may have when they are unpacked.
  static let unpackedBytesMin: Int64 = 64 << 20
  /// The bytes that a larger archive may have when they are unpacked, for each of its own bytes. DEFLATE makes at most
  /// 1,032 bytes from one; recordings are packed to no less than a fortieth.
  static let unpackedPerByteMax: Int64 = 200

  private let archive: OpaquePointer
  private let unpackedBytesMax: Int64
  private var unpackedBytes: Int64 = 0

  /// Opens a file.
  ///
  /// - Parameter byteCount: the size of the file.
  /// - Throws: `.libraryFailed`, also if the file is no ZIP archive or is cut off.
  public init(path: String, byteCount: Int64) throws(ZipError) {
    guard let archive = archive_read_new() else {
      throw .libraryFailed(code: 0, message: "There is not enough memory.")
    }
    self.archive = archive
    let (most, overflow) = byteCount.multipliedReportingOverflow(by: Self.unpackedPerByteMax)
    unpackedBytesMax = overflow ? .max : max(Self.unpackedBytesMin, most)
    // Only through the list of entries at its end.
    try check(archive_read_support_format_zip_seekable(archive))
    try check(archive_read_open_filename(archive, path, 64 << 10))
  }

  deinit { archive_read_free(archive) }

  /// Moves to the next entry, and returns its name; nil after the last one.
  ///
  /// - Throws: `.libraryFailed`.
  public func next() throws(ZipError) -> String? {
    var entry: OpaquePointer?
    let result = archive_read_next_header(archive, &entry)
    guard result != ARCHIVE_EOF else { return nil }
    guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else { throw failure() }
    return archive_entry_pathname(entry).map { String(cString: $0) } ?? ""
  }

  /// Returns at most so many bytes of the entry, at least one; none at its end.
  ///
  /// - Throws: `.libraryFailed`, also if the entry is damaged or encrypted, and `.unpacksTooLarge`.
  public func read(atMost count: Int) throws(ZipError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      result = archive_read_data(archive, buffer.baseAddress, count)
      length = max(0, result)
    }
    guard result >= 0 else { throw failure() }
    unpackedBytes += Int64(result)
    guard unpackedBytes <= unpackedBytesMax else { throw .unpacksTooLarge(limit: unpackedBytesMax) }
    return bytes
  }

  private func check(_ result: Int32) throws(ZipError) {
    if result != ARCHIVE_OK { throw failure() }
  }

  private func failure() -> ZipError { .failure(of: archive) }
}

extension ZipError {
  /// The last failure of libarchive.
  static func failure(of archive: OpaquePointer) -> ZipError {
    .libraryFailed(
      code: archive_errno(archive),
      message: archive_error_string(archive).map { String(cString: $0) } ?? "There is no message.")
  }
}
