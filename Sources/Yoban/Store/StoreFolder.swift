import Foundation

/// The folder of a store.
package enum StoreFolder {
  /// Returns a folder in Application Support, which is made if it is missing; the folder at the path
  /// within it is not made.
  ///
  /// - Parameter path: the path within Application Support.
  /// - Throws: `StoreError.file` when there is no Application Support.
  static func inApplicationSupport(_ path: String) throws(StoreError) -> URL {
    do {
      return try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
      ).appending(path: path, directoryHint: .isDirectory)
    } catch {
      throw .file(
        operation: .makeFolder, path: "Application Support", code: Int32((error as NSError).code))
    }
  }
}
