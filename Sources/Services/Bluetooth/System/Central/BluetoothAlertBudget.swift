import YobanWatch
import YobanSimulatedDevices
import YobanVirtualTime

/// The budget of one watch app for timely Bluetooth alerts and background scans (WK10). It has no
/// side effects.
///
/// The budget is five in a rolling day. A launch by the user resets it.
struct BluetoothAlertBudget: Equatable {
  enum Outcome: Equatable {
    case allowed
    /// Allowed, and one more is left: the app receives the error
    /// leGattNearBackgroundNotificationLimit.
    case near
    /// The budget is used up: the app receives the error leGattExceededBackgroundNotificationLimit,
    /// and nothing more until there is room again.
    case exceeded
    /// The budget is used up, and the app was already notified of that.
    case silent
  }

  let limit: Int
  let window: Duration
  private var used: [VirtualInstant] = []
  private var hasReportedExceeded = false

  init(limit: Int, window: Duration) {
    self.limit = limit
    self.window = window
  }

  /// Handles a result of a background scan. Returns whether it is delivered to the app.
  mutating func scan(at now: VirtualInstant) -> Bool { takeRoom(at: now) }

  private mutating func takeRoom(at now: VirtualInstant) -> Bool {
    used.removeAll { $0 + window <= now }
    guard used.count < limit else { return false }
    hasReportedExceeded = false
    used.append(now)
    return true
  }

  /// Handles an event that would wake the app.
  mutating func use(at now: VirtualInstant) -> Outcome {
    guard takeRoom(at: now) else {
      defer { hasReportedExceeded = true }
      return hasReportedExceeded ? .silent : .exceeded
    }
    return limit - used.count == 1 ? .near : .allowed
  }

  /// Resets the budget, because the user opened the app.
  mutating func reset() {
    used = []
    hasReportedExceeded = false
  }
}

/// The Bluetooth alert budget of one app.
struct BluetoothAlertRecord {
  let app: InstalledApp
  var budget: BluetoothAlertBudget
  /// The value of `app.lastOpened` when the budget was last reset.
  var lastOpened: VirtualInstant?
}

extension BluetoothService {
  /// Returns whether a peripheral's event may wake an app that is not in front (WK10).
  func useBluetoothAlert(_ app: InstalledApp) -> BluetoothAlertBudget.Outcome {
    let i = bluetoothBudget(of: app)
    return alertBudgets[i].budget.use(at: now)
  }

  /// Returns whether a scan result may wake an app that is not in front (WK10).
  func useBackgroundScan(_ app: InstalledApp) -> Bool {
    let i = bluetoothBudget(of: app)
    return alertBudgets[i].budget.scan(at: now)
  }

  /// Returns the index of an app's budget. Resets the budget first if the user opened the app since
  /// then.
  private func bluetoothBudget(of app: InstalledApp) -> Int {
    let policy = watch?.policy(WatchPolicy.self)
    if !alertBudgets.contains(where: { $0.app === app }) {
      alertBudgets.append(
        BluetoothAlertRecord(
          app: app,
          budget: BluetoothAlertBudget(
            limit: policy?.bluetoothAlerts ?? 0, window: policy?.bluetoothAlertWindow ?? .zero),
          lastOpened: app.lastOpened))
    }
    let i = alertBudgets.firstIndex { $0.app === app }!
    // A raised wrist that brings the app to the front again does not reset the budget.
    if alertBudgets[i].lastOpened != app.lastOpened {
      alertBudgets[i].lastOpened = app.lastOpened
      alertBudgets[i].budget.reset()
    }
    return i
  }
}
