import Foundation
import YobanWatch
import YobanSimulatedRadio

/// Alerts that wake a watch app in the background: for values of subscribed characteristics, and
/// for peripherals that a scan for services finds (WK10). Both share one budget.
extension CentralSession {
  /// Whether the app can receive such alerts.
  var getsAlerts: Bool {
    guard let watch = service.watch else { return false }
    return namesBackgroundMode && watch.policy(WatchPolicy.self).bluetoothAlerts > 0
  }

  private var needsAlert: Bool {
    getsAlerts && !app.isInFront && process?.isInBackground == true && !isKeptRunning
  }

  /// Delivers a value that a peripheral sent. On a watch it wakes a suspended app with a
  /// `WKBluetoothAlertRefreshBackgroundTask` as long as the budget lasts. The error of the event
  /// says whether the budget is near its end or exceeded.
  func deliverNotification(
    of peer: PeerIdentifier, _ handle: AttributeHandle, _ value: Data
  ) {
    func event(_ error: BluetoothError?) -> CentralEvent {
      .peer(peer, .value(handle, value, error))
    }
    guard needsAlert else { return deliver(event(nil), .event) }
    switch service.useBluetoothAlert(app) {
    case .allowed: alert(event(nil))
    case .near: alert(event(.core(.leGattNearBackgroundNotificationLimit)))
    case .exceeded: alert(event(.core(.leGattExceededBackgroundNotificationLimit)))
    case .silent: deliver(event(nil), .event)
    }
  }

  /// Uses an alert for the discovery that a scan is about to report, if it needs one. Returns false
  /// if no alert is left: then nothing is discovered. This is reported once for each scan.
  func useAlertForDiscovery() -> Bool {
    guard needsAlert, !service.useBackgroundScan(app) else { return true }
    if !hasReportedBudget { report(.backgroundScanBeyondBudget) }
    hasReportedBudget = true
    return false
  }

  /// Delivers a discovery of a scan.
  func deliverDiscovery(_ event: CentralEvent) {
    if needsAlert { alert(event) } else { deliver(event, .event) }
  }

  private func alert(_ event: CentralEvent) {
    // The event is delivered before the task, because the app may complete the task at once.
    run { [weak self] in self?.receiver?.received(event) }
    service.device.notifyServices { $0.contentArrived(for: app, from: .accessory) }
  }
}
