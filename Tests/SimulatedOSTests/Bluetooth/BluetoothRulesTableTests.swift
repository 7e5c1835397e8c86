import Foundation
import Testing

/// `docs/bluetooth-rules.md` says which tests keep which rule; these keep it true.
@Suite struct BluetoothRulesTableTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let page = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/bluetooth-rules.md")

  /// The cells of each row that begins with a rule.
  private static func rows() throws -> [[String]] {
    try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.first?.wholeMatch(of: /(BT|L)\d+/) != nil }
  }

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.rows()
    let rules = (1...29).map { "BT\($0)" } + ["L8", "L12", "L13", "L16", "L17"]
    #expect(rows.map { $0[0] } == rules)
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws {
    var sources: [String: String] = [:]
    for row in try Self.rows() {
      for entry in row[2].components(separatedBy: "<br>") {
        let match = try #require(try /`(\w+)`: (.+)/.wholeMatch(in: entry), "\(row[0]): \(entry)")
        let (file, name) = (String(match.1), String(match.2))
        if sources[file] == nil {
          sources[file] = try String(
            contentsOf: Self.folder.appending(path: "\(file).swift"), encoding: .utf8)
        }
        let isThere =
          sources[file]!.contains("`\(name) (") || sources[file]!.contains("`\(name)`")
        #expect(isThere, "\(row[0]): \(file) has no test \"\(name)\"")
      }
    }
  }
}
