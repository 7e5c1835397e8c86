import Foundation

#if os(Android)
  import Android
#endif

/// The file system calls of a store. Tests replace them to make any call fail.
///
/// Every call is synchronous and returns only when it is done. A call that fails throws
/// `StoreError.diskFull` or `.file` and has no effect, except `write`, which may have written a
/// part.
public struct FileOperations {
  /// An open file.
  public typealias Descriptor = Int32

  /// Creates a file and opens it for appending. The file must not exist.
  public var create: (_ path: String) throws(StoreError) -> Descriptor
  /// Opens a file for appending. Creates the file if it does not exist.
  public var open: (_ path: String) throws(StoreError) -> Descriptor
  /// Appends bytes with one call and returns how many bytes were written.
  public var write:
    (_ file: Descriptor, _ bytes: UnsafeRawBufferPointer, _ path: String) throws(StoreError) -> Int
  /// Truncates an open file to a length in bytes.
  public var truncate:
    (_ file: Descriptor, _ length: Int64, _ path: String) throws(StoreError) -> Void
  /// Flushes an open file to the storage device and waits until this is done.
  public var synchronize: (_ file: Descriptor, _ path: String) throws(StoreError) -> Void
  /// Closes a descriptor. The descriptor is invalid afterwards, even if closing fails.
  public var close: (_ file: Descriptor) -> Void
  /// Flushes the names in a folder to the storage device and waits until this is done.
  public var synchronizeFolder: (_ path: String) throws(StoreError) -> Void
  /// Returns the whole content of a file; nil when there is no file. Throws `.file` with `EFBIG` for
  /// a file of 2 GiB or more, which does not fit into the memory of a watch.
  public var read: (_ path: String) throws(StoreError) -> [UInt8]?
  /// Returns the size of a file in bytes; nil when there is no file.
  public var size: (_ path: String) throws(StoreError) -> Int64?
  /// Renames a file. An existing file with the new name is replaced atomically.
  public var rename: (_ path: String, _ newPath: String) throws(StoreError) -> Void
  /// Removes a file. It is not an error if there is none.
  public var remove: (_ path: String) throws(StoreError) -> Void
  /// Returns the names in a folder, sorted; empty when there is no folder.
  public var list: (_ path: String) throws(StoreError) -> [String]
  /// Creates a folder and its parent folders. It is not an error if it exists.
  public var makeFolder: (_ path: String) throws(StoreError) -> Void
  /// Sets the Data Protection class of a folder, which its new files inherit. Has no effect where there
  /// is no Data Protection.
  public var protect: (_ path: String, _ protection: FileProtectionType) throws(StoreError) -> Void
  /// Returns the free space in bytes on the volume of a folder.
  public var freeSpace: (_ path: String) throws(StoreError) -> Int64
}

extension FileOperations {
  /// Creates a folder and its parent folders, and sets its protection, which its new files inherit.
  func makeFolder(_ path: String, _ protection: FileProtectionType) throws(StoreError) {
    try makeFolder(path)
    try protect(path, protection)
  }

  /// Writes all bytes with one call.
  ///
  /// Throws the errors of `write`, and `.diskFull` for a short write. A part may then be written.
  func writeAll(
    _ bytes: [UInt8], to file: Descriptor, path: String
  ) throws(StoreError) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(StoreError) in try write(file, buffer, path) }
    }
    guard try result.get() == bytes.count else { throw .diskFull(operation: .write, path: path) }
  }

  /// Replaces the content of a file atomically: after a crash it has either the old or the new
  /// content.
  ///
  /// Throws `StoreError`; the old content is then unchanged.
  package func replace(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    let temporary = path + StoreLayout.temporarySuffix
    try remove(temporary)
    do throws(StoreError) {
      try write(bytes, to: temporary)
      try rename(temporary, path)
    } catch {
      try? remove(temporary)
      throw error
    }
    try? synchronizeFolder(StoreLayout.folder(of: path))
  }

  /// Writes a new file and waits until it is durable.
  ///
  /// Throws `StoreError`. A part of the file may then exist.
  private func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    let file = try create(path)
    defer { close(file) }
    try writeAll(bytes, to: file, path: path)
    try synchronize(file, path)
  }
}
