import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedDevices
import YobanSimulatedOS
@testable import YobanAppleSystem

@Suite struct WatchBudgetTests {
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

  @Test
  func `five Bluetooth alerts are allowed in any 24 h, with a warning at the fourth (WK10)`() {
    var budget = BluetoothAlertBudget(limit: 5, window: .seconds(24 * 3600))
    let day = (0..<5).map { budget.use(at: at(Double($0) * 3600)) }
    #expect(day == [.allowed, .allowed, .allowed, .near, .allowed])
    #expect(budget.use(at: at(6 * 3600)) == .exceeded)
    #expect(budget.use(at: at(7 * 3600)) == .silent)
    // The first of them is a day old, so one is available again.
    #expect(budget.use(at: at(24 * 3600 - 1)) == .silent)
    #expect(budget.use(at: at(24 * 3600)) == .allowed)
    #expect(budget.use(at: at(24 * 3600 + 1)) == .exceeded)
  }

  @Test func `background scans use the same budget (WK10)`() {
    var budget = BluetoothAlertBudget(limit: 5, window: .seconds(24 * 3600))
    #expect((0..<3).map { budget.scan(at: at(Double($0))) } == [true, true, true])
    #expect(budget.use(at: at(3)) == .near)
    #expect(budget.scan(at: at(4)) == true)
    #expect(budget.scan(at: at(5)) == false)
    // A scan that was refused does not notify the app. The next value still does.
    #expect(budget.use(at: at(6)) == .exceeded)
    #expect(budget.scan(at: at(24 * 3600)) == true)
  }

  @Test func `a launch by the user restores all alerts (WK10)`() {
    var budget = BluetoothAlertBudget(limit: 5, window: .seconds(24 * 3600))
    for second in 0..<6 { _ = budget.use(at: at(Double(second))) }
    budget.reset()
    #expect((6..<11).map { budget.use(at: at(Double($0))) }.last == .allowed)
    #expect(budget.use(at: at(11)) == .exceeded)
  }

  @Test func `before watchOS 9 there are no alerts (WK10)`() {
    #expect(WatchPolicy(watchOS: 8, .series6).bluetoothAlerts == 0)
    var budget = BluetoothAlertBudget(limit: 0, window: .seconds(60))
    #expect(budget.use(at: at(0)) == .exceeded)
  }
}
