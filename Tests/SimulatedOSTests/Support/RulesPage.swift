import Foundation
import Testing

/// A page of docs/ with a table of rules: rule, what is simulated, tests, known difference.
struct RulesPage {
  private let name: String
  private static let tests = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init(_ name: String) { self.name = name }

  /// The cells of each row that begins with a rule.
  func rows() throws -> [[String]] {
    let page = Self.tests.deletingLastPathComponent().appending(path: "docs/\(name)")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.first?.wholeMatch(of: /[A-Z]+\d+/) != nil }
  }

  /// Every test that a rule names, as `` `File`: name ``, is in a file of the tests.
  func checkTests() throws {
    let sources = try sources()
    for row in try rows() {
      for entry in row[2].components(separatedBy: "<br>") {
        let match = try #require(try /`(\w+)`: (.+)/.wholeMatch(in: entry), "\(row[0]): \(entry)")
        let (file, name) = (String(match.1), String(match.2))
        let source = try #require(sources[file], "\(row[0]): there is no \(file).swift")
        let isThere = source.contains("`\(name) (") || source.contains("`\(name)`")
        #expect(isThere, "\(row[0]): \(file) has no test \"\(name)\"")
      }
    }
  }

  /// The files of all test targets by name, without the extension.
  private func sources() throws -> [String: String] {
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    var sources: [String: String] = [:]
    for case let file as URL in files! where file.pathExtension == "swift" {
      sources[file.deletingPathExtension().lastPathComponent] = try String(
        contentsOf: file, encoding: .utf8)
    }
    return sources
  }
}
