import Collector
import Foundation
import GRDB

/// A copy of a SQLite file that contains one state of all tables.
public enum SQLiteBackup {
  /// Copies a database into a new file, also while a server stores chunks.
  ///
  /// The copy is that of one moment: it is read in one transaction of the write-ahead log, for which writers
  /// do not wait, and it does not begin again when something is written. Meanwhile the log grows. The new file
  /// appears when it is complete and synchronized to the disk; only the owner may access it.
  ///
  /// - Throws: `.alreadyExists` if there is a file at `copy`, or a log of an earlier database with this name,
  ///   which SQLite would apply to the new file; `.full`; `.unavailable`.
  public static func copy(_ path: String, to copy: String) throws(StorageError) {
    for ending in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: copy + ending) {
      throw .alreadyExists
    }
    let partial = copy + ".partial"
    try? FileManager.default.removeItem(atPath: partial)
    do {
      guard
        FileManager.default.createFile(
          atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw StorageError.unavailable("the file \(partial) cannot be created") }
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM INTO ?", arguments: [partial])
      }
      try queue.close()
      let file = try FileHandle(forUpdating: URL(filePath: partial))
      try file.synchronize()
      try file.close()
      try FileManager.default.moveItem(atPath: partial, toPath: copy)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw StorageError(error)
    }
  }

  /// As `copy(_:to:)`, on a thread of its own, which waits for the disk.
  public static func copyOnThread(_ path: String, to copy: String) async throws(StorageError) {
    try await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: Result { () throws(StorageError) in try Self.copy(path, to: copy) })
      }
    }.get()
  }
}
