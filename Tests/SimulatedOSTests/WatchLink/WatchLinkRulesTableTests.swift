import Testing

/// `docs/watch-link-rules.md` says which tests keep which rule; these keep it true.
@Suite struct WatchLinkRulesTableTests {
  private static let page = RulesPage("watch-link-rules.md")

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.page.rows()
    #expect(rows.map { $0[0] } == (1...8).map { "WC\($0)" } + ["L8"])
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws {
    try Self.page.checkTests()
  }
}
