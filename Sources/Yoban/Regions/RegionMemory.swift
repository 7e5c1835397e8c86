import Foundation

/// What a watch knows, as it outlasts the process.
struct RegionMemory: Codable, Hashable {
  struct Record: Codable, Hashable {
    var region: WatchedRegion
    /// What was told last.
    var presence = RegionPresence.unknown
    var lastEntered: Date?
    var lastExited: Date?
    /// An exit that an entry may still undo.
    var pendingExit: PendingExit?
  }

  struct PendingExit: Codable, Hashable {
    var date: Date
    var source: RegionChange.Source
    var happenedWhileNotRunning: Bool
  }

  /// Of the format.
  var version = 1
  var isWanted = false
  /// By the name of the region.
  var records: [String: Record] = [:]
}

/// A file in Application Support: `Yoban/regions/<name>.json`, replaced in one step.
struct RegionFile {
  private let name: String

  init(name: String) {
    self.name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "regions"
  }

  /// Nil when nothing was stored yet. Throws when what was stored cannot be read.
  func load() throws -> RegionMemory? {
    let file = try file()
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(RegionMemory.self, from: Data(contentsOf: file))
  }

  func save(_ memory: RegionMemory) throws {
    let file = try file()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    var options: Data.WritingOptions = .atomic
    #if os(iOS)
      // A region may launch the app before the first unlock, when other files are unreadable (L17).
      options.insert(.noFileProtection)
    #endif
    try encoder.encode(memory).write(to: file, options: options)
  }

  private func file() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return support.appending(path: "Yoban/regions/\(name).json")
  }
}
