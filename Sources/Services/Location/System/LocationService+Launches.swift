import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Effects of launches, terminations and reboots on location (BC11, BC13, LOC8, LOC10, L16, L17).
extension LocationService {
  // MARK: Apps

  package func backgroundTaskBegan(_ process: AppProcess) {
    renewKeepAlive(process)
    updateRunTime(process)
  }

  /// Restarts the 30 minutes of LOC8.
  func renewKeepAlive(_ process: AppProcess) {
    for manager in managers where manager.process === process { manager.session.renew(at: now) }
  }

  package func enteredBackground(_ process: AppProcess) {
    renewKeepAlive(process)
    // The timer may have fired while the app was in the foreground, where nothing is paused.
    if stillTimer == nil, managers.contains(where: { $0.process === process }) {
      restartStillTimer()
    }
    reportObstacles(process)
    updateRunTime(process)
    notifyOfDiagnostics(process)
  }

  /// Reports findings for updates that do not keep the app running in the background; iOS gives the
  /// app no reason.
  private func reportObstacles(_ process: AppProcess) {
    guard !hasActivity(process) else { return }
    let app = context(of: process)
    let updating = managers.filter { $0.process === process && $0.isUpdating }
    let obstacles = updating.map { $0.session.obstacle(app) }
    guard !obstacles.contains(nil) else { return }
    if obstacles.contains(.noConsent) { process.report(.updatesWithoutConsent) }
    if obstacles.contains(.filtered) { process.report(.updatesFiltered) }
  }

  package func enteredForeground(_ process: AppProcess) {
    for manager in managers where manager.process === process { manager.enterForeground() }
    restartStillTimer()
    setIndicator(false, process)
    reportEnergy()
  }

  /// Delivers the events that waited until the app was in the foreground.
  package func becameActive(_ process: AppProcess) {
    qualifySessions(of: process)
    deliverHeld(record(of: process.app))
    askForGoals(process.app)
    notifyOfDiagnostics(process)
  }

  private func notifyOfDiagnostics(_ process: AppProcess) {
    for session in diagnosedSessions where session.process === process {
      session.conditionsChanged()
    }
  }

  /// Handles the end of the app's run time. If location updates kept it running, the 30 minutes of
  /// LOC8 are over. With a background activity session the app continues to run (LOC9).
  package func runTimeEnded(_ process: AppProcess) {
    if hasActivity(process) { return updateRunTime(process) }
    for manager in managers where manager.process === process {
      guard let until = manager.session.keepsRunning(context(of: process), at: now), until <= now
      else {
        continue
      }
      manager.session.exhaust()
      process.post(.location(.keepAliveEnded))
      process.report(.keepAliveNotRenewed)
    }
    updateRunTime(process)
  }

  func runningChanged(_ process: AppProcess) {
    updateIndicator(process)
    reportEnergy()
  }

  package func launched(_ process: AppProcess) {
    records.first { $0.app === process.app }?.launchedAt = now
  }

  func processEnded(_ process: AppProcess) {
    // The record of an extension is that of its app, which has not ended.
    if process.app.isLocationPushExtension {
      forget(process)
      return endPushes(of: process)
    }
    let record = record(of: process.app)
    keepSessions(of: process)
    if process.app.isForceQuit { reportForceQuit(process, record) }
    forget(process)
    for monitor in record.monitors where monitor.process === process { monitor.detach() }
    record.waiting = []
    var authority = record.authority
    authority.launchEnded()
    if authority != record.authority || record.hasTemporaryAccuracy {
      change(record, nil) { record in
        record.authority = authority
        record.hasTemporaryAccuracy = false
      }
    }
    setIndicator(false, process)
  }

  /// Reports a force-quit that ends location updates with nothing to relaunch the app. Updates end
  /// with the process; regions, significant changes and visits continue (LOC10, L16).
  private func reportForceQuit(_ process: AppProcess, _ record: LocationRecord) {
    record.hadActivity = false
    let wasKept = managers.contains {
      $0.process === process && $0.session.keepsRunning(context(of: process), at: now) != nil
    }
    let comesBack =
      permission(of: process.app) == .always
      && (!record.trackers.isEmpty || record.significant != nil || record.visits != nil)
    if wasKept, !comesBack { process.report(.forceQuitEndsUpdates) }
  }

  package func appDeleted(_ app: InstalledApp) {
    let record = record(of: app)
    // End all trackers before removing any, so that none of them takes a freed hardware slot.
    for tracker in record.trackers { tracker.end() }
    for tracker in record.trackers { remove(tracker) }
    for alarm in [record.changeAlarm, record.upgradeAnswer].compactMap(\.self) {
      simulation.cancel(alarm)
    }
    forget(record)
  }

  // MARK: The device

  package func deviceWentDown() {
    if let armAlarm { simulation.cancel(armAlarm) }
    armAlarm = nil
    for tracker in trackers { tracker.sleep() }
    for record in records { record.held = [] }
  }

  /// Arms regions again some time after the boot (BC11). Conditions of monitors also wait for the
  /// first unlock (BC15).
  package func deviceCameUp() {
    let outcome = device.choose(.rearming, in: 0...2, default: 0)
    forgetsRegions = outcome == 2
    let delay = outcome == 0 ? policy.rearming : policy.slowRearming
    armAlarm = simulation.schedule(at: now + delay) { [weak self] in
      guard let self else { return }
      armAlarm = nil
      arm()
    }
    for record in records { changesOfPlace(record) }
  }

  package func deviceWasUnlocked() { if armAlarm == nil { arm() } }

  private func arm() {
    let waitsForUnlock = policy.restoresMonitorsUnlocked && !device.isUnlocked
    for record in records {
      if !forgetsRegions {
        for region in record.regions { region.tracker.rearm() }
        for tracker in record.quietRegions { tracker.rearm() }
      }
      if waitsForUnlock { continue }
      for monitor in record.monitors {
        for condition in monitor.conditions { condition.tracker?.rearm() }
      }
    }
  }
}
