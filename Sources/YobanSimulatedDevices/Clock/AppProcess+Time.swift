/// The announcements of changes of the time to an app (TM1): notifications when it runs next, and the call
/// of its delegate when it is in the foreground next.
extension AppProcess {
  func timeChanged(_ change: TimeChange) {
    guard !isPrewarmed else { return }
    if timeChanges.pending == nil {
      notify { [self] receiver in
        guard let change = timeChanges.pending else { return }
        timeChanges.pending = nil
        receiver.timeChanged(clockWasSet: change.clockWasSet, dayChanged: change.dayChanged)
      }
    }
    timeChanges.pending = (timeChanges.pending ?? TimeChange()).adding(change)
    if systemState == .suspended {
      timeChanges.isSignificantPending = true
    } else {
      notify { $0.significantTimeChange() }
    }
  }

  /// Calls the delegate for the changes that came while the app was suspended, once.
  func deliverSignificantTimeChange() {
    guard timeChanges.isSignificantPending else { return }
    timeChanges.isSignificantPending = false
    notify { $0.significantTimeChange() }
  }
}

/// A change of the time that the system announces to apps.
struct TimeChange: Equatable {
  var clockWasSet = false
  var dayChanged = false

  /// The change that is announced to a suspended app when it continues: one for several (TM1).
  func adding(_ other: TimeChange) -> TimeChange {
    TimeChange(
      clockWasSet: clockWasSet || other.clockWasSet, dayChanged: dayChanged || other.dayChanged)
  }
}

/// The changes that a process has not been told of.
struct PendingTimeChanges {
  var pending: TimeChange?
  /// Whether the call of the delegate waits until the app is in the foreground.
  var isSignificantPending = false
}
