import YobanSimulatedDevices
import YobanVirtualTime

extension AndroidRecord {
  /// Whether the Task Manager can ever list the app: it may have foreground services or user-initiated jobs.
  var mayBeActive: Bool {
    manifest.uses("FOREGROUND_SERVICE") || manifest.uses("RUN_USER_INITIATED_JOBS")
  }

  /// Whether the app is in use for the system's job for unused apps (AN23).
  fileprivate var isInUse: Bool {
    app.isInFront || hasForegroundService || companion?.isBound == true
  }
}

// The Task Manager (AN22), and apps that nobody uses (AN23).
extension AndroidService {
  /// Whether the Task Manager lists an app: it has a foreground service or runs a user-initiated job.
  func isActiveApp(_ record: AndroidRecord) -> Bool {
    record.hasForegroundService || record.jobs.running.contains { $0.waiting.isUserInitiated }
  }

  /// The user pressed Stop in the Task Manager. No callback is called; alarms and jobs stay.
  func stopInTaskManager(_ record: AndroidRecord) {
    record.jobs.stoppedInTaskManager(at: now)
    record.process?.kill(.system(.taskManager))
    update()
  }

  // MARK: Unused apps

  /// Returns the time at which the system resets the permissions of an app that is not used until then.
  func unusedMoment(_ record: AndroidRecord) -> VirtualInstant? {
    guard let limit = policy.unusedAfter, record.isResetUnused, record.mayBePaused, !record.isPaused
    else { return nil }
    return record.lastUsed + limit
  }

  /// Whether the system may treat an app as unused now. What runs for the user counts as use.
  func mayPause(_ record: AndroidRecord) -> Bool {
    !record.isInUse && unusedMoment(record) != nil
  }

  func checkUnused(_ record: AndroidRecord) {
    if record.isInUse { record.lastUsed = now }
    if let moment = unusedMoment(record), moment <= now { pause(record) }
  }

  /// Resets the permissions of an unused app and, from API 31 on, lets it hibernate.
  func pause(_ record: AndroidRecord) {
    record.isPaused = true
    record.isHibernating = record.follows(\.hibernatesUnusedApps)
    device.post(
      .android(.unused(isHibernating: record.isHibernating)),
      process: record.app.nameInTraces)
    report(.unused(isHibernating: record.isHibernating), record)
    if record.isHibernating { stop(record, by: .system(.hibernation)) }
    for permission in record.granted.sorted()
    where record.isAskedFor(permission) && AndroidRecord.isReset(permission) {
      setPermission(permission, isGranted: false, record)
    }
    update()
  }

  /// The user opened the app. An app that hibernated receives BOOT_COMPLETED, so that it schedules its work again.
  func leaveHibernation(_ record: AndroidRecord) {
    record.lastUsed = now
    record.isPaused = false
    guard record.isHibernating else { return }
    record.isHibernating = false
    deliver(AndroidIntentDescription(action: Self.bootCompleted), record)
  }
}
