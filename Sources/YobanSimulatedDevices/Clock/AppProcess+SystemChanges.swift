/// The announcements of changes of the time, the time zone and the locale to an app (TM1 to TM3):
/// notifications of Foundation when it runs next; that of UIKit for a significant change of the time, with
/// the call of its delegate, when it is in the foreground next.
extension AppProcess {
  func announce(_ change: SystemChange) {
    guard !isPrewarmed else { return }
    if systemChanges.pending == nil {
      notify { [self] receiver in
        guard let change = systemChanges.pending else { return }
        systemChanges.pending = nil
        receiver.systemChanged(change)
      }
    }
    systemChanges.pending = (systemChanges.pending ?? SystemChange()).adding(change)
    guard change.isOfTime else { return }
    if systemState == .suspended {
      systemChanges.isSignificantPending = true
    } else {
      notify { $0.significantTimeChange() }
    }
  }

  /// Announces a significant change for the changes of the time that came while the app was suspended, once.
  func deliverSignificantTimeChange() {
    guard systemChanges.isSignificantPending else { return }
    systemChanges.isSignificantPending = false
    notify { $0.significantTimeChange() }
  }
}

/// The changes that were not announced to a process yet.
struct PendingSystemChanges {
  var pending: SystemChange?
  /// Whether the call of the delegate waits until the app is in the foreground.
  var isSignificantPending = false
}
