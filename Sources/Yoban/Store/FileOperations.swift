/// The calls to a file system that a store makes, so that a test can refuse any of them.
///
/// Every call is synchronous and answers only when it is done. A call that fails throws
/// `StoreError.diskFull` or `.file` and has had no effect, except `write`, which may have written
/// a part.
public struct FileOperations {
  /// An open file.
  public typealias Descriptor = Int32

  /// Creates a file and opens it for appending; it must not exist.
  public var create: (_ path: String) throws(StoreError) -> Descriptor
  /// Opens a file for appending and creates it when there is none.
  public var open: (_ path: String) throws(StoreError) -> Descriptor
  /// Writes at the end with one call, and answers how many bytes were taken.
  public var write:
    (_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, _ path: String) throws(StoreError) -> Int
  /// Cuts an open file to a length in bytes.
  public var truncate:
    (_ file: Descriptor, _ length: Int, _ path: String) throws(StoreError) -> Void
  /// Waits until an open file has reached the storage.
  public var synchronise: (_ file: Descriptor, _ path: String) throws(StoreError) -> Void
  /// Closes a descriptor, which is invalid afterwards in any case.
  public var close: (_ file: Descriptor) -> Void
  /// Waits until the names in a folder have reached the storage.
  public var synchroniseFolder: (_ path: String) throws(StoreError) -> Void
  /// The whole content of a file; nil when there is none.
  public var read: (_ path: String) throws(StoreError) -> [UInt8]?
  /// How many bytes a file has; nil when there is none.
  public var size: (_ path: String) throws(StoreError) -> Int64?
  /// Gives a file another name, replacing a file of that name in one step.
  public var rename: (_ path: String, _ newPath: String) throws(StoreError) -> Void
  /// Removes a file; no error when there is none.
  public var remove: (_ path: String) throws(StoreError) -> Void
  /// The names in a folder, sorted; none when there is no folder.
  public var list: (_ path: String) throws(StoreError) -> [String]
  /// Makes a folder and those above it; no error when it exists.
  public var makeFolder: (_ path: String) throws(StoreError) -> Void
  /// The bytes that are free where a folder lies.
  public var freeSpace: (_ path: String) throws(StoreError) -> Int64
}

extension FileOperations {
  /// Writes all bytes with one call.
  ///
  /// Throws: what `write` throws, and `.diskFull` for a short write. A part may then be written.
  func writeAll(
    _ bytes: [UInt8], to file: Descriptor, path: String
  ) throws(StoreError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(StoreError) in try write(file, buffer, path) }
    }
    guard try result.get() == bytes.count else { throw .diskFull(operation: .write, path: path) }
  }

  /// Replaces the content of a file so that a crash leaves either the old one or the new one.
  ///
  /// Throws `StoreError`; the old content is then still there.
  func replace(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    let temporary = path + ".new"
    try remove(temporary)
    let file = try create(temporary)
    do throws(StoreError) {
      try writeAll(bytes, to: file, path: temporary)
      try synchronise(file, temporary)
    } catch {
      close(file)
      try? remove(temporary)
      throw error
    }
    close(file)
    try rename(temporary, path)
    try? synchroniseFolder(StoreLayout.folder(of: path))
  }
}
