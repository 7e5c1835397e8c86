import Testing
import YobanSimulatedDevices
import YobanVirtualTime

/// A limit on what happens within a time, as a table of minutes.
@Suite struct RollingBudgetTests {
  @Test func `a budget counts the uses of the last hour (LA6, LA7, FT6)`() {
    var budget = RollingBudget.hourly
    let minutes = [0, 10, 20, 59, 60, 61, 70, 70]
    let taken = minutes.map { budget.take(limit: 3, at: Self.minute($0)) }
    #expect(taken == [true, true, true, false, true, false, true, false])
    #expect(budget.nextUse(limit: 3, at: Self.minute(70)) == Self.minute(80))
    #expect(budget.nextUse(limit: 4, at: Self.minute(70)) == nil)
  }

  @Test func `a limit of zero allows nothing, at no time`() {
    var budget = RollingBudget.hourly
    let isTaken = budget.take(limit: 0, at: .start)
    #expect(!isTaken)
    #expect(budget.nextUse(limit: 0, at: .start) == nil)
  }

  private static func minute(_ minute: Int) -> VirtualInstant { .start + .seconds(minute * 60) }
}
