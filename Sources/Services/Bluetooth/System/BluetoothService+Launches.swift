import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The effects on Bluetooth of launches and terminations of an app, and of reboots: BT8, BT9, BT24
/// to BT28.
extension BluetoothService {
  func enteredForeground(_ app: InstalledApp) {
    for session in sessions where session.app === app && session.process != nil {
      session.deliverHeld()
    }
    appStateChanged(app)
  }

  func enteredBackground(_ app: InstalledApp) { appStateChanged(app) }

  /// Called when the app starts or stops running: this decides how often a pending connect listens.
  func runningChanged(_ app: InstalledApp) { appStateChanged(app) }

  /// Called when the screen may have been lit or gone dark: background scans receive more while it
  /// is lit (BT6).
  func screenMayHaveChanged() {
    guard receivesOverflow != receivedOverflow else { return }
    receivedOverflow = receivesOverflow
    for session in centrals { session.screenChanged() }
  }

  private func appStateChanged(_ app: InstalledApp) {
    for session in sessions where session.app === app { session.appStateChanged() }
  }

  // MARK: Process termination

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    let interruption: BluetoothInterruption?
    switch reason {
    case .jetsam, .crash, .killed, .system, .updated: interruption = .removedFromMemory
    case .forceQuit: interruption = .forceQuit
    case .reboot, .batteryEmpty: interruption = .reboot
    case .uninstalled: interruption = nil
    }
    for session in sessions where session.process === process {
      if let interruption, isRestorable(session, after: interruption) {
        session.preserve()
        // A kept session listens only as often as a background scan.
        session.appStateChanged()
      } else {
        if interruption == .forceQuit, session.restoreIdentifier != nil, session.hasPendingRequests
        {
          process.report(.forceQuitEndsRestoration)
        }
        session.close()
      }
    }
  }

  private func isRestorable(
    _ session: RoleSession, after interruption: BluetoothInterruption
  ) -> Bool {
    session.restoreIdentifier != nil && session.hasBackgroundMode && session.hasPendingRequests
      && policy.relaunches(
        after: interruption, hasSetUpAccessory: hasSetUpAccessory(session.app))
  }

  package func appDeleted(_ app: InstalledApp) {
    for session in sessions where session.app === app { session.close() }
    alertBudgets.removeAll { $0.app === app }
  }

  // MARK: Relaunch

  /// Whether an event may wake or launch the app, given its Background App Refresh setting.
  func mayWake(_ app: InstalledApp) -> Bool {
    !policy.refreshOffStopsWakes || device.mayLaunchInBackground(app)
  }

  /// Launches the app for an event of a manager that the system keeps for it (BT25).
  func relaunch(_ app: InstalledApp) {
    guard app.needsLaunch, !isDown else { return }
    let kept = sessions.filter { $0.app === app && $0.process == nil }
    device.launch(
      app,
      .bluetooth(
        centrals: kept.filter { $0.role == .central }.compactMap(\.restoreIdentifier),
        peripherals: kept.filter { $0.role == .peripheral }.compactMap(\.restoreIdentifier)))
    guard let process = app.process else { return }
    grantWake(process)
    // Runs after the launch callbacks, which are already on this queue.
    process.process.onMain { [weak self] in self?.launchCallbacksReturned(process) }
  }

  /// Called after didFinishLaunching has returned. A manager that was not created by now loses its
  /// events.
  private func launchCallbacksReturned(_ process: AppProcess) {
    for session in sessions where session.app === process.app && session.process == nil {
      if session.dropHeld() {
        process.report(.restorationMissingOrLate(session.restoreIdentifier ?? ""))
      }
    }
  }

  /// Whether the user has set up an accessory for the app (BT27, iOS 26).
  func hasSetUpAccessory(_ app: InstalledApp) -> Bool {
    device.services.contains { $0.chosenPeers(of: app)?.isEmpty == false }
  }

  // MARK: Reboot

  package func deviceWentDown() {
    isDown = true
    for session in sessions { session.suspendRadio() }
    role.radioWentOff()
    role.advertisingChanged()
  }

  /// Called when the device has booted and, if it has a passcode, was unlocked (BT27, L17).
  package func deviceWasUnlocked() {
    isDown = false
    for session in sessions { announce(to: session) }
    for session in centrals { session.refreshAll() }
    role.advertisingChanged()
    reportEnergy()
  }
}
