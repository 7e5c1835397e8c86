import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The Android-specific part of a device's system: processes and services, wake locks and Doze,
/// alarms, jobs, broadcasts and permissions (AN1 to AN10, AN17, AN18, AN21 to AN25).
///
/// Every input ends in `update()`. It updates the state machines, performs the effects, and sets
/// one alarm for the earliest time at which a state machine must be updated again.
public final class AndroidService {
  unowned let device: AndroidPhone
  /// The records of apps, in the order of each app's first use of the system.
  private(set) var records: [AndroidRecord] = []
  var processor: ProcessorStateMachine
  var doze: DozeStateMachine
  var alarms: AlarmQueue
  /// The observers of power and process changes.
  var observers: [any AndroidObserver] = []
  var random: RandomStream
  private var alarm: EventToken?
  /// The last state of screen and charger that was broadcast.
  var lastBroadcast: (screen: Bool, power: Bool)?
  /// The time at which the screen turned off; nil while it is on.
  var screenOffSince: VirtualInstant?
  /// The last state of Doze that was broadcast.
  var lastModes = (isDeep: false, isLight: false)
  /// The total sleep time of the CPU at the last boot of the device.
  var asleepAtBoot = Duration.zero
  /// The volumes that apps have set (AN25).
  var volumes: [AudioStream: Int32] = [:]
  private var isUpdating = false
  private var needsUpdate = false
  /// The last state that was reported to observers.
  private var importances: [(app: InstalledApp, importance: AndroidImportance, isIdle: Bool)] = []

  init(_ device: AndroidPhone) {
    self.device = device
    let policy = device.policy(AndroidPolicy.self)
    processor = ProcessorStateMachine(linger: policy.processorLinger)
    doze = DozeStateMachine(policy)
    alarms = AlarmQueue(policy)
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/android")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  /// The device's policy. A scenario changes it before it adds the device.
  var policy: AndroidPolicy { device.policy(AndroidPolicy.self) }

  /// Returns the record of an app, creating it if necessary; nil if the app was not made with
  /// `AppDefinition.android`.
  func record(of app: InstalledApp) -> AndroidRecord? {
    if let known = records.first(where: { $0.app === app }) { return known }
    guard let manifest = AndroidManifest(app.definition) else { return nil }
    let record = AndroidRecord(app, manifest, policy)
    records.append(record)
    return record
  }

  func forget(_ app: InstalledApp) { records.removeAll { $0.app === app } }

  func post(_ event: TraceEvent.AndroidEvent, _ record: AndroidRecord? = nil) {
    device.post(.android(event), process: record?.process?.name)
  }

  // MARK: State for other services

  /// Whether the CPU is awake (AN7).
  public var isProcessorAwake: Bool { processor.isAwake }
  /// `SystemClock.uptime…`: the time since boot without the time during which the CPU slept.
  public var uptimeAwake: Duration { device.uptime - (timeAsleep - asleepAtBoot) }
  var timeAsleep: Duration { now - .start - processor.timeAwake(at: now) }
  /// The name of the current Doze state (AN8).
  public var dozeState: String { doze.state.rawValue }

  package func importance(of app: InstalledApp) -> AndroidImportance {
    record(of: app)?.importance(at: now) ?? .gone
  }

  package func standbyBucket(of app: InstalledApp) -> StandbyBucket {
    record(of: app).map(bucket) ?? .active
  }

  /// Whether an app holds a permission, given with or without `android.permission.`.
  public func holds(_ permission: String, _ app: InstalledApp) -> Bool {
    record(of: app)?.holds(permission) ?? false
  }

  package func manifest(of app: InstalledApp) -> AndroidManifest? { record(of: app)?.manifest }

  /// Whether an app may use the network now. In Doze, only an app that is in front, has a
  /// foreground service, runs a user-initiated job or is exempt from battery optimization may use it (AN8, AN21).
  package func mayUseNetwork(_ process: AppProcess) -> Bool {
    guard let record = record(of: process.app), doze.isIdle else { return true }
    return record.ignoresBatteryOptimizations
      || record.importance(at: now) <= .foregroundService
      || record.jobs.running.contains { $0.waiting.isUserInitiated }
  }

  // MARK: Updating

  /// Updates all state machines after a change, and performs the effects.
  func update() {
    guard !isUpdating else {
      needsUpdate = true
      return
    }
    isUpdating = true
    var rounds = 0
    repeat {
      needsUpdate = false
      updateOnce()
      rounds += 1
      precondition(rounds < 1_000, "Android on \(device.name) does not reach a stable state")
    } while needsUpdate || isSomethingDue
    isUpdating = false
    setAlarm()
  }

  /// Whether a deadline is already past, for example the maker's, for an app that is no longer
  /// protected.
  private var isSomethingDue: Bool { nextMoment.map { $0 <= now } ?? false }

  private func updateOnce() {
    if device.isUp { handleDeadlines() }
    for record in records { updateIdle(record) }
    for record in records { updateBudgets(record) }
    if device.isUp { enforceLimits() }
    for record in records { updateBucket(record) }
    for record in records { updateAudio(record) }
    updateProcessor()
    if device.isUp {
      for record in records { updateJobs(record) }
      ringAlarms()
    }
    for record in records { updateRunTime(record) }
    notifyObservers()
  }

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nextMoment.map { next in
      simulation.schedule(at: next) { [weak self] in self?.alarmRang() }
    }
  }

