import Testing

/// `docs/android-rules.md` says which tests keep which rule; these keep it true.
@Suite struct AndroidRulesTableTests {
  private static let page = RulesPage("android-rules.md")

  @Test func `every rule has a row, in order, and every row four cells`() throws {
    let rows = try Self.page.rows()
    let numbers = rows.compactMap { Int($0[0].dropFirst(2)) }
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == rows.count)
    #expect(Set(numbers) == Set(1...18))
    #expect(rows.allSatisfy { $0.count == 4 && $0.allSatisfy { !$0.isEmpty } })
  }

  @Test func `every test that a rule names exists`() throws { try Self.page.checkTests() }
}
