import VirtualTime

/// The timely Bluetooth alerts and background scans of one watch app (WK10). Pure.
///
/// Five in a rolling day; a launch by the user gives them all back.
struct BluetoothAlertBudget: Equatable {
  enum Outcome: Equatable {
    case allowed
    /// One more is left: the app hears leGattNearBackgroundNotificationLimit.
    case near
    /// None was left: the app hears leGattExceededBackgroundNotificationLimit, and nothing more until
    /// there is room.
    case exceeded
    /// None is left, and the app has heard so.
    case silent
  }

  let limit: Int
  let window: Duration
  private var used: [VirtualInstant] = []
  private var hasToldExceeded = false

  init(limit: Int, window: Duration) {
    self.limit = limit
    self.window = window
  }

  /// A scan in background found something. Returns whether the app hears of it.
  mutating func scan(at now: VirtualInstant) -> Bool { takeRoom(at: now) }

  private mutating func takeRoom(at now: VirtualInstant) -> Bool {
    used.removeAll { $0 + window <= now }
    guard used.count < limit else { return false }
    hasToldExceeded = false
    used.append(now)
    return true
  }

  /// Something happened that would wake the app.
  mutating func use(at now: VirtualInstant) -> Outcome {
    guard takeRoom(at: now) else {
      defer { hasToldExceeded = true }
      return hasToldExceeded ? .silent : .exceeded
    }
    return limit - used.count == 1 ? .near : .allowed
  }

  /// The user opened the app.
  mutating func reset() {
    used = []
    hasToldExceeded = false
  }
}

/// The alerts of one app.
struct BluetoothAlertRecord {
  let app: InstalledApp
  var budget: BluetoothAlertBudget
  /// When the user had opened the app last as the budget was whole.
  var lastOpened: VirtualInstant?
}

extension WatchService {
  /// A peripheral has news for an app that is not in front: whether it may be woken for it (WK10).
  func useBluetoothAlert(_ app: InstalledApp) -> BluetoothAlertBudget.Outcome {
    let i = bluetoothBudget(of: app)
    return bluetoothBudgets[i].budget.use(at: now)
  }

  /// A scan of an app that is not in front has found something: whether it may be woken for it (WK10).
  func useBackgroundScan(_ app: InstalledApp) -> Bool {
    let i = bluetoothBudget(of: app)
    return bluetoothBudgets[i].budget.scan(at: now)
  }

  /// Where the budget of an app is, whole again if the user has opened the app.
  private func bluetoothBudget(of app: InstalledApp) -> Int {
    if !bluetoothBudgets.contains(where: { $0.app === app }) {
      bluetoothBudgets.append(
        BluetoothAlertRecord(
          app: app,
          budget: BluetoothAlertBudget(
            limit: policy.bluetoothAlerts, window: policy.bluetoothAlertWindow),
          lastOpened: app.lastOpened))
    }
    let i = bluetoothBudgets.firstIndex { $0.app === app }!
    // That the wrist brought the app in front again gives nothing back.
    if bluetoothBudgets[i].lastOpened != app.lastOpened {
      bluetoothBudgets[i].lastOpened = app.lastOpened
      bluetoothBudgets[i].budget.reset()
    }
    return i
  }
}
