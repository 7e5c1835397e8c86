import Foundation

/// What wakes an app of a watch that is not in front: values of subscribed characteristics, and what a
/// scan for services finds (WK10). Both share one budget.
extension CentralSession {
  /// Whether the app is one that gets such alerts.
  var getsAlerts: Bool {
    service.device.profile.platform == .watchOS && namesBackgroundMode
      && service.device.watch.policy.bluetoothAlerts > 0
  }

  private var needsAlert: Bool {
    getsAlerts && !app.isInFront && process?.isInBackground == true && !isKeptRunning
  }

  /// A peripheral sent a value. On a watch it wakes a suspended app with a
  /// `WKBluetoothAlertRefreshBackgroundTask` as long as its budget lasts, and tells it of the budget
  /// in the error.
  func deliverNotification(
    of peer: PeerIdentifier, _ handle: AttributeHandle, _ value: Data
  ) {
    func event(_ error: BluetoothError?) -> CentralEvent { .peer(peer, .value(handle, value, error)) }
    guard needsAlert else { return deliver(event(nil), .event) }
    switch service.device.watch.useBluetoothAlert(app) {
    case .allowed: alert(event(nil))
    case .near: alert(event(.core(.leGattNearBackgroundNotificationLimit)))
    case .exceeded: alert(event(.core(.leGattExceededBackgroundNotificationLimit)))
    case .silent: deliver(event(nil), .event)
    }
  }

  /// Uses an alert for what a scan is about to find, if it needs one. Returns false, and reports it once
  /// for each scan, where none is left: then nothing is found.
  func useAlertForDiscovery() -> Bool {
    guard needsAlert, !service.device.watch.useBackgroundScan(app) else { return true }
    if !hasReportedBudget { report(.backgroundScanBeyondBudget) }
    hasReportedBudget = true
    return false
  }

  /// A scan has found something.
  func deliverDiscovery(_ event: CentralEvent) {
    if needsAlert { alert(event) } else { deliver(event, .event) }
  }

  private func alert(_ event: CentralEvent) {
    // Before the task, which the app may complete at once.
    run { [weak self] in self?.receiver?.received(event) }
    service.device.watch.wake(app, for: .bluetoothAlert)
  }
}
