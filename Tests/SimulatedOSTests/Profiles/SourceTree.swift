import Foundation

/// The simulator's own sources, for tests that compare them with their declarations.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of all Swift files of the simulated systems with their paths, in order.
  static func simulator() throws -> [(path: String, text: String)] {
    let modules = [
      "YobanPlatformProfiles", "YobanSimulatedRadio", "YobanSimulatedDevices", "Services",
      "YobanAppleSystem", "YobanSimulatedApple",
      "YobanSimulatedAndroid",
    ]
    return try modules.flatMap { module in
      let folder = root.appending(path: "Sources/\(module)")
      let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      let sources = (paths ?? []).filter {
        $0.hasSuffix(".swift") && !$0.contains("/API/") && !$0.contains("/Tests/")
      }
      return try sources.sorted().map {
        ("\(module)/\($0)", try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
    }
  }

  /// Returns the attributes of a source that declare facts, each from its `@` to its last
  /// parenthesis.
  static func facts(in text: String) -> [Range<String.Index>] {
    text.ranges(of: "\n  @Fact(").map { start in
      var (depth, end) = (1, start.upperBound)
      while depth > 0, end < text.endIndex {
        if text[end] == "(" { depth += 1 }
        if text[end] == ")" { depth -= 1 }
        end = text.index(after: end)
      }
      return text.index(start.lowerBound, offsetBy: 3)..<end
    }
  }
}
