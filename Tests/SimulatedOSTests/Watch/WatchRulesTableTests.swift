import Testing

/// `docs/watch-rules.md` says which tests keep which rule; these keep it true.
@Suite struct WatchRulesTableTests {
  private static let page = RulesPage("watch-rules.md")

  @Test func `every rule has a row, and every row four cells`() throws {
    let rows = try Self.page.rows()
    // WK7, WK8 and WK11 are the sensors' and the battery's.
    let rules = (1...11).filter { ![7, 8, 11].contains($0) }.map { "WK\($0)" }
    #expect(rows.map { $0[0] }.filter { rules.contains($0) } == rules)
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws { try Self.page.checkTests() }
}
