import Foundation
import ZipArchive

/// The bytes of a file.
final class FileBytes: ByteSource {
  private let descriptor: Int32

  init(path: String) throws(RecordingFileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure() }
  }

  deinit { close(descriptor) }

  func read(atMost count: Int) throws(RecordingFileError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      repeat {
        result = Foundation.read(descriptor, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      length = max(0, result)
    }
    guard result >= 0 else { throw Self.failure() }
    return bytes
  }

  /// The size of a regular file.
  static func size(of path: String) throws(RecordingFileError) -> Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: "it is not a regular file")
    }
    return Int64(status.st_size)
  }

  private static func failure() -> RecordingFileError {
    .unreadable(reason: String(cString: strerror(errno)))
  }
}

/// A ZIP archive on the disk, whose entries can be read in any order.
struct ZipFile {
  let path: String
  let byteCount: Int64
  /// The names of the entries, in the order of the archive.
  let names: [String]

  private static let namesMax = 1_000

  init(path: String) throws(RecordingFileError) {
    self.path = path
    byteCount = try FileBytes.size(of: path)
    let reader = try Self.reader(path, byteCount)
    var names: [String] = []
    while let name = try Self.translatingErrors({ () throws(ZipError) in try reader.next() }) {
      names.append(name)
      guard names.count <= Self.namesMax else {
        throw .damaged(reason: "the archive has more than \(Self.namesMax) entries")
      }
    }
    self.names = names
  }

  /// Returns the bytes of an entry; nil if there is none with this name.
  func entry(_ name: String) throws(RecordingFileError) -> (any ByteSource)? {
    guard names.contains(name) else { return nil }
    let reader = try Self.reader(path, byteCount)
    while let found = try Self.translatingErrors({ () throws(ZipError) in try reader.next() }) {
      if found == name { return ZipEntryBytes(reader: reader) }
    }
    return nil
  }

  /// Returns all bytes of a small entry; nil if there is none with this name.
  func contents(of name: String) throws(RecordingFileError) -> [UInt8]? {
    guard let source = try entry(name) else { return nil }
    var reader = ByteReader(source)
    let bytes = try reader.peek(Self.contentsBytesMax + 1)
    guard bytes.count <= Self.contentsBytesMax else {
      throw .damaged(reason: "\(name) has more than \(Self.contentsBytesMax) bytes")
    }
    return Array(bytes)
  }

  private static let contentsBytesMax = 1 << 20

  private static func reader(
    _ path: String, _ byteCount: Int64
  ) throws(RecordingFileError) -> ZipReader {
    try translatingErrors { () throws(ZipError) in
      try ZipReader(path: path, byteCount: byteCount)
    }
  }

  fileprivate static func translatingErrors<Value>(
    _ body: () throws(ZipError) -> Value
  ) throws(RecordingFileError) -> Value {
    do {
      return try body()
    } catch {
      switch error {
      case .unpacksTooLarge(let limit): throw .unpacksTooLarge(limit: limit)
      case .libraryFailed(_, let message): throw .damaged(reason: message)
      default: throw .damaged(reason: error.description)
      }
    }
  }

  private struct ZipEntryBytes: ByteSource {
    let reader: ZipReader

    func read(atMost count: Int) throws(RecordingFileError) -> [UInt8] {
      try translatingErrors { () throws(ZipError) in try reader.read(atMost: count) }
    }
  }
}
