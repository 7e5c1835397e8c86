import Foundation

/// Notifications of peripherals for an app of a watch that is not in front (WK10).
extension CentralSession {
  /// A peripheral sent a value. On a watch it wakes a suspended app with a
  /// `WKBluetoothAlertRefreshBackgroundTask` as long as its budget lasts, and tells it of the budget
  /// in the error.
  func deliverNotification(
    of peer: PeerIdentifier, _ handle: AttributeHandle, _ value: Data
  ) {
    let event = CentralEvent.peer(peer, .value(handle, value, nil))
    guard service.device.profile.platform == .watchOS, let process, process.isInBackground,
      !app.isInFront, namesBackgroundMode, service.device.watch.policy.bluetoothAlerts > 0
    else { return deliver(event, .event) }
    let failure: CoreBluetoothCode?
    switch service.device.watch.useBluetoothAlert(app) {
    case .allowed: failure = nil
    case .near: failure = .leGattNearBackgroundNotificationLimit
    case .exceeded: failure = .leGattExceededBackgroundNotificationLimit
    case .silent: return deliver(event, .event)
    }
    let error = failure.map(BluetoothError.core)
    // Before the task, which the app may complete at once.
    run { [weak self] in self?.port?.received(.peer(peer, .value(handle, value, error))) }
    service.device.watch.wake(app, for: .bluetoothAlert)
  }
}
