import Foundation
import YobanAppleSystem
import YobanNetwork
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The service that launches apps in the background when conditions allow: for tasks of
/// BGTaskScheduler, background fetch and silent pushes. It also calls the keep-alive handlers of
/// VoIP apps.
public final class SchedulerService {
  unowned let device: AppleDevice
  private var random: RandomStream
  private var alarm: EventToken?
  /// The records of apps, in the order of each app's first use of the service.
  private(set) var records: [JobRecord] = []
  /// The time at which the screen went dark; nil while it is lit.
  private var darkSince: VirtualInstant?

  package init(_ device: AppleDevice) {
    self.device = device
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/scheduler")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  var policy: JobPolicy { device.policy(JobPolicy.self) }

  func draw(_ range: ClosedRange<Duration>) -> Duration { random.duration(in: range) }
  func drawBytes(_ count: Int) -> [UInt8] {
    random.bytes(count)
  }

  /// Returns the record of an app, creating it if necessary.
  func record(of app: InstalledApp) -> JobRecord {
    if let known = records.first(where: { $0.app === app }) { return known }
    let record = JobRecord(app, policy)
    records.append(record)
    return record
  }

  func post(_ event: TraceEvent.ScheduledTaskEvent, of task: ScheduledTask) {
    device.post(.scheduledTask(event), process: task.process?.name)
  }

  // MARK: Events of apps and the device

  package func conditionsChanged() {
    darkSince = device.isScreenOn ? nil : darkSince ?? now
    expireWhatMayNotGoOn()
    reconsider()
  }

  /// The user brought the app to the front.
  func enteredForeground(_ app: InstalledApp) { reconsider() }

  /// Grants run time for the app's tasks: it had no such grant in the foreground.
  func enteredBackground(_ app: InstalledApp) {
    if let process = app.process, let record = records.first(where: { $0.app === app }) {
      if !record.running.isEmpty { updateRunTime(of: process) }
      scheduleKeepAlive(record, process)
    }
    reconsider()
  }

  /// Reports a refresh task whose handler has submitted no further request: it was the last one until
  /// the user opens the app (FT2).
  package func suspended(_ process: AppProcess) {
    guard let record = records.first(where: { $0.app === process.app }) else { return }
    if let identifier = record.takeForgottenRefresh() {
      process.reportOnce(.notSubmittedAgain(identifier))
    }
  }

  func processEnded(_ process: AppProcess, isForceQuit: Bool) {
    guard let record = records.first(where: { $0.app === process.app }) else { return }
    cancelKeepAlive(record)
    for task in record.running { cancelAlarm(of: task) }
    record.running = []
    if isForceQuit { cancelQueued(of: record) }
    runWaitingContinuedTasks()
    // Jobs that waited for the end of these tasks, or for the app to leave the front, may run now.
    // Deferred, because the process has not ended completely yet.
    simulation.schedule(at: now) { [weak self] in self?.reconsider() }
  }

  package func appDeleted(_ app: InstalledApp) {
    records.removeAll { $0.app === app }
    reconsider()
  }

  package func deviceWentDown() {
    darkSince = now
    for record in records { cancelQueued(of: record) }
    for record in records where !policy.requestsOutliveReboot { record.queue.removeAll() }
    reconsider()
  }

  package func deviceCameUp() {
    // The system version may have changed.
    for record in records { record.queue.policy = policy }
    conditionsChanged()
  }

  // MARK: Scheduling decisions

  /// Returns the current conditions for a job of the app.
  func surroundings(of app: InstalledApp) -> JobSurroundings {
    JobSurroundings(
      isReady: device.isUp && device.isUnlocked, darkSince: darkSince,
      isCharging: device.power.isCharging, isOnline: device.network.path != .offline,
      isLowPowerMode: device.power.isLowPowerMode,
      mayRefresh: device.backgroundRefreshStatus(of: app) == .available,
      isForceQuit: app.isForceQuit, isInFront: app.isInFront,
      hasPushMode: app.definition.infoPlist.backgroundModes.contains("remote-notification"),
      lastOpened: app.lastOpened)
  }

  /// Runs every job that may run now, and schedules an alarm for the next one.
  func reconsider() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    var next: VirtualInstant?
    var hasRun = false
    for record in records {
      for item in record.queue.pending where record.mayBegin(item.request) {
        let verdict = record.queue.verdict(item, surroundings(of: record.app), at: now)
        take(verdict, &next, &hasRun) { run(item.request, of: record) }
      }
      let around = surroundings(of: record.app)
      if mayFetch(record.app) {
        take(record.fetch.verdict(around, policy, at: now), &next, &hasRun) { fetchIsDue(record) }
      }
      take(record.pushes.verdict(around, policy, at: now), &next, &hasRun) { deliverPush(record) }
    }
    if hasRun { return reconsider() }  // a job that ran may allow another one
    guard let next else { return }
    alarm = simulation.schedule(at: next) { [weak self] in self?.reconsider() }
  }

  private func take(
    _ verdict: JobVerdict, _ next: inout VirtualInstant?, _ hasRun: inout Bool, _ run: () -> Void
  ) {
    switch verdict {
    case .run:
      run()
      hasRun = true
    case .wait(let moment?): next = min(next ?? moment, moment)
    case .wait(nil): break
    }
  }
}

/// The state of an app's background jobs, kept between its launches.
final class JobRecord {
  let app: InstalledApp
  var queue: SchedulerQueue
  /// The tasks of the app's process that were launched and have not ended.
  var running: [ScheduledTask] = []
  /// Continued processing requests that wait because too many tasks run, in order (FT5).
  var queued: [ScheduledTaskRequest] = []
  var fetch = FetchSchedule()
  var pushes = PushQueue()
  /// The app's push token on this device; nil before the first registration.
  var token: [UInt8]?
  var isRegisteredForPushes = false
  /// Whether the finding that pushes wait because of a force-quit was already reported (L16).
  var isKnownAsForceQuit = false
  var keepAlive: KeepAlive?
  /// The refresh task that has ended last, and that no request follows yet.
  private(set) var endedRefresh: String?

  /// A task has ended.
  func noteEnd(of request: ScheduledTaskRequest) {
    if request.kind == .refresh { endedRefresh = request.identifier }
  }

  /// Whether a refresh task has ended and nothing asks for the next one. Answers once for each.
  func takeForgottenRefresh() -> String? {
    defer { endedRefresh = nil }
    guard let endedRefresh, queue.pending.isEmpty, running.isEmpty else { return nil }
    return endedRefresh
  }

  init(_ app: InstalledApp, _ policy: JobPolicy) {
    self.app = app
    queue = SchedulerQueue(policy: policy)
  }

  /// Whether no running task makes a request wait: the tasks of an app run one after the other, unless the system
  /// decides otherwise (FT10). Continued tasks come in addition (FT5).
  func mayBegin(_ request: ScheduledTaskRequest) -> Bool {
    guard request.kind.continued == nil else { return !isRunning(request.identifier) }
    return running.allSatisfy { $0.request.kind.continued != nil }
  }

  /// Whether a task with that identifier is running. The next one waits until it ends.
  func isRunning(_ identifier: String) -> Bool { running.contains { $0.identifier == identifier } }
}

extension AppleDevice {
  public final var scheduler: SchedulerService { self[SchedulerService.self] }
}
