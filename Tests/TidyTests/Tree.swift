import Foundation

/// The files of the repository, addressed by their paths from its root.
enum Tree {
  struct File {
    let path: String

    /// Whether the file is of a module with Apple's name.
    var isOfAppleModule: Bool {
      path.hasPrefix("Sources/AppleModules/")
        || path.hasPrefix("Sources/Services/") && path.contains("/API/")
    }

    func lines() throws -> [String] {
      try String(contentsOf: Tree.root.appending(path: path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the Swift and C files of both packages, the examples, the tests and the benchmarks.
  static func code() throws -> [File] {
    try [
      "Sources", "Tests", "Examples", "Collector/Sources", "Collector/Tests", "Benchmarks/Sources",
      "Benchmarks/Codec/Sources", "Collector/Benchmarks/Sources", "Collector/Fuzz",
      "Android/swift/Sources",
    ]
    .flatMap { try files(under: $0, ["swift", "c", "h"]) }
  }

  static func files(under folder: String, _ kinds: Set<String>) throws -> [File] {
    let url = root.appending(path: folder)
    guard let paths = FileManager.default.enumerator(atPath: url.path) else { return [] }
    return paths.compactMap { $0 as? String }
      .filter { kinds.contains(URL(fileURLWithPath: $0).pathExtension) && !$0.contains(".build") }
      .sorted().map { File(path: "\(folder)/\($0)") }
  }

  /// The text of all declarations of services, in one line.
  static func serviceDeclarations() throws -> String {
    try files(under: "Sources", ["swift"]).filter { $0.path.contains("/ServiceDeclaration+") }
      .flatMap { try $0.lines() }.joined(separator: " ")
  }

  static func folders(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }
}
