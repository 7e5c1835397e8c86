import Testing

/// `docs/job-rules.md` says which tests keep which rule; these keep it true.
@Suite struct JobRulesTableTests {
  private static let page = RulesPage("job-rules.md")

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.page.rows()
    let rules =
      (5...19).map { "L\($0)" } + (1...8).map { "BG\($0)" } + (1...7).map { "FT\($0)" }
    #expect(rows.map { $0[0] } == rules)
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws { try Self.page.checkTests() }
}
