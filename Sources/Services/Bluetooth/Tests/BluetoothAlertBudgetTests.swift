import Testing
import YobanPlatformProfiles
import YobanTesting

@testable import YobanBluetooth

@Suite struct BluetoothAlertBudgetTests {
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
