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

  /// Every test that a rule names, as `` `File`: name ``, is in a file of the tests, and one of them
  /// names the rule.
  func checkTests() throws {
    #expect(Self.problems(of: try rows(), in: try sources()) == [])
  }

  /// What is wrong with rows, in their order.
  ///
  /// - Parameter sources: files of tests by name, without the extension.
  static func problems(of rows: [[String]], in sources: [String: String]) -> [String] {
    rows.flatMap { row in
      var problems: [String] = []
      var named: Set<String> = []
      for entry in row[2].components(separatedBy: "<br>") {
        guard let match = entry.wholeMatch(of: /`(\w+)`: (.+)/) else {
          problems.append("\(row[0]): \(entry)")
          continue
        }
        let (file, name) = (String(match.1), String(match.2))
        guard let source = sources[file] else {
          problems.append("\(row[0]): there is no \(file).swift")
          continue
        }
        if let rules = rules(ofTest: name, in: source) {
          named.formUnion(rules)
        } else {
          problems.append("\(row[0]): \(file) has no test \"\(name)\"")
        }
      }
      if problems.isEmpty, !named.contains(row[0]) {
        problems.append("\(row[0]): none of its tests names it")
      }
      return problems
    }
  }

  /// The rules in the name of a test; nil if there is no such test.
  private static func rules(ofTest name: String, in source: String) -> [String]? {
    if let start = source.range(of: "`\(name) ("),
      let end = source.range(of: ")`", range: start.upperBound..<source.endIndex)
    {
      return source[start.upperBound..<end.lowerBound].components(separatedBy: ", ")
    }
    return source.contains("`\(name)`") ? [] : nil
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
