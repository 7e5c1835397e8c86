import VirtualTime

/// What an app's and the device's launch mean for Bluetooth: BT8, BT9, BT24 to BT28.
extension BluetoothService {
  func enteredForeground(_ app: InstalledApp) {
    for session in sessions where session.app === app && session.process != nil {
      session.handHeld()
    }
    paceChanged(app)
  }

  func enteredBackground(_ app: InstalledApp) { paceChanged(app) }

  /// Whether code of the app runs decides how attentively a pending connect listens.
  func runningChanged(_ app: InstalledApp) { paceChanged(app) }

  /// Scans in background receive more while the screen is lit (BT6).
  func screenMayHaveChanged() {
    guard receivesOverflow != receivedOverflow else { return }
    receivedOverflow = receivesOverflow
    for session in centrals { session.screenChanged() }
  }

  private func paceChanged(_ app: InstalledApp) {
    for session in sessions where session.app === app { session.paceChanged() }
  }

  // MARK: Ends of a process

  func processEnded(_ process: AppProcess, reason: TerminationReason) {
    let interruption: BluetoothInterruption?
    switch reason {
    case .jetsam, .crash, .killed, .system: interruption = .removedFromMemory
    case .forceQuit: interruption = .forceQuit
    case .reboot, .batteryEmpty: interruption = .reboot
    case .uninstalled: interruption = nil
    }
    for session in sessions where session.process === process {
      if let interruption, isRestorable(session, after: interruption) {
        session.preserve()
        // Attention falls to that of a background scan.
        session.paceChanged()
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

  func appDeleted(_ app: InstalledApp) {
    for session in sessions where session.app === app { session.close() }
  }

  // MARK: Relaunch

  /// Whether an event may wake or launch an app at all, with its setting of Background App Refresh.
  func mayWake(_ app: InstalledApp) -> Bool {
    !policy.refreshOffStopsWakes || device.backgroundRefreshStatus(of: app) == .available
  }

  /// The system starts the app for an event of a manager that it keeps (BT25).
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
    // After the callbacks of the launch, which are on this queue already.
    process.process.onMain { [weak self] in self?.launched(process) }
  }

  /// didFinishLaunching has returned: a manager that was not made by now misses its events.
  private func launched(_ process: AppProcess) {
    for session in sessions where session.app === process.app && session.process == nil {
      if session.dropHeld() {
        process.report(.restorationMissingOrLate(session.restoreIdentifier ?? ""))
      }
    }
  }

  // MARK: AccessorySetupKit

  /// The user set an accessory up for the app in AccessorySetupKit's picker (BT27, iOS 26).
  public func setUpWithAccessorySetupKit(for app: InstalledApp) {
    accessorySetup.insert(app.definition.bundleIdentifier)
  }

  func hasSetUpAccessory(_ app: InstalledApp) -> Bool {
    accessorySetup.contains(app.definition.bundleIdentifier)
  }

  // MARK: Reboot

  func deviceWentDown() {
    isDown = true
    for session in sessions { session.suspendRadio() }
    role.radioWentOff()
    role.advertisingChanged()
  }

  /// The device has booted, and was unlocked if it has a passcode (BT27, L17).
  func deviceWasUnlocked() {
    isDown = false
    for session in sessions { announce(to: session) }
    for session in centrals { session.refreshAll() }
    role.advertisingChanged()
  }
}
