import Foundation
import Synchronization

/// A lake in a folder.
///
/// A new file is written beside the data in `_yoban/tmp`, which no reader looks at, and takes the place of the old one
/// with `rename(2)`. A reader that has opened the old file reads it to its end. The mask of the process (umask) decides
/// who may read the files.
package struct LakeFolder: LakeFiles {
  package let name: String

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `LakeError` if the folder in which it would be does not exist, or if there is a file with its name.
  package init(_ path: String) throws(LakeError) {
    name = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw LakeError("\(name) is a file: name a folder") }
      return
    }
    guard mkdir(name, 0o777) == 0 else {
      let remedy = errno == ENOENT ? "; create the folder above it first" : ""
      throw LakeError(Self.error("cannot create the folder \(name)").description + remedy)
    }
  }

  package func lock() async throws(LakeError) -> any LakeLock {
    try makeFolder(of: LakePath.lock)
    let path = absolute(LakePath.lock)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error("cannot write \(path)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let error = isTaken ? LakeError.isWritten(name) : Self.error("cannot lock \(path)")
      close(descriptor)
      throw error
    }
    // Of a run that was killed.
    try? FileManager.default.removeItem(atPath: absolute(LakePath.temporaryFolder))
    return FolderLock(descriptor)
  }

  package func list(
    _ folder: String, _ body: (_ path: String, _ bytes: Int64) throws -> Void
  ) async throws {
    let root = folder.isEmpty ? name : absolute(folder)
    guard FileManager.default.fileExists(atPath: root) else { return }
    guard let paths = FileManager.default.enumerator(atPath: root) else {
      throw LakeError("cannot read the folder \(root): check its permissions")
    }
    while let path = paths.nextObject() as? String {
      guard let attributes = paths.fileAttributes,
        attributes[.type] as? FileAttributeType != .typeDirectory
      else { continue }
      try body(
        folder.isEmpty ? path : "\(folder)/\(path)", (attributes[.size] as? Int64) ?? 0)
    }
  }

  package func content(of path: String) async throws(LakeError) -> [UInt8]? {
    let absolute = absolute(path)
    guard FileManager.default.fileExists(atPath: absolute) else { return nil }
    guard let content = FileManager.default.contents(atPath: absolute) else {
      throw LakeError("cannot read \(absolute): check its permissions")
    }
    return Array(content)
  }

  package func begin(_ path: String) async throws(LakeError) -> any LakeFile {
    let temporary = "\(LakePath.temporaryFolder)/\(UUID().uuidString)"
    try makeFolder(of: temporary)
    return try FileInFolder(temporary: absolute(temporary), path: path, in: self)
  }

  package func remove(_ path: String) async throws(LakeError) {
    guard unlink(absolute(path)) == 0 || errno == ENOENT else {
      throw Self.error("cannot remove \(absolute(path))")
    }
    // The name of a device must not stay as an empty folder.
    var folder = Self.parent(path)
    while !folder.isEmpty, rmdir(absolute(folder)) == 0 { folder = Self.parent(folder) }
  }

  fileprivate func absolute(_ path: String) -> String { "\(name)/\(path)" }

  /// The folder of a path; empty for the root.
  private static func parent(_ path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  fileprivate func makeFolder(of path: String) throws(LakeError) {
    let folder = absolute(Self.parent(path))
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw LakeError("cannot create the folder \(folder): \(error.localizedDescription)")
    }
  }

  /// Lets the entries of the folder of a path survive a power loss.
  fileprivate func synchronizeFolder(of path: String) {
    let descriptor = open(absolute(Self.parent(path)), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// An error with the words of the system.
  fileprivate static func error(_ text: String) -> LakeError {
    LakeError("\(text): \(String(cString: strerror(errno)))")
  }
}

extension LakeError {
  /// Another run writes a lake.
  static func isWritten(_ name: String, by writer: String = "") -> LakeError {
    LakeError(
      "another export writes \(name) now\(writer); wait for its end and run this again")
  }
}

/// A lock of the kernel, which ends with the process.
private final class FolderLock: LakeLock {
  private let descriptor: Mutex<Int32?>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  deinit { descriptor.withLock { _ = $0.map { close($0) } } }

  func renew() async throws(LakeError) {}

  func release() async {
    descriptor.withLock { descriptor in
      _ = descriptor.map { close($0) }
      descriptor = nil
    }
  }
}

private struct FileInFolder: LakeFile {
  private let temporary: String
  private let path: String
  private let folder: LakeFolder
  private let handle: FileHandle
  private var byteCount: Int64 = 0

  init(temporary: String, path: String, in folder: LakeFolder) throws(LakeError) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw LakeFolder.error("cannot write \(temporary)") }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    (self.temporary, self.path, self.folder) = (temporary, path, folder)
  }

  mutating func append(_ bytes: [UInt8]) async throws(LakeError) {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw LakeError("cannot write \(temporary): \(error.localizedDescription)")
    }
    byteCount += Int64(bytes.count)
  }

  mutating func finish() async throws(LakeError) -> Int64 {
    do {
      try handle.synchronize()
      try handle.close()
    } catch {
      throw LakeError("cannot write \(temporary): \(error.localizedDescription)")
    }
    try folder.makeFolder(of: path)
    guard rename(temporary, folder.absolute(path)) == 0 else {
      throw LakeFolder.error("cannot write \(folder.absolute(path))")
    }
    folder.synchronizeFolder(of: path)
    return byteCount
  }

  mutating func cancel() async {
    try? handle.close()
    unlink(temporary)
  }
}
