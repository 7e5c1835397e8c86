/// Some room on the disk that the store gives up, chunk by chunk, when nothing else is left.
///
/// Chunks leave the disk only after their receipts are stored, and those need room too: on a full
/// disk nothing would ever become free. So does the note that a user ended a recording.
struct Ballast {
  static let chunkByteCount = 16 * 1024
  /// Four chunks: one has room for dozens of receipts, each of which frees a whole chunk.
  static let byteCount = 4 * chunkByteCount

  private let path: String
  /// The bytes that the file has; nil before it was looked at.
  private var length: Int?

  init(path: String) {
    self.path = path
  }

  /// Takes the room, as far as it is not taken already. Nothing happens when there is none now.
  mutating func load(files: FileOperations) {
    let present = length ?? ((try? files.read(path)) ?? []).count
    length = present
    guard present < Self.byteCount, let file = try? files.open(path) else { return }
    defer { files.close(file) }
    let missing = [UInt8](repeating: 0xFF, count: Self.byteCount - present)
    do throws(StoreError) {
      try files.writeAll(missing, to: file, path: path)
      length = Self.byteCount
    } catch {
      try? files.truncate(file, present, path)
    }
  }

  /// Runs a small write, and once more with a chunk given up if the disk is full.
  ///
  /// Throws what the write throws.
  mutating func giving(
    _ files: FileOperations, for write: () throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try write()
    } catch .diskFull {
      try dropChunk(files)
      try write()
    }
  }

  private mutating func dropChunk(_ files: FileOperations) throws(StoreError) {
    let file = try files.open(path)
    defer { files.close(file) }
    let rest = max((length ?? 0) - Self.chunkByteCount, 0)
    try files.truncate(file, rest, path)
    length = rest
  }
}
