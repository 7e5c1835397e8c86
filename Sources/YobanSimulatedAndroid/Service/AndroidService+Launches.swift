import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

// Events of apps and of the device.
extension AndroidService: SystemService {
  package func launched(_ process: AppProcess) {
    // An app gets its record when it first uses the system.
    records.first { $0.app === process.app }?.launchedAt = now
  }

  package func becameActive(_ process: AppProcess) {
    guard let record = record(of: process.app) else { return }
    cameToFront(record)
    record.wasInFront = true
    record.hasTask = true
    update()
  }

  package func enteredForeground(_ process: AppProcess) {
    if let record = record(of: process.app) { cameToFront(record) }
    update()
  }

  /// The user opened the app: all limits that it had collected are lifted (AN6, AN9, AN18).
  func cameToFront(_ record: AndroidRecord) {
    record.isStopped = false
    record.isIdle = false
    record.jobs.opened()
    record.backgroundSince = nil
    record.standby.used(at: now)
    for i in record.budgets.indices { record.budgets[i].budget.reset(at: now) }
    leaveHibernation(record)
  }

  package func enteredBackground(_ process: AppProcess) {
    guard let record = record(of: process.app) else { return }
    if record.wasInFront {
      record.leftFrontAt = now
      record.wasInFront = false
    }
    update()
  }

  package func suspended(_ process: AppProcess) {}

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    guard let record = record(of: process.app) else { return }
    record.exits.insert((now, reason), at: 0)
    if record.exits.count > 16 { record.exits.removeLast() }
    for lock in record.wakeLocks where lock.isHeld {
      device.post(.android(.wakeLock(lock.tag, isHeld: false)), process: process.name)
    }
    record.wakeLocks = []
    record.playbacks = []
    record.receivers = []
    record.allowances.removeAll { $0.exemption != .userAction }
    record.wasInFront = false
    record.backgroundSince = nil
    record.isIdle = false
    record.hasReportedSleep = false
    record.busyUntil = now
    alarms.processEnded(of: record.manifest.package)
    record.jobs.processEnded(at: now)
    let restarts = restartsServices(after: reason, record) && !record.isStopped
    for service in record.services {
      let wasRunning = service.machine.running != nil || isBound(service.name, record)
      perform(service.machine.processEnded(restarts: restarts, at: now), service, record)
      if wasRunning {
        device.post(.android(.service(service.name, isRunning: false)), process: process.name)
      }
    }
    companionProcessEnded(record, rebinds: rebindsCompanion(after: reason) && !record.isStopped)
    for observer in observers { observer.processEnded(process) }
    // Deferred, because the process has not ended completely yet.
    simulation.schedule(at: now) { [weak self] in self?.update() }
  }

  private func restartsServices(after reason: TerminationReason, _ record: AndroidRecord) -> Bool {
    switch reason {
    case .system(.taskManager): false
    case .jetsam, .killed, .system: true
    case .crash: !record.crashesInALoop(policy.crashLoopWindow)
    case .forceQuit, .reboot, .uninstalled, .batteryEmpty, .updated: false
    }
  }

  /// A binding is not a started service: the system binds it again also after an update, and after crashes in a row.
  private func rebindsCompanion(after reason: TerminationReason) -> Bool {
    switch reason {
    case .jetsam, .killed, .system, .crash, .updated: true
    case .forceQuit, .reboot, .uninstalled, .batteryEmpty: false
    }
  }

  package func appDeleted(_ app: InstalledApp) {
    if let record = record(of: app) { alarms.cancelAll(of: record.manifest.package) }
    forget(app)
    update()
  }

  package func deviceWentDown() {
    for record in records {
      if device.world.trace.notesAppCalls, let words = alarmWords(record) {
        device.post(.lostAtReboot(words, of: record.app.definition.name))
      }
      alarms.cancelAll(of: record.manifest.package)
      record.jobs.rebooted()
      record.allowances = []
      record.companion = nil
      for service in record.services {
        _ = service.machine.processEnded(restarts: false, at: now)
      }
    }
    update()
  }

  package func deviceCameUp() {
    asleepAtBoot = timeAsleep
    conditionsChanged()
  }

  package func clockWasSet(by difference: Duration) { announce("TIME_SET") }
  package func timeZoneChanged(from before: TimeZone) { announce("TIMEZONE_CHANGED") }
  package func localeChanged(isOtherLanguage: Bool) { announce("LOCALE_CHANGED") }

  /// Delivers the broadcast of a changed setting to all apps, also to those that do not run (AN4).
  func announce(_ action: String) {
    broadcast(AndroidIntentDescription(action: "android.intent.action.\(action)"), toManifest: true)
    update()
  }

  /// Delivers the boot broadcast to apps that are not force-stopped, once the user has unlocked the
  /// phone.
  package func deviceWasUnlocked() {
    broadcast(AndroidIntentDescription(action: Self.bootCompleted), toManifest: true)
    update()
  }

  static let bootCompleted = "android.intent.action.BOOT_COMPLETED"

  package func conditionsChanged() {
    screenOffSince = device.isScreenOn ? nil : screenOffSince ?? now
    if doze.conditionsChanged(dozeSurroundings, at: now) { dozeChanged() }
    broadcastScreenAndPower()
    update()
  }

  package func movementChanged() { conditionsChanged() }

  // MARK: Idle apps (AN1)

  /// Returns the time at which a process in the background becomes idle.
  func idleMoment(_ record: AndroidRecord) -> VirtualInstant? {
    record.backgroundSince.map { $0 + policy.backgroundServiceLimit }
  }

  /// Updates whether the app is idle, and stops the background services of an idle app.
  func updateIdle(_ record: AndroidRecord) {
    guard record.process != nil else {
      record.backgroundSince = nil
      record.isIdle = false
      return
    }
    if record.importance(at: now) <= .foregroundService {
      record.backgroundSince = nil
      record.isIdle = false
      return
    }
    record.backgroundSince = record.backgroundSince ?? now
    guard !record.isIdle, let moment = idleMoment(record), moment <= now else { return }
    record.isIdle = true
    guard record.manifest.targetSdkVersion >= 26, !record.ignoresBatteryOptimizations else {
      return
    }
    for service in record.services where service.machine.running != nil {
      record.process?.report(.backgroundServiceStopped(service.name))
      perform(service.machine.stop(), service, record)
    }
  }

  // MARK: Buckets (AN9)

  func bucket(_ record: AndroidRecord) -> StandbyBucket {
    record.standby.bucket(
      isExempt: record.ignoresBatteryOptimizations,
      isInUse: record.app.isInFront || record.hasForegroundService, policy, at: now)
  }

  func updateBucket(_ record: AndroidRecord) {
    // A foreground service counts as use.
    if record.hasForegroundService { record.standby.used(at: now) }
    let bucket = bucket(record)
    guard bucket != record.bucket else { return }
    record.bucket = bucket
    post(.standbyBucket("\(record.app.definition.name) \(bucket.name)"))
  }

  /// Terminates the app's process. Nothing wakes it until the user opens the app (AN18).
  func stop(_ record: AndroidRecord, by reason: TerminationReason) {
    record.isStopped = true
    record.hasTask = false
    alarms.cancelAll(of: record.manifest.package)
    record.jobs.stopped(at: now)
    record.process?.kill(reason)
    record.companion = nil
    for service in record.services {
      _ = service.machine.processEnded(restarts: false, at: now)
    }
    for observer in observers { observer.appStopped(record.app) }
    update()
  }
}
