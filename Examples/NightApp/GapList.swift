import Foundation

/// The gaps of a recording, kept in a file over launches.
struct GapList: Codable, Hashable {
  /// A time without samples.
  struct Entry: Codable, Hashable {
    var stream: String
    var start: Date
    var end: Date
    /// The raw value of a `GapCause`.
    var cause: String
  }

  /// The gaps in the order in which they were found, at most 500.
  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) { entries = entries.suffix(499) + [entry] }

  /// The file has no protection, like the recordings: the system may launch the app before the first
  /// unlock after a restart.
  private static var file: URL { .applicationSupportDirectory.appending(path: "Gaps.json") }

  /// Reads the gaps of the last recording; none if there are none or the file is unreadable.
  static func stored() -> GapList {
    guard let data = try? Data(contentsOf: file) else { return GapList() }
    return (try? JSONDecoder().decode(GapList.self, from: data)) ?? GapList()
  }

  func save() throws {
    let data = try JSONEncoder().encode(self)
    try FileManager.default.createDirectory(
      at: .applicationSupportDirectory, withIntermediateDirectories: true)
    try data.write(to: Self.file, options: [.atomic, .noFileProtection])
  }
}