  /// The time of the next deadline of any state machine.
  private var nextMoment: VirtualInstant? {
    guard device.isUp else { return nil }
    var moments = [processor.nextDeadline, doze.nextDeadline, nextAlarmMoment]
    for record in records {
      moments += record.services.map(\.machine.nextDeadline)
      moments += record.wakeLocks.map(\.machine.nextDeadline)
      moments += record.playbacks.map { $0.machine.end.flatMap { $0 > now ? $0 : nil } }
      moments += record.budgets.map { $0.budget.nextDeadline(after: now) }
      moments += [
        record.isIdle ? nil : idleMoment(record), freezeMoment(record), makerMoment(record),
        unusedMoment(record), mutingMoment(record), record.companion?.rebindAt,
        record.standby.nextChange(policy, after: now),
        record.jobs.nextDeadline(surroundings(of: record), at: now), forbiddenJobMoment(record),
        record.busyUntil > now ? record.busyUntil : nil,
      ]
    }
    return moments.compactMap { $0 }.min()
  }

  private func alarmRang() {
    alarm = nil
    update()
  }

  /// Updates Doze, wake locks and services whose deadlines have passed.
  private func handleDeadlines() {
    if doze.deadlineReached(dozeSurroundings, at: now) { dozeChanged() }
    for record in records {
      for lock in record.wakeLocks {
        if lock.machine.deadlineReached(at: now) == .released { wakeLockReleased(lock) }
      }
      for service in record.services { deadlineReached(service, record) }
      if let rebind = record.companion?.rebindAt, rebind <= now { rebindCompanion(record) }
    }
  }

  /// Enforces the time budgets of services, the limits of the maker, and those of unused apps.
  private func enforceLimits() {
    for record in records {
      checkBudgets(record)
      checkMaker(record)
      checkUnused(record)
    }
  }

  private func notifyObservers() {
    for record in records {
      let importance = record.importance(at: now)
      let i = importances.firstIndex { $0.app === record.app }
      if let i {
        let known = importances[i]
        guard known.importance != importance || known.isIdle != record.isIdle else { continue }
        importances[i] = (record.app, importance, record.isIdle)
      } else {
        importances.append((record.app, importance, record.isIdle))
      }
      for observer in observers { observer.importanceChanged(of: record.app) }
      // The app may have gained or lost network access in Doze.
      if doze.isIdle { notifyTransfersOfNetwork() }
    }
  }
}
