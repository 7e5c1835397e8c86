import Foundation

/// Finds files as a Mac does: its file system regards neither upper and lower case, nor how the accents of a name are
/// encoded. Projects name `Supporting files` where the folder is `Supporting Files`, and nobody notices on a Mac.
final class AppleDisk {
  /// The names in each folder that was searched, by their lowercase forms. Texts of Swift are equal whatever their
  /// accents' encoding is.
  private var names: [String: [String: String]] = [:]

  /// The file or folder as it is called on this disk; nil if it does not exist.
  func find(_ url: URL) -> URL? {
    let path = url.standardized.path
    if FileManager.default.fileExists(atPath: path) { return Self.url(path) }
    var found = ""
    for part in path.split(separator: "/").map(String.init) {
      let exact = "\(found)/\(part)"
      if FileManager.default.fileExists(atPath: exact) {
        found = exact
      } else if let name = names(in: found.isEmpty ? "/" : found)[part.lowercased()] {
        found = "\(found)/\(name)"
      } else {
        return nil
      }
    }
    return Self.url(found)
  }

  /// Without a slash at the end, also of a folder, so that the locations of one file are equal.
  private static func url(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .notDirectory)
  }

  /// The contents of a file; nil if it does not exist or cannot be read.
  func data(at url: URL) -> Data? { find(url).flatMap { try? Data(contentsOf: $0) } }

  private func names(in folder: String) -> [String: String] {
    if let known = names[folder] { return known }
    var result: [String: String] = [:]
    let contents = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Of two names that differ only in case, which a Mac cannot have, always the same is taken.
    for name in contents.sorted(by: >) { result[name.lowercased()] = name }
    names[folder] = result
    return result
  }
}
