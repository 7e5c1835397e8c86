import Testing
import YobanVirtualTime

@testable import YobanExperiments

/// Tests that the comparison of rows detects every kind of difference.
@Suite struct RowComparisonTests {
  private static func row(_ second: Int64, _ text: String, _ state: String? = nil) -> Row {
    Row(instant: .start + .seconds(second), text: text, state: state)
  }

  private static let expected: [ExpectedRow] = [
    .init("didConnect", "background"), .ticks(2...3),
    .init("(suspended)", after: .zero...(.seconds(1))),
  ]
  private static let good = [
    row(0, "didConnect", "background"), row(1, "tick 0"), row(2, "tick 1"), row(3, "(suspended)"),
  ]

  private static func difference(_ rows: [Row]) -> String? {
    var comparison = RowComparison(rows)
    return comparison.difference(from: expected)
  }

  @Test func `rows that match the expectation have no difference`() {
    #expect(Self.difference(Self.good) == nil)
    var longer = Self.good
    longer.insert(Self.row(3, "tick 2"), at: 3)
    #expect(Self.difference(longer) == nil)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout [Row]) -> Void
    /// Text that the message must contain.
    var message: String
  }

  @Test(arguments: [
    Change(testDescription: "missing row", change: { $0.removeFirst() }, message: "row 1"),
    Change(testDescription: "wrong state", change: { $0[0].state = "active" }, message: "[active]"),
    Change(testDescription: "no state", change: { $0[0].state = nil }, message: "didConnect"),
    Change(testDescription: "too few ticks", change: { $0.remove(at: 2) }, message: "found 1"),
    Change(
      testDescription: "too many ticks",
      change: { $0.insert(contentsOf: [row(3, "tick 2"), row(4, "tick 3")], at: 3) },
      message: "found 4"),
    Change(
      testDescription: "a tick that is not the next", change: { $0[2].text = "tick 2" },
      message: "tick 2"),
    Change(
      testDescription: "a tick too late", change: { $0[2].instant = $0[2].instant + .seconds(1) },
      message: "a second after"),
    Change(
      testDescription: "too late", change: { $0[3].instant = $0[3].instant + .seconds(1) },
      message: "came 2"),
    Change(
      testDescription: "one more row", change: { $0.append(row(9, "didDisconnect")) },
      message: "was not expected: didDisconnect"),
    Change(testDescription: "nothing", change: { $0 = [] }, message: "is missing"),
  ])
  func `every difference is found and described`(_ change: Change) throws {
    var rows = Self.good
    change.change(&rows)
    let difference = try #require(Self.difference(rows))
    #expect(difference.contains(change.message), "\(difference)")
  }

  @Test func `counter rows continue from the number where they stopped`() {
    var comparison = RowComparison([
      Self.row(1, "tick 0"), Self.row(2, "(suspended)"), Self.row(9, "tick 1"),
    ])
    #expect(
      comparison.difference(from: [.ticks(1...1), .init("(suspended)"), .ticks(1...1)]) == nil)
  }

  private static let ranged: [ExpectedRow] = [
    .eachSecond("didRange 1", "background", 2...3), .init("(suspended)"),
  ]

  @Test(
    arguments: [
      ("as expected", [1, 2], "background", nil),
      ("too few", [1], "background", "found 1"),
      ("too many", [1, 2, 3, 4], "background", "found 4"),
      ("not a second apart", [1, 3], "background", "a second after"),
      ("another state", [1, 2], "active", "found 0"),
    ] as [(String, [Int64], String, String?)])
  func `a row that repeats every second is counted`(
    _ name: String, _ seconds: [Int64], _ state: String, _ message: String?
  ) {
    var comparison = RowComparison(
      seconds.map { Self.row($0, "didRange 1", state) } + [Self.row(9, "(suspended)")])
    let difference = comparison.difference(from: Self.ranged)
    #expect(difference == nil ? message == nil : difference!.contains(message ?? "nothing"))
  }
}
