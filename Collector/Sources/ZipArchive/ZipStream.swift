internal import CArchive

/// A writer of libarchive and the bytes that it has produced.
///
/// libarchive keeps the address of this object, so it is a class. `ZipWriter` is its only owner.
final class ZipStream {
  /// The level of zlib, 1 to 9. For numbers as text, level 6 makes files that are 12 % smaller and
  /// takes 6 times as long, measured with `archive-benchmark`.
  private static let deflateLevel = "1"

  /// The produced bytes. The owner may remove them at any time.
  var output: [UInt8] = []
  private let archive: OpaquePointer

  init() throws(ZipError) {
    guard let archive = archive_write_new() else {
      throw .libraryFailed(code: 0, message: "There is not enough memory.")
    }
    self.archive = archive
    try check(archive_write_set_format_zip(archive))
    try check(
      archive_write_set_format_option(archive, "zip", "compression-level", Self.deflateLevel))
    // Without blocks, libarchive passes on all bytes before it returns.
    try check(archive_write_set_bytes_per_block(archive, 0))
    try check(archive_write_set_bytes_in_last_block(archive, 1))
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(
      archive_write_open(
        archive, context, nil,
        { _, context, bytes, count in
          let stream = Unmanaged<ZipStream>.fromOpaque(context!).takeUnretainedValue()
          stream.output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
          return count
        }, nil))
  }

  deinit {
    // Otherwise libarchive would complete the archive.
    archive_write_fail(archive)
    archive_write_free(archive)
  }

  func beginEntry(_ name: String, modified: Int64, isStored: Bool) throws(ZipError) {
    guard let entry = archive_entry_new() else {
      throw .libraryFailed(code: 0, message: "There is not enough memory.")
    }
    defer { archive_entry_free(entry) }
    try check(
      isStored
        ? archive_write_zip_set_compression_store(archive)
        : archive_write_zip_set_compression_deflate(archive))
    archive_entry_set_pathname(entry, name)
    carchive_set_regular_file(entry)
    archive_entry_set_perm(entry, 0o644)
    archive_entry_set_mtime(entry, Int(modified), 0)
    try check(archive_write_header(archive, entry))
  }

  func append(_ bytes: [UInt8]) throws(ZipError) {
    var isWritten = true
    bytes.withUnsafeBytes { isWritten = write($0) }
    if !isWritten { throw failure() }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(ZipError) {
    if !write(bytes) { throw failure() }
  }

  func endEntry() throws(ZipError) { try check(archive_write_finish_entry(archive)) }

  func close() throws(ZipError) { try check(archive_write_close(archive)) }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = archive_write_data(archive, part.baseAddress, part.count)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func check(_ result: Int32) throws(ZipError) {
    if result != ARCHIVE_OK { throw failure() }
  }

  private func failure() -> ZipError { .failure(of: archive) }
}
