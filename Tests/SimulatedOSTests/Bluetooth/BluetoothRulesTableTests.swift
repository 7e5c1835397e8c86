import Testing

/// `docs/bluetooth-rules.md` says which tests keep which rule; these keep it true.
@Suite struct BluetoothRulesTableTests {
  private static let page = RulesPage("bluetooth-rules.md")

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.page.rows()
    let rules = (1...29).map { "BT\($0)" } + ["L8", "L12", "L13", "L16", "L17", "L18", "L19"]
    #expect(rows.map { $0[0] } == rules)
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws {
    try Self.page.checkTests()
  }
}
