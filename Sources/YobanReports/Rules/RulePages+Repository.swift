import Foundation
import YobanSimulatedOS

extension RulePages {
  /// Reads the files that name rules in a checkout of this repository.
  ///
  /// - Throws: An error of Foundation if a file cannot be read.
  public static func ofRepository(at root: URL) throws -> RulePages {
    let tests = try RuleTestIndex(ofRepository: root)
    var used: Set<String> = []
    for folder in ["Sources", "Examples"] {
      let files = files(
        below: root.appending(path: folder), withExtensions: ["swift", "c", "h"])
      for file in files
      where !file.lastPathComponent.hasPrefix("PlatformRule+")
        && !file.path.contains(#/Sources/Services/[^/]+/Tests//#)
      {
        let text = try String(contentsOf: file, encoding: .utf8)
        used.formUnion(codes(in: text))
        // A finding names its rule by a value, such as .bg4.
        used.formUnion(
          codes(in: text.replacing(/\.([a-z]{1,3}[1-9])/) { $0.output.1.uppercased() }))
      }
    }
    let audits = try RuleAudit.read(
      String(contentsOf: root.appending(path: "docs/rules/audit.tsv"), encoding: .utf8))
    return RulePages(tests: tests, used: used, audits: audits)
  }

  /// Returns all files below a folder with these extensions, in no particular order.
  static func files(below folder: URL, withExtensions extensions: Set<String>) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { extensions.contains($0.pathExtension) && !$0.path.contains("/.build/") }
  }

  /// Returns everything in a text that has the form of a rule code: the letters of a rule that exists, and
  /// a number.
  public static func codes(in text: String) -> Set<String> {
    Set(
      text.matches(of: /\b([A-Z]{1,3})[1-9][0-9]?\b/)
        .filter { letters.contains(String($0.output.1)) }
        .map { String($0.output.0) })
  }

  /// The letters with which codes of rules begin.
  private static let letters = Set(RuleBook.rules.map(\.letters))
}
