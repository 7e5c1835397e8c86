import Testing

/// `docs/location-rules.md` says which tests keep which rule; these keep it true.
@Suite struct LocationRulesTableTests {
  private static let page = RulesPage("location-rules.md")

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.page.rows()
    let rules =
      (1...16).map { "BC\($0)" } + (1...10).map { "LOC\($0)" }
      + ["L8", "L12", "L13", "L14", "L16", "L17", "L18", "L19"]
    #expect(rows.map { $0[0] } == rules)
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws {
    try Self.page.checkTests()
  }

  @Test func `a row is reported that names no test of its rule`() {
    let sources = ["File": "@Test func `it works (BC1, BC12)`() {} @Test func `so does this`() {}"]
    func problems(_ tests: String, of rule: String = "BC1") -> [String] {
      RulesPage.problems(of: [[rule, "what", tests, "none"]], in: sources)
    }
    #expect(problems("`File`: it works") == [])
    #expect(problems("`File`: so does this<br>`File`: it works", of: "BC12") == [])
    #expect(problems("`File`: it works", of: "BC2") == ["BC2: none of its tests names it"])
    #expect(problems("`File`: so does this") == ["BC1: none of its tests names it"])
    #expect(problems("`File`: it") == ["BC1: File has no test \"it\""])
    #expect(problems("`Other`: it works") == ["BC1: there is no Other.swift"])
    #expect(problems("it works") == ["BC1: it works"])
  }
}
