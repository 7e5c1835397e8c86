import Foundation
import SimulatedOS

extension RulePages {
  /// Reads what names rules in a checkout of this repository.
  ///
  /// - Throws: what Foundation throws if a file cannot be read.
  public static func ofRepository(at root: URL) throws -> RulePages {
    let tests = try RuleTestIndex(folder: root.appending(path: "Tests"))
    var used: Set<String> = []
    for folder in ["Sources", "Examples"] {
      let files = files(
        below: root.appending(path: folder), withExtensions: ["swift", "c", "h"])
      for file in files where !file.path.contains("/PlatformRules/") {
        used.formUnion(codes(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return RulePages(tests: tests, used: used)
  }

  /// All files below a folder whose names end so, in no order.
  static func files(below folder: URL, withExtensions extensions: Set<String>) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { extensions.contains($0.pathExtension) }
  }

  /// What looks like the code of a rule in a text.
  public static func codes(in text: String) -> Set<String> {
    Set(
      text.matches(of: /\b(?:L|BG|BT|BC|LOC|FT|WK|WC|AN|RA|NW|MO|AU)[1-9][0-9]?\b/)
        .map { String($0.output) })
  }
}
