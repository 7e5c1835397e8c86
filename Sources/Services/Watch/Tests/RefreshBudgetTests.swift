import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanWatch

/// The schedule of background refreshes, without the simulator.
@Suite struct RefreshBudgetTests {
  private static let policy = WatchPolicy(watchOS: 10, .series9)

  /// The app's place, the last refresh and the requested date in minutes, and when it may run.
  static let refreshes: [(place: RefreshBudget.Place?, last: Double?, wish: Double, due: Double?)] =
    [
      (nil, nil, 10, nil), (.complication, nil, 10, 10), (.dock, nil, 10, 10),
      (.complication, 5, 10, 20), (.complication, 5, 60, 60), (.dock, 5, 10, 65),
      (.dock, 5, 120, 120), (nil, 5, 120, nil),
    ]

  @Test(arguments: refreshes.indices)
  func `a refresh waits for its date and for the budget of its app's place (WK9)`(_ row: Int) {
    let (place, last, wish, due) = Self.refreshes[row]
    var budget = RefreshBudget()
    if let last {
      budget.request(at(last * 60))
      budget.run(at: at(last * 60))
    }
    #expect(budget.due(place, Self.policy) == nil, "nothing is asked for")
    budget.request(at(9_999_999))
    budget.request(at(wish * 60))
    #expect(budget.due(place, Self.policy) == due.map { at($0 * 60) })
  }
}
