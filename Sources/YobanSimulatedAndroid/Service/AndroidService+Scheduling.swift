import YobanNetwork
import YobanVirtualTime

// Alarms and jobs (AN8, AN9, AN17).
extension AndroidService {
  // MARK: Alarms

  func setAlarm(
    _ target: AlarmQueue.Target, _ kind: AlarmQueue.Kind, at trigger: VirtualInstant, wakes: Bool,
    interval: Duration? = nil, _ record: AndroidRecord
  ) throws(AndroidException) {
    let isExact = kind == .exact || kind == .exactWhileIdle || kind == .clock
    // An alarm for a listener of the app's own process needs no permission.
    let needsPermission = if case .intent = target { isExact } else { false }
    if needsPermission, record.follows(\.demandsExactAlarmPermission),
      !mayScheduleExactAlarms(record)
    {
      let exception = AndroidException(
        .security,
        "Caller \(record.manifest.package) needs to hold android.permission.SCHEDULE_EXACT_ALARM or android.permission.USE_EXACT_ALARM to set exact alarms."
      )
      post(.refused("set \(kind.rawValue) alarm", exception: exception.shortName), record)
      throw exception
    }
    alarms.set(
      AlarmQueue.Alarm(
        app: record.manifest.package, target: target, kind: kind, trigger: trigger, wakes: wakes,
        interval: interval))
    update()
  }

  func mayScheduleExactAlarms(_ record: AndroidRecord) -> Bool {
    !record.follows(\.demandsExactAlarmPermission) || record.holds("SCHEDULE_EXACT_ALARM")
      || record.holds("USE_EXACT_ALARM") || record.ignoresBatteryOptimizations
  }

  func cancelAlarm(_ target: AlarmQueue.Target, _ record: AndroidRecord) {
    alarms.cancel(target, of: record.manifest.package)
    update()
  }

  private func alarmSurroundings(_ package: String) -> AlarmQueue.Surroundings {
    var around = AlarmQueue.Surroundings(
      isDeepIdle: doze.isDeepIdle, isProcessorAwake: processor.isAwake)
    if let record = records.first(where: { $0.manifest.package == package }),
      !device.power.isCharging, !record.app.isInFront
    {
      let bucket = bucket(record)
      around.perHour = bucket.alarmsPerHour(policy)
      around.interval = bucket.interval(policy)
    }
    return around
  }

  var nextAlarmMoment: VirtualInstant? { alarms.next(at: now, alarmSurroundings)?.moment }

  func ringAlarms() {
    while let (alarm, moment) = alarms.next(at: now, alarmSurroundings), moment <= now {
      alarms.rang(alarm, isDeepIdle: doze.isDeepIdle, at: now)
      guard let record = records.first(where: { $0.manifest.package == alarm.app }) else {
        continue
      }
      wake(for: policy.componentRunTime)
      ring(alarm, record)
    }
  }

  private func ring(_ alarm: AlarmQueue.Alarm, _ record: AndroidRecord) {
    let isExact = alarm.kind == .exactWhileIdle || alarm.kind == .exact || alarm.kind == .clock
    switch alarm.target {
    case .intent(let pending):
      post(
        .alarm("\(alarm.kind.rawValue) \(pending.intent.component ?? pending.intent.action ?? "")"),
        record)
      if isExact { allow(.exactAlarm, record) }
      send(pending, record)
    case .listener(let number, let tag):
      post(.alarm("\(alarm.kind.rawValue) \(tag)"), record)
      if isExact { allow(.exactAlarm, record) }
      record.busyUntil = now + policy.componentRunTime
      notify(record) { $0.alarmRang(listener: number) }
    }
  }

  /// Exempts the app from background limits for a short time (AN4).
  func allow(_ exemption: ForegroundStartGate.Exemption, _ record: AndroidRecord) {
    record.allowances.removeAll { $0.until <= now || $0.exemption == exemption }
    record.allowances.append((exemption, now + exemption.lasts(policy)))
  }

  /// Performs a pending intent, and starts the process if necessary.
  func send(_ pending: PendingIntentDescription, _ record: AndroidRecord) {
    guard !record.isStopped, device.isUp else { return }
    switch pending.target {
    case .broadcast:
      // The refusal is in the trace; there may be no caller to throw to.
      guard (try? checkBroadcast(pending.intent, record)) != nil else { return }
      deliver(pending.intent, record)
    case .service, .foregroundService:
      guard isStartAllowed(record, "service \(pending.intent.component ?? "")") else { return }
      startProcess(record, "service \(pending.intent.component ?? "")")
      beginWork(record)
      do {
        _ = try startService(
          pending.intent, inForeground: pending.target == .foregroundService, record)
      } catch {}  // see above
    case .activity: break  // not possible from background: the user must open the app
    }
  }

