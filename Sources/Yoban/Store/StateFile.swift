import Foundation

/// A value in a file in Application Support, replaced atomically: `Yoban/<folder>/<name>.json`.
///
/// The file has no Data Protection, because a process that the system launches before the first unlock
/// after a boot must read it (DP3).
struct StateFile<Value: Codable & Sendable>: Sendable {
  private let folder: String
  private let name: String

  /// - Parameter name: any text. Each name has its own file.
  init(_ folder: String, _ name: String) {
    self.folder = folder
    self.name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "state"
  }

  /// Returns the stored value; nil when there is none. Throws when the file cannot be read.
  func load() throws -> Value? {
    let file = try file()
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
  }

  /// Stores a value; nil removes the file.
  func save(_ value: Value?) throws {
    let file = try file()
    guard let value else {
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      return
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    // Synchronized before the rename: otherwise a loss of power can leave the new name without content,
    // which cannot be read in the next launch (DK4).
    let new = file.appendingPathExtension("new")
    try encoder.encode(value).write(to: new, options: .noFileProtection)
    let files = FileOperations.posix
    let (path, newPath) = (file.path(percentEncoded: false), new.path(percentEncoded: false))
    let descriptor = try files.open(newPath)
    defer { files.close(descriptor) }
    try files.synchronize(descriptor, newPath)
    try files.rename(newPath, path)
    try? files.synchronizeFolder(StoreLayout.folder(of: path))
  }

  private func file() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return support.appending(path: "Yoban/\(folder)/\(name).json")
  }
}
