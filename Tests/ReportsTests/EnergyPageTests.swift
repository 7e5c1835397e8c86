import Foundation
import Testing
import YobanSimulatedOS

/// docs/energy.md lists the figures of the policy.
@Suite struct EnergyPageTests {
  private struct Line: Hashable {
    var name: String
    var value: String
    var grade: String
    var rule: String
  }

  @Test func `the page has each figure with its value, grade and rule, in the same order`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/energy.md"), encoding: .utf8)
    let row = /\| (.+) \| (.+) \| (\w+) \| \[(EN\d)\]\(rules\/energy\.md#(en\d)\) \| .+ \|/
    let lines = page.split(separator: "\n").compactMap { line -> Line? in
      guard let match = String(line).wholeMatch(of: row) else { return nil }
      #expect(match.4.lowercased() == match.5)
      return Line(
        name: String(match.1), value: String(match.2), grade: String(match.3),
        rule: String(match.4))
    }
    let facts = PlatformFacts.table(of: .iOS).filter { $0.section == "Energy" }.map {
      Line(
        name: $0.name, value: "\($0.entries[0].value)", grade: $0.entries[0].grade.rawValue,
        rule: $0.rule)
    }
    #expect(facts.count > 30)
    #expect(lines == facts)
  }
}
