import Foundation

/// A value in a file in Application Support, replaced atomically: `Yoban/<folder>/<name>.json`.
struct StateFile<Value: Codable & Sendable>: Sendable {
  private let folder: String
  private let name: String
  private let isReadableBeforeUnlock: Bool

  /// - Parameters:
  ///   - name: any text. Each name has its own file.
  ///   - isReadableBeforeUnlock: whether the file must be readable before the first unlock after a
  ///     boot, when other files are unreadable (L17).
  init(_ folder: String, _ name: String, isReadableBeforeUnlock: Bool = false) {
    self.folder = folder
    self.name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "state"
    self.isReadableBeforeUnlock = isReadableBeforeUnlock
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
    var options: Data.WritingOptions = .atomic
    #if os(iOS)
      if isReadableBeforeUnlock { options.insert(.noFileProtection) }
    #endif
    try encoder.encode(value).write(to: file, options: options)
  }

  private func file() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return support.appending(path: "Yoban/\(folder)/\(name).json")
  }
}
