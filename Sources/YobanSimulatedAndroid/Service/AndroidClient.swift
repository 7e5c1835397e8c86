import Foundation
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The interface of an app's process to Android: requests as plain data.
///
/// Responses and events are delivered through `AndroidEventReceiver`. Calls of a launch that has
/// ended have no effect.
package final class AndroidClient {
  package let process: AppProcess
  let record: AndroidRecord
  let service: AndroidService

  /// Returns the client of the calling app; outside of any app, one that gets no events. Traps in an
  /// app on another system.
  package static func calling(_ what: String) -> AndroidClient {
    let process = AppProcess.callingOnAndroid(what)
    return process.process.resident(AndroidClient.self) { AndroidClient(process) }
  }

  private init(_ process: AppProcess) {
    guard let phone = process.app.device as? AndroidPhone,
      let record = phone.android.record(of: process.app)
    else {
      preconditionFailure(
        "\(process.app.definition.name) is no Android app: make it with AppDefinition.android and install it on a device of DeviceProfile.android"
      )
    }
    self.process = process
    self.record = record
    service = phone.android
  }

  private var now: VirtualInstant { service.now }
  func isAlive(_ call: String) -> Bool { process.isAlive(for: call) }

  // MARK: The app and the device

  package var manifest: AndroidManifest { record.manifest }
  /// `Build.VERSION.SDK_INT`.
  package var apiLevel: Int { process.app.device.profile.version.major }
  package var isInFront: Bool { record.app.isInFront }
  package func holds(_ permission: String) -> Bool { record.holds(permission) }
  package func requestPermissions(_ permissions: [String], _ requestCode: Int32) {
    guard isAlive("requestPermissions") else { return }
    service.requestPermissions(permissions, requestCode, record)
  }

  /// Terminates the app because of an uncaught exception. The text begins with the exception's
  /// name.
  package func crash(_ exception: String) {
    let isCalling = AppProcess.current === process
    process.kill(.crash(exception))
    // In a simulated process that has ended, this never returns to the caller.
    if isCalling { exit(1) }
  }

  /// Ends the app if its phone has an earlier version of Android than a call needs.
  package func needs(api level: Int, for call: String) {
    guard apiLevel < level else { return }
    crash("java.lang.NoSuchMethodError: \(call) exists from API level \(level) on")
  }

  /// Whether the user switched off the pause of the app if it is unused (AN23).
  package var isExemptFromPause: Bool { !record.mayBePaused }

  // MARK: Services

  /// Starts a service of the app.
  ///
  /// - Returns: the class that was started, or nil if the manifest has none of that name.
  /// - Throws: Android's exception for the refusal (AN1, AN4).
  package func startService(
    _ intent: AndroidIntentDescription, inForeground: Bool
  ) throws(AndroidException) -> String? {
    guard isAlive("startService") else { return nil }
    return try service.startService(intent, inForeground: inForeground, record)
  }

  /// Stops a service. Returns whether it was running.
  package func stopService(_ name: String) -> Bool {
    guard isAlive("stopService"), let known = record.service(name),
      known.machine.running != nil
    else { return false }
    service.perform(known.machine.stop(), known, record)
    service.update()
    return true
  }

  /// Moves a service into the foreground.
  ///
  /// - Parameter types: nil for the types in the manifest.
  /// - Throws: Android's exception for the refusal (AN4, AN5, AN6).
  package func startForeground(
    _ name: String, _ types: ForegroundServiceType?
  ) throws(AndroidException) {
    guard isAlive("startForeground"), let known = record.service(name) else { return }
    try service.startForeground(known, types, record)
  }

  package func stopForeground(_ name: String) {
    guard isAlive("stopForeground"), let known = record.service(name) else { return }
    service.perform(known.machine.stopForeground(), known, record)
    service.update()
  }

  /// Stops a service, if no start came after the one with this number.
  ///
  /// - Parameter startId: -1 for any.
  /// - Returns: whether the service stops.
  package func stopSelf(_ name: String, _ startId: Int32) -> Bool {
    guard isAlive("stopSelf"), let known = record.service(name) else { return false }
    guard startId != -1 else { return stopService(name) }
    guard let actions = known.machine.stopSelf(startId) else { return false }
    service.perform(actions, known, record)
    service.update()
    return true
  }

  /// Reports the result of `onStartCommand`: `Service.START_…`.
  package func commandReturned(_ name: String, startId: Int32, _ result: Int32) {
    guard isAlive("onStartCommand's return"), let known = record.service(name) else { return }
    known.machine.commandReturned(
      startId, ServiceStateMachine.StartResult(rawValue: result) ?? .sticky)
  }

  /// Whether a service was started and has not stopped since.
  package func isStarted(_ name: String) -> Bool { record.service(name)?.machine.running != nil }
  /// Whether a service was started, or is bound because a companion device is near.
  package func isNeeded(_ name: String) -> Bool {
    isStarted(name) || service.isBound(name, record)
  }

  /// Returns the types with which a service is in the foreground; nil if it is not in the
  /// foreground.
  package func foregroundTypes(of name: String) -> ForegroundServiceType? {
    record.service(name)?.machine.foreground?.types
  }

  // MARK: Wake locks

  package func makeWakeLock(_ tag: String) -> WakeLock {
    WakeLock(tag, record, process)
  }

  /// Acquires a wake lock.
  ///
  /// - Parameter timeout: nil to hold it until it is released.
  /// - Throws: `SecurityException` without the permission WAKE_LOCK.
  package func acquire(_ lock: WakeLock, timeout: Duration?) throws(AndroidException) {
    guard isAlive("WakeLock.acquire") else { return }
    guard record.holds("WAKE_LOCK") else {
      throw AndroidException(
        .security,
        "Neither user nor current process has android.permission.WAKE_LOCK.")
    }
    if lock.machine.acquire(timeout: timeout, at: now) == .acquired {
      service.wakeLockAcquired(lock)
    }
    service.update()
  }

  /// Releases a wake lock.
  ///
  /// - Throws: `RuntimeException` if it was released more often than acquired.
  package func release(_ lock: WakeLock) throws(AndroidException) {
    guard isAlive("WakeLock.release") else { return }
    guard let change = lock.machine.release() else {
      throw AndroidException(.runtime, "WakeLock under-locked \(lock.tag)")
    }
    if change == .released { service.wakeLockReleased(lock) }
    service.update()
  }

  package func setReferenceCounted(_ lock: WakeLock, _ isCounted: Bool) {
    guard isAlive("WakeLock.setReferenceCounted") else { return }
    lock.machine.setReferenceCounted(isCounted)
  }

  package var isScreenOn: Bool { process.app.device.isScreenOn }
  package var isDeviceIdle: Bool { service.doze.isDeepIdle }
  package var isPowerSaveMode: Bool { process.app.device.power.isLowPowerMode }
  package var ignoresBatteryOptimizations: Bool { record.ignoresBatteryOptimizations }
  package var isCharging: Bool { process.app.device.power.isCharging }
  /// The battery level, from 0 to 1.
  package var batteryLevel: Double { process.app.device.power.level }
  /// The time since boot. `uptimeAwake` excludes the time during which the CPU slept.
  package var elapsedRealtime: Duration { process.app.device.uptime }
  package var uptimeAwake: Duration { service.uptimeAwake }
  package var standbyBucket: StandbyBucket { service.bucket(record) }

  // MARK: Broadcasts

  package func registerReceiver(_ actions: [String]) -> Int {
    guard isAlive("registerReceiver") else { return 0 }
    return service.registerReceiver(actions, record)
  }

  /// Unregisters a receiver.
  ///
  /// - Returns: whether it was registered.
  package func unregisterReceiver(_ number: Int) -> Bool {
    guard isAlive("unregisterReceiver") else { return false }
    return service.unregisterReceiver(number, record)
  }

  /// Sends a broadcast to the app's own receivers, by class or by action.
  ///
  /// - Throws: `SecurityException` for a broadcast that only the system may send.
  package func sendBroadcast(_ intent: AndroidIntentDescription) throws(AndroidException) {
    guard isAlive("sendBroadcast") else { return }
    try service.checkBroadcast(intent, record)
    if intent.component != nil {
      service.deliver(intent, record)
    } else {
      service.broadcast(intent, toManifest: false)
    }
    service.update()
  }

  /// `PendingIntent.send()`.
  package func send(_ pending: PendingIntentDescription) {
    guard isAlive("PendingIntent.send") else { return }
    service.send(pending, record)
    service.update()
  }

  /// `Activity.finish()`: the process keeps running.
  package func activityFinished() {
    record.hasTask = false
    guard record.app.isInFront else { return }
    process.leave()
  }

  // MARK: Alarms

  package enum AlarmKind: Sendable, Hashable {
    case inexact, exact, whileIdle, exactWhileIdle, clock
  }

  /// Sets an alarm that sends a pending intent.
  ///
  /// - Parameters:
  ///   - delay: from now; a negative delay counts as zero.
  ///   - interval: the interval of a repeating alarm.
  /// - Throws: `SecurityException` for exact alarms without their permission (API 31).
  package func setAlarm(
    _ pending: PendingIntentDescription, _ kind: AlarmKind, after delay: Duration, wakes: Bool,
    interval: Duration? = nil
  ) throws(AndroidException) {
    guard isAlive("AlarmManager.set") else { return }
    try service.setAlarm(
      .intent(pending), .init(kind), at: now + max(.zero, delay), wakes: wakes,
      interval: interval, record)
  }

  /// Sets an alarm for a listener of this process.
  package func setAlarm(
    listener: Int, tag: String, _ kind: AlarmKind, after delay: Duration, wakes: Bool
  ) throws(AndroidException) {
    guard isAlive("AlarmManager.set") else { return }
    try service.setAlarm(
      .listener(listener, tag: tag), .init(kind), at: now + max(.zero, delay), wakes: wakes,
      record)
  }

  package func cancelAlarm(_ pending: PendingIntentDescription) {
    guard isAlive("AlarmManager.cancel") else { return }
    service.cancelAlarm(.intent(pending), record)
  }
  package func cancelAlarm(listener: Int) {
    guard isAlive("AlarmManager.cancel") else { return }
    service.cancelAlarm(.listener(listener, tag: ""), record)
  }
  package var mayScheduleExactAlarms: Bool { service.mayScheduleExactAlarms(record) }

  // MARK: Jobs

  /// Schedules a job. Returns false if the system refuses it (AN21).
  @discardableResult
  package func schedule(_ job: JobDescription) -> Bool {
    guard isAlive("JobScheduler.schedule") else { return false }
    return service.scheduleJob(job, record)
  }
  /// `JobService.setNotification` was called for a running job.
  package func jobNotified(_ id: Int32) {
    guard isAlive("setNotification") else { return }
    record.jobs.notified(id)
    service.update()
  }
  package func cancelJob(_ id: Int32) {
    guard isAlive("JobScheduler.cancel") else { return }
    service.cancelJob(id, record)
  }
  package func cancelJobs() {
    guard isAlive("JobScheduler.cancelAll") else { return }
    service.cancelJobs(record)
  }
  package func jobFinished(_ id: Int32, wantsReschedule: Bool) {
    guard isAlive("jobFinished") else { return }
    service.jobFinished(id, wantsReschedule: wantsReschedule, record)
  }
  /// The waiting jobs, the running jobs, and the work that is held after a force stop.
  package var pendingJobs: [JobDescription] {
    (record.jobs.waiting + record.jobs.held).map(\.job) + runningJobs
  }
  package var runningJobs: [JobDescription] { record.jobs.running.map(\.job) }
  /// Returns a new number for a WorkManager request without a name, unique over all launches.
  package func nextWork() -> Int {
    record.lastWork += 1
    return record.lastWork
  }

  // MARK: Past launches

  /// The last terminations of the app, newest first: the time since each, and the reason that
  /// `ApplicationExitInfo` reports.
  package var exits: [(ago: Duration, reason: TerminationReason)] {
    record.exits.map { (now - $0.instant, $0.reason) }
  }
}

extension AlarmQueue.Kind {
  fileprivate init(_ kind: AndroidClient.AlarmKind) {
    self =
      switch kind {
      case .inexact: .inexact
      case .exact: .exact
      case .whileIdle: .whileIdle
      case .exactWhileIdle: .exactWhileIdle
      case .clock: .clock
      }
  }
}