  // MARK: Jobs

  func surroundings(of record: AndroidRecord) -> JobQueue.Surroundings {
    JobQueue.Surroundings(
      isUp: device.isUp && device.isUnlocked && mayStartProcess(record),
      isInFront: record.app.isInFront,
      isDozing: doze.isIdle, isCharging: device.power.isCharging,
      isOnline: device.network.path != .offline, isUnmetered: device.network.path == .wifi,
      isScreenOn: device.isScreenOn, isStopped: record.isStopped, bucket: bucket(record))
  }

  /// Returns the time at which a job is due that the maker's phone does not start; nil if the finding of that was
  /// reported already.
  func forbiddenJobMoment(_ record: AndroidRecord) -> VirtualInstant? {
    guard !record.hasReportedAutostart, !record.isStopped, !mayStartProcess(record) else {
      return nil
    }
    var around = surroundings(of: record)
    around.isUp = device.isUp && device.isUnlocked
    return record.jobs.nextDeadline(around, at: now)
  }

  func updateJobs(_ record: AndroidRecord) {
    if let due = forbiddenJobMoment(record), due <= now { _ = isStartAllowed(record, "a job") }
    perform(record.jobs.reconsider(surroundings(of: record), at: now), record)
  }

  func perform(_ actions: [JobQueue.Action], _ record: AndroidRecord) {
    for action in actions {
      switch action {
      case .start(let job):
        startProcess(record, "job \(job.service)")
        post(.job("started \(job.service) \(job.id)"), record)
        wake(for: policy.processorLinger)
        notify(record) { $0.startJob(job) }
      case .stop(let job, let reason):
        post(.job("stopped \(job.service) \(job.id): \(reason)"), record)
        // The process gets a short time to handle the callback.
        record.busyUntil = max(record.busyUntil, now + policy.processorLinger)
        wake(for: policy.processorLinger)
        notify(record) { $0.stopJob(job, reason: reason.rawValue) }
      case .notResponding(let job):
        record.process?.report(.noJobNotification(job.service))
        record.process?.kill(
          .crash("ANR in \(record.manifest.package): required notification not provided"))
        return
      }
    }
  }

  /// The alarms and jobs of an app, which make it run again.
  package func obligations(to app: InstalledApp) -> [String] {
    guard let record = record(of: app) else { return [] }
    let jobs = record.jobs.waiting.count + record.jobs.running.count
    return [alarmWords(record), Self.words(jobs, "a job", "jobs")].compactMap(\.self)
  }

  /// The number of an app's alarms that survive its process; nil if there are none.
  func alarmWords(_ record: AndroidRecord) -> String? {
    let count = alarms.alarms.count { alarm in
      if case .intent = alarm.target { alarm.app == record.manifest.package } else { false }
    }
    return Self.words(count, "an alarm", "alarms")
  }

  private static func words(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : count == 1 ? one : "\(count) \(many)"
  }

  /// `JobScheduler.schedule`.
  ///
  /// - Returns: false for a user-initiated job of an app that may not schedule it now (AN21).
  func scheduleJob(_ job: JobDescription, _ record: AndroidRecord) -> Bool {
    guard !job.isUserInitiated || record.mayScheduleUserJobs(at: now) else {
      post(.job("refused \(job.service) \(job.id): the app is not visible"), record)
      record.process?.report(.userJobInBackground(job.service))
      return false
    }
    perform(record.jobs.schedule(job, at: now), record)
    update()
    return true
  }

  func cancelJob(_ id: Int32, _ record: AndroidRecord) {
    perform(record.jobs.cancel(id, at: now), record)
    update()
  }

  func cancelJobs(_ record: AndroidRecord) {
    perform(record.jobs.cancelAll(at: now), record)
    update()
  }

  func jobFinished(_ id: Int32, wantsReschedule: Bool, _ record: AndroidRecord) {
    guard let run = record.jobs.running.first(where: { $0.job.id == id }) else { return }
    post(.job("finished \(run.job.service) \(id)"), record)
    record.jobs.finished(id, wantsReschedule: wantsReschedule, at: now)
    update()
  }
}
