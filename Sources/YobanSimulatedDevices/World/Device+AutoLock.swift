import YobanVirtualTime

// Auto-lock: the device locks itself when it is not touched for some time.
extension Device {
  /// Restarts the time until the device locks itself, because the user touched it.
  func touched() {
    if let autoLockAlarm { world.simulation.cancel(autoLockAlarm) }
    autoLockAlarm = nil
    guard let autoLock, isScreenOn else { return }
    autoLockAlarm = world.simulation.schedule(at: world.now + autoLock) { [weak self] in
      self?.autoLockIsDue()
    }
  }

  private func autoLockIsDue() {
    autoLockAlarm = nil
    guard isUp, isScreenOn else { return }
    let keepsScreenOn = apps.contains { $0.isFrontmost && $0.process?.keepsScreenOn == true }
    if keepsScreenOn { return touched() }
    post(.power("locks itself"))
    for app in apps where app.isFrontmost { app.process?.leave() }
    darkenScreen()
    protection.lockDevice()
  }
}
