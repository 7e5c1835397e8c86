/// A folder or a bucket with the files of a lake.
///
/// A file is written completely or not at all: whoever reads it sees the old or the new content. All methods can be
/// called from any isolation.
package protocol LakeFiles: Sendable {
  /// The place, without a secret, as it is shown to people.
  var name: String { get }

  /// Makes sure that no other run writes here until the lock is released.
  ///
  /// - Throws: `LakeError` if another run does.
  func lock() async throws(LakeError) -> any LakeLock

  /// Calls a closure with the path and the number of bytes of each file, in any order, also those of other people.
  ///
  /// - Parameter folder: without a slash at its end; empty for everything.
  func list(
    _ folder: String, _ body: (_ path: String, _ bytes: Int64) throws -> Void
  ) async throws

  /// Returns the content of a small file; nil if there is none.
  func content(of path: String) async throws(LakeError) -> [UInt8]?

  /// Begins a file, which replaces the one at its path when it is finished.
  func begin(_ path: String) async throws(LakeError) -> any LakeFile

  /// Removes a file, and the folders that are empty then. Does nothing if there is none.
  func remove(_ path: String) async throws(LakeError)
}

/// A file that is being written.
package protocol LakeFile {
  mutating func append(_ bytes: [UInt8]) async throws(LakeError)

  /// Puts the file at its path, and returns its size. When this returns, it is durable.
  mutating func finish() async throws(LakeError) -> Int64

  /// Removes what was written. The file at the path stays as it was.
  mutating func cancel() async
}

/// The right to write a lake.
package protocol LakeLock: Sendable {
  /// Extends the right. Must be called at least every minute.
  ///
  /// - Throws: `LakeError` if another run has it now.
  func renew() async throws(LakeError)

  func release() async
}

/// The reason why a lake cannot be written, as text that says what to do.
package struct LakeError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension LakeFiles {
  /// Replaces a small file.
  func write(_ bytes: [UInt8], to path: String) async throws(LakeError) {
    var file = try await begin(path)
    do throws(LakeError) {
      try await file.append(bytes)
      _ = try await file.finish()
    } catch {
      await file.cancel()
      throw error
    }
  }
}
