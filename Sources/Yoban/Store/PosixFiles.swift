import Foundation

#if os(Android)
  import Android
#endif

#if !YOBAN_ANDROID
  import UIKit  // F_FULLFSYNC on Linux
#endif

extension FileOperations {
  /// The file system of this device.
  ///
  /// Files are readable only by their owner. What is synchronized survives a loss of power: on Apple's
  /// systems, the drive's own cache is emptied, too (DK5).
  public static var posix: FileOperations {
    FileOperations(
      create: { path throws(StoreError) in
        try PosixFiles.descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, .create)
      },
      open: { path throws(StoreError) in
        try PosixFiles.descriptor(path, O_WRONLY | O_CREAT | O_APPEND, .open)
      },
      write: PosixFiles.append,
      truncate: { file, length, path throws(StoreError) in
        _ = try PosixFiles.checked(.truncate, path) { ftruncate(file, off_t(length)) }
      },
      synchronize: { file, path throws(StoreError) in
        _ = try PosixFiles.checked(.synchronize, path) { PosixFiles.flush(file) }
      },
      close: PosixFiles.shut,
      synchronizeFolder: PosixFiles.flushFolder,
      read: PosixFiles.content,
      size: PosixFiles.size,
      rename: { path, newPath throws(StoreError) in
        _ = try PosixFiles.checked(.rename, path) { PosixFiles.move(path, newPath) }
      },
      remove: PosixFiles.delete,
      list: PosixFiles.names,
      makeFolder: PosixFiles.makeFolder,
      protect: PosixFiles.protect,
      freeSpace: PosixFiles.freeSpace)
  }
}

/// The POSIX calls, with their errors converted to `StoreError`.
private enum PosixFiles {
  /// Repeats a call while a signal interrupts it. Throws when the call returns -1.
  static func checked(
    _ operation: FileOperation, _ path: String, _ call: () -> Int32
  ) throws(StoreError) -> Int32 {
    while true {
      let result = call()
      if result != -1 { return result }
      let code = errno
      if code != EINTR { throw failure(operation, path, code) }
    }
  }

  static func failure(_ operation: FileOperation, _ path: String, _ code: Int32) -> StoreError {
    code == ENOSPC || code == EDQUOT
      ? .diskFull(operation: operation, path: path)
      : .file(operation: operation, path: path, code: code)
  }

  static func descriptor(
    _ path: String, _ flags: Int32, _ operation: FileOperation
  ) throws(StoreError) -> Int32 {
    try checked(operation, path) { open(path, flags | O_CLOEXEC, 0o600) }
  }

  static func append(
    _ file: Int32, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(StoreError) -> Int {
    while true {
      let count = write(file, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      let code = errno
      if code != EINTR { throw failure(.write, path, code) }
    }
  }

  static func shut(_ file: Int32) {
    _ = close(file)
  }

  static func move(_ path: String, _ newPath: String) -> Int32 {
    rename(path, newPath)
  }

  /// `fsync`, which on Apple's systems leaves the bytes in the cache of the drive. There, the drive could
  /// keep the removal of a chunk and lose the receipt that was synchronized before.
  static func flush(_ file: Int32) -> Int32 {
    #if YOBAN_ANDROID
      fsync(file)
    #else
      // Not every file system has the command.
      fcntl(file, F_FULLFSYNC) != -1 ? 0 : fsync(file)
    #endif
  }

  static func flushFolder(_ path: String) throws(StoreError) {
    let folder = try descriptor(path, O_RDONLY, .open)
    defer { shut(folder) }
    _ = try checked(.synchronize, path) { flush(folder) }
  }

  static func content(_ path: String) throws(StoreError) -> [UInt8]? {
    let file: Int32
    do throws(StoreError) {
      file = try descriptor(path, O_RDONLY, .read)
    } catch .file(_, _, code: ENOENT) {
      return nil
    }
    defer { shut(file) }
    let size = Int64(lseek(file, 0, SEEK_END))
    guard size >= 0 else { throw failure(.read, path, errno) }
    guard let length = Int32(exactly: size).map(Int.init) else { throw failure(.read, path, EFBIG) }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length {
        let part = pread(file, buffer.baseAddress! + count, length - count, off_t(count))
        if part == -1, errno == EINTR { continue }
        if part <= 0 {
          code = part == 0 ? EIO : errno
          return
        }
        count += part
      }
    }
    guard code == 0 else { throw failure(.read, path, code) }
    return bytes
  }

  static func size(_ path: String) throws(StoreError) -> Int64? {
    var facts = stat()
    do throws(StoreError) {
      _ = try checked(.read, path) { stat(path, &facts) }
    } catch .file(_, _, code: ENOENT) {
      return nil
    }
    return Int64(facts.st_size)
  }

  static func delete(_ path: String) throws(StoreError) {
    do throws(StoreError) {
      _ = try checked(.remove, path) { unlink(path) }
    } catch .file(_, _, code: ENOENT) {
      return
    }
  }

  static func names(_ path: String) throws(StoreError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .file(operation: .list, path: path, code: posixCode(of: error))
    }
  }

  static func makeFolder(_ path: String) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw failure(.makeFolder, path, posixCode(of: error))
    }
  }

  static func protect(_ path: String, _ protection: FileProtectionType) throws(StoreError) {
    do {
      try FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: path)
    } catch {
      throw failure(.makeFolder, path, posixCode(of: error))
    }
  }

  static func freeSpace(_ path: String) throws(StoreError) -> Int64 {
    do {
      let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
      return (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
    } catch {
      throw .file(operation: .freeSpace, path: path, code: posixCode(of: error))
    }
  }

  /// The errno of a Foundation error; EIO when the error contains none.
  static func posixCode(of error: any Error) -> Int32 {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    if error.domain == NSCocoaErrorDomain, error.code == CocoaError.fileWriteOutOfSpace.rawValue {
      return ENOSPC
    }
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return underlying.map { posixCode(of: $0) } ?? EIO
  }
}
