/// A reason why a ZIP archive cannot be written or read.
public enum ZipError: Error, Equatable {
  /// The name is empty, longer than 1,024 characters, or has a character that is not printable ASCII
  /// or that Windows does not allow; or a part of it between slashes is empty, `.` or `..`, or ends
  /// with a dot or a space.
  case invalidName(String, reason: String)
  /// An earlier entry has the same name apart from the case of letters, or one of the two would be a
  /// file and a folder at once.
  case conflictingName(String)
  /// The entry with this name was not ended.
  case entryIsOpen(String)
  /// Bytes belong to an entry, and none was begun.
  case noEntryIsOpen
  /// The archive was finished before.
  case isFinished
  /// An earlier call has thrown `.libraryFailed`.
  case hasFailed
  /// `code` is the `errno` of libarchive, 0 if it gave none.
  case libraryFailed(code: Int32, message: String)
  /// The entries of an archive unpack to more bytes than an archive of its size may have.
  case unpacksTooLarge(limit: Int64)
}

extension ZipError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidName(let name, let reason):
      "\"\(name)\" cannot be the name of an entry: \(reason)."
    case .conflictingName(let name):
      """
      The entry \"\(name)\" and an earlier one would be the same file, or one of them would be a \
      file and a folder at once. Give every entry a name of its own.
      """
    case .entryIsOpen(let name):
      "The entry \"\(name)\" is open. Call end() first."
    case .noEntryIsOpen:
      "No entry is open. Call begin(_:modified:compression:) first."
    case .isFinished:
      "The archive is finished. Create another writer for another archive."
    case .hasFailed:
      "An earlier call has failed. Discard the writer and its bytes."
    case .libraryFailed(let code, let message):
      "libarchive could not write or read the archive (code \(code)): \(message)"
    case .unpacksTooLarge(let limit):
      "The archive unpacks to more than \(limit) bytes, which no recording of its size does."
    }
  }
}
