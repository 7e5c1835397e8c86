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
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["swift", "c", "h"].contains(file.pathExtension),
          !file.path.contains("/PlatformRules/")
        else { continue }
        used.formUnion(codes(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return RulePages(tests: tests, used: used)
  }

  /// What looks like the code of a rule in a text.
  public static func codes(in text: String) -> Set<String> {
    Set(
      text.matches(of: /\b(?:L|BG|BT|BC|LOC|FT|WK|WC|AN|RA|NW|MO|AU)[1-9][0-9]?\b/)
        .map { String($0.output) })
  }
}
