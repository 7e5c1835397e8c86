import VirtualTime

/// Android's own part of a device's system: processes and services, wake locks and Doze, alarms,
/// jobs, broadcasts and permissions (AN1 to AN10, AN17, AN18).
///
/// Every input ends in `settle()`: machines are asked what holds now, effects follow, and one alarm
/// is set for the earliest moment at which one of them must be asked again.
public final class AndroidService {
  unowned let device: Device
  /// In the order in which the system first had to do with them.
  private(set) var records: [AndroidRecord] = []
  var processor: ProcessorStateMachine
  var doze: DozeStateMachine
  var alarms: AlarmQueue
  /// What hears of power and processes.
  var observers: [any AndroidObserver] = []
  var random: RandomStream
  private var parts: [(type: ObjectIdentifier, part: AnyObject)] = []
  private var alarm: EventToken?
  /// What receivers were told of the screen and the charger last.
  var lastBroadcast: (screen: Bool, power: Bool)?
  /// What receivers were told of Doze last.
  var lastModes = (isDeep: false, isLight: false)
  /// What the CPU had slept when the device booted.
  var asleepAtBoot = Duration.zero
  private var isSettling = false
  private var mustSettleAgain = false
  /// What was told to observers last.
  private var importances: [(app: InstalledApp, importance: AndroidImportance, isIdle: Bool)] = []

  init(_ device: Device) {
    self.device = device
    let policy = device.profile.android ?? AndroidPolicy(api: 36, .stock)
    processor = ProcessorStateMachine(linger: policy.processorLinger)
    doze = DozeStateMachine(policy)
    alarms = AlarmQueue(policy)
    random = RandomStream(seed: device.world.simulation.seed, name: "\(device.name)/android")
  }

  var simulation: Simulation { device.world.simulation }
  var now: VirtualInstant { simulation.now }
  /// Changed by a scenario before the device is added.
  var policy: AndroidPolicy {
    guard let policy = device.profile.android else {
      preconditionFailure("\(device.name) is no Android phone")
    }
    return policy
  }

  /// A part of the system that lives as long as the device, such as its sensors; made once.
  func part<Part: AnyObject>(_ type: Part.Type, make: (AndroidService) -> Part) -> Part {
    if let known = parts.first(where: { $0.type == ObjectIdentifier(type) })?.part as? Part {
      return known
    }
    let part = make(self)
    parts.append((ObjectIdentifier(type), part))
    return part
  }

  /// What is kept of an app; nil if it was not made with `AppDefinition.android`.
  func record(of app: InstalledApp) -> AndroidRecord? {
    if let known = records.first(where: { $0.app === app }) { return known }
    guard device.profile.android != nil, let manifest = AndroidManifest(app.definition) else {
      return nil
    }
    let record = AndroidRecord(app, manifest, policy)
    records.append(record)
    return record
  }

  func forget(_ app: InstalledApp) { records.removeAll { $0.app === app } }

  func post(_ event: TraceEvent.AndroidEvent, _ record: AndroidRecord? = nil) {
    device.post(.android(event), process: record?.process?.name)
  }

  // MARK: What others read

  /// Whether the CPU is awake (AN7).
  public var isProcessorAwake: Bool { processor.isAwake }
  /// `SystemClock.uptime…`: time since boot without what the CPU slept.
  public var uptimeAwake: Duration { device.uptime - (timeAsleep - asleepAtBoot) }
  var timeAsleep: Duration { now - .start - processor.timeAwake(at: now) }
  /// How deep the device dozes, in words (AN8).
  public var dozeState: String { doze.state.rawValue }

  public func importance(of app: InstalledApp) -> AndroidImportance {
    record(of: app)?.importance(at: now) ?? .gone
  }

  public func standbyBucket(of app: InstalledApp) -> StandbyBucket {
    record(of: app).map(bucket) ?? .active
  }

  /// Whether an app's permission is held, with or without `android.permission.`.
  public func holds(_ permission: String, _ app: InstalledApp) -> Bool {
    record(of: app)?.holds(permission) ?? false
  }

  public func manifest(of app: InstalledApp) -> AndroidManifest? { record(of: app)?.manifest }

  /// Whether an app may use the network now: in Doze only what is in front, has a foreground
  /// service or is exempt from battery optimisation (AN8).
  public func mayUseNetwork(_ process: AppProcess) -> Bool {
    guard let record = record(of: process.app), doze.isIdle else { return true }
    return record.ignoresBatteryOptimisations
      || record.importance(at: now) <= .foregroundService
  }

  // MARK: Settling

  /// Something has changed: does what follows from it now.
  func settle() {
    guard device.profile.android != nil else { return }
    guard !isSettling else {
      mustSettleAgain = true
      return
    }
    isSettling = true
    var rounds = 0
    repeat {
      mustSettleAgain = false
      settleOnce()
      rounds += 1
      precondition(rounds < 1_000, "Android on \(device.name) does not settle")
    } while mustSettleAgain || isSomethingDue
    isSettling = false
    setAlarm()
  }

  /// A deadline may be past when it arises, such as a maker's for an app that is no longer protected.
  private var isSomethingDue: Bool { nextMoment.map { $0 <= now } ?? false }

  private func settleOnce() {
    if device.isUp { settleDeadlines() }
    for record in records { settleIdle(record) }
    for record in records { settleBudgets(record) }
    if device.isUp { settleLimits() }
    for record in records { settleBucket(record) }
    settleProcessor()
    if device.isUp {
      for record in records { settleJobs(record) }
      ringAlarms()
    }
    for record in records { settleRunTime(record) }
    tellObservers()
  }

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nextMoment.map { next in
      simulation.schedule(at: next) { [weak self] in self?.alarmRang() }
    }
  }

  /// The next moment of any machine.
  private var nextMoment: VirtualInstant? {
    guard device.isUp else { return nil }
    var moments = [processor.nextDeadline, doze.nextDeadline, nextAlarmMoment]
    for record in records {
      moments += record.services.map(\.machine.nextDeadline)
      moments += record.wakeLocks.map(\.machine.nextDeadline)
      moments += record.budgets.map { $0.budget.nextDeadline(after: now) }
      moments += [
        record.isIdle ? nil : idleMoment(record), freezeMoment(record), makerMoment(record),
        record.standby.nextChange(policy, after: now),
        record.jobs.nextDeadline(surroundings(of: record), at: now),
        record.busyUntil > now ? record.busyUntil : nil,
      ]
    }
    return moments.compactMap { $0 }.min()
  }

  private func alarmRang() {
    alarm = nil
    settle()
  }

  /// What is due of Doze, wake locks and services.
  private func settleDeadlines() {
    if doze.deadlineReached(dozeSurroundings, at: now) { dozeChanged() }
    for record in records {
      for lock in record.wakeLocks {
        if lock.machine.deadlineReached(at: now) == .released { wakeLockReleased(lock) }
      }
      for service in record.services { deadlineReached(service, record) }
    }
  }

  /// What is used up, and what a maker ends.
  private func settleLimits() {
    for record in records {
      checkBudgets(record)
      checkMaker(record)
    }
  }

  private func tellObservers() {
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
      // It may use the network in Doze now, or not any more.
      if doze.isIdle { tellTransfersOfNetwork() }
    }
  }
}
