/// Reserved disk space that the store frees, portion by portion, when the disk is full.
///
/// Chunks are deleted only after their receipts are stored, and storing receipts needs space too:
/// without this reserve, nothing could ever be deleted on a full disk. The note that the user
/// terminated the app during a recording needs space for the same reason.
struct Ballast {
  static let portionByteCount: Int64 = 16 * 1024
  /// Four portions. One portion has room for dozens of receipts, and each receipt frees a whole
  /// chunk.
  static let byteCount = 4 * portionByteCount

  private let path: String
  /// The size of the file in bytes; nil before it was read.
  private var length: Int64?

  init(path: String) {
    self.path = path
  }

  /// Fills the reserve up to its full size. Does nothing when there is no space now.
  mutating func load(files: FileOperations) {
    let present = length ?? Int64(((try? files.read(path)) ?? []).count)
    length = present
    guard present < Self.byteCount, let file = try? files.open(path) else { return }
    defer { files.close(file) }
    let missing = [UInt8](repeating: 0xFF, count: Int(truncatingIfNeeded: Self.byteCount - present))
    do throws(StoreError) {
      try files.writeAll(missing, to: file, path: path)
      length = Self.byteCount
    } catch {
      try? files.truncate(file, present, path)
    }
  }

  /// Performs a small write. If the disk is full, frees one portion and tries once more.
  ///
  /// Throws the error of the write.
  mutating func giving(
    _ files: FileOperations, for write: () throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try write()
    } catch .diskFull {
      try dropPortion(files)
      try write()
    }
  }

  private mutating func dropPortion(_ files: FileOperations) throws(StoreError) {
    let file = try files.open(path)
    defer { files.close(file) }
    let rest = max((length ?? 0) - Self.portionByteCount, 0)
    try files.truncate(file, rest, path)
    length = rest
  }
}
