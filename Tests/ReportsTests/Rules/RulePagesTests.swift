import Foundation
import Testing
import YobanSimulatedOS

@testable import YobanReports

/// Tests that `docs/rules` matches the sources and the tests, and that every code has a rule.
@Suite struct RulePagesTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the pages are up to date with the output of scripts/rule-pages`() throws {
    let pages = try RulePages.ofRepository(at: Self.root).pages()
    let folder = Self.root.appending(path: "docs/rules")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files.filter { $0 != "audit.tsv" } == pages.keys.sorted())
    for (name, text) in pages.sorted(by: { $0.key < $1.key }) {
      let found = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(found == text, "docs/rules/\(name) is out of date: run scripts/rule-pages")
    }
  }

  @Test func `each rule was checked once, and says with which source`() throws {
    let audits = try RuleAudit.read(
      String(contentsOf: Self.root.appending(path: "docs/rules/audit.tsv"), encoding: .utf8))
    #expect(audits.map(\.code).sorted() == RuleBook.rules.map(\.code).sorted())
    for audit in audits {
      #expect(audit.verdict == .unconfirmed || !audit.title.isEmpty, "\(audit.code)")
      #expect(audit.address.isEmpty || audit.address.hasPrefix("http"), "\(audit.code)")
      #expect(audit.date.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil, "\(audit.code)")
    }
  }

  @Test(arguments: [
    ("", "line 1"), ("rule\tverdict\n", "line 1"),
    ("rule\tverdict\tdate\tsource\tby\taddress\tnote\nL1\tconfirmed\n", "line 2: 2 columns"),
    (
      "rule\tverdict\tdate\tsource\tby\taddress\tnote\nL1\tright\t\t\t\t\t\n", "right is no verdict"
    ),
  ])
  func `a table of checks that cannot be read is refused with its line`(text: String, says: String)
  {
    #expect { try RuleAudit.read(text) } throws: { "\($0)".contains(says) }
  }

  /// A rule with one article as its only source must not end or harm a correct app: somebody has to say why not.
  @Test
  func `each rule that one article measured was examined, and two behaviors exist if it harms`() {
    #expect(Set(RulePages.measuredOnce.map(\.code)) == Set(RulePages.reasons.keys))
    for rule in RulePages.measuredOnce {
      let harms = RulePages.reasons[rule.code]?.hasPrefix("would ") ?? false
      #expect((rule.choice != nil) == harms, "\(rule.code)")
    }
  }

  /// Returns the texts of the given kinds below some folders, by path.
  private static func texts(_ folders: [String], _ kinds: Set<String>) throws -> [String: String] {
    var texts: [String: String] = [:]
    for folder in folders {
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard kinds.contains(file.pathExtension), !file.path.contains("/.build") else { continue }
        texts[file.path.replacing(root.path + "/", with: "")] = try String(
          contentsOf: file, encoding: .utf8)
      }
    }
    return texts
  }

  @Test func `every code in sources, tests and documents has a rule`() throws {
    let known = Set(RuleBook.rules.map(\.code))
    let sources = try Self.texts(
      ["Sources", "Tests", "Examples", "Benchmarks/Sources"], ["swift", "c", "h"])
    let documents = try Self.texts(["docs"], ["md"])
    #expect(sources.count > 500 && documents.count > 20)
    for (path, text) in sources.merging(documents, uniquingKeysWith: { $1 }) {
      #expect(RulePages.codes(in: text).subtracting(known).sorted() == [], "\(path)")
    }
  }

  @Test func `every rule has a test that names it`() throws {
    let tests = try RuleTestIndex(ofRepository: Self.root)
    #expect(RuleBook.rules.map(\.code).filter { tests.tests(of: $0).isEmpty } == [])
  }

  @Test func `the rule codes of a test are those at the end of its name`() {
    let index = RuleTestIndex([
      "Suite": """
      @Test func `one thing (BT9, L7)`() {}
      @Test(arguments: [1])
      func `another (of many) (BT9)`(_ number: Int) {}
      func `none (here)`() {}
      """
    ])
    #expect(index.tests(of: "BT9").map(\.name) == ["one thing", "another (of many)"])
    #expect(index.tests(of: "L7").map(\.suite) == ["Suite"])
    #expect(index.codes == ["BT9", "L7"])
  }

  // MARK: Required content of a rule

  @Test(arguments: RuleBook.rules)
  func `a rule has a statement, a confidence and its sources`(_ rule: PlatformRule) {
    check(rule.statement, of: rule.code)
    #expect(!rule.versions.isEmpty && !rule.simulated.isEmpty)
    #expect(rule.grade == .assumed || !rule.sources.isEmpty, "\(rule.code) has no source")
    #expect(rule.grade != .measured || Self.hasArticle(rule.sources), "\(rule.code)")
    for detail in rule.details {
      check(detail.statement, of: rule.code)
      let sources = detail.sources.isEmpty ? rule.sources : detail.sources
      #expect(detail.grade == .assumed || !sources.isEmpty, "\(rule.code): \(detail.statement)")
      #expect(
        detail.grade != .measured || Self.hasArticle(sources), "\(rule.code): \(detail.statement)")
    }
  }

  private static func hasArticle(_ sources: [RuleSource]) -> Bool {
    sources.contains { if case .article = $0 { true } else { false } }
  }

  private func check(_ sentence: String, of code: String) {
    #expect(sentence.hasSuffix(".") || sentence.hasSuffix(".)"), "\(code): \(sentence)")
    #expect(sentence.count >= 20, "\(code): \(sentence)")
    let own = sentence.firstMatch(of: /\b(hears?|is told|anew|a person|the person)\b/)
    #expect(own == nil, "\(code) uses an unclear word: \(sentence)")
  }

  @Test func `codes are unique, and in ascending order within a topic`() {
    let codes = RuleBook.rules.map(\.code)
    #expect(Set(codes).count == codes.count)
    for topic in RuleTopic.all {
      // A topic may have several series of codes, such as NW1, NW2 and MO1.
      let series = Dictionary(grouping: RuleBook.rules(of: topic).map(\.code)) {
        $0.prefix { $0.isLetter }
      }
      for (letters, codes) in series {
        let numbers = codes.map { Int($0.dropFirst(letters.count)) ?? 0 }
        #expect(numbers == numbers.sorted() && !numbers.contains(0), "\(topic.title) \(letters)")
      }
    }
  }

  @Test(arguments: ["BT9", "bt9"]) func `a rule is found by its code`(_ code: String) {
    #expect(RuleBook.rule(code)?.code == "BT9")
    #expect(RuleBook.rule(code)?.place == "docs/rules/bluetooth.md#bt9")
    #expect(RuleBook.rule("no rule") == nil)
  }

  @Test func `a finding prints the sentence of its rule and where to read more`() {
    let finding = Finding(.bgtaskLeaked, rule: .bg4, what: "Never ended.", remedy: "End it.")
    let sentence = RuleBook.rule("BG4")!.statement
    #expect(
      finding.description
        == "bgtask.leaked (BG4): Never ended. End it. BG4: \(sentence) (docs/rules/background-tasks.md#bg4)"
    )
    #expect(finding.summary == "bgtask.leaked (BG4): Never ended. End it.")
  }

  @Test(arguments: RuleBook.rules)
  func `a rule for a terminal is at most 100 columns wide`(_ rule: PlatformRule) {
    let lines = RuleText(rule).text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("\(rule.code)  "))
    #expect(lines.allSatisfy { $0.count <= 100 || !$0.dropFirst(14).contains(" ") })
  }
}
