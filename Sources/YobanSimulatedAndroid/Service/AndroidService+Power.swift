import YobanVirtualTime

// The CPU, wake locks, Doze, and frozen processes (AN7, AN8).
extension AndroidService {
  /// An end of run time that is never reached.
  static let forEver = VirtualInstant.start + .seconds(100 * 365 * 24 * 3600)

  func updateProcessor() {
    let isHeld =
      device.isUp
      && (device.isScreenOn
        || records.contains { record in
          !record.jobs.running.isEmpty || record.wakeLocks.contains { counts($0) }
        })
    let changed = processor.setHeld(isHeld, at: now)
    if processor.deadlineReached(at: now) || changed { processorChanged() }
    reportEnergy()
  }

  /// Reports for which apps and why the CPU is awake in background (EN1). The screen, and the app in front, are
  /// reported by the device.
  private func reportEnergy() {
    var uses: [EnergyUse] = []
    if processor.isAwake {
      for record in records {
        let app = record.app.definition.name
        for lock in record.wakeLocks where counts(lock) {
          uses.append(EnergyUse(app, "processor awake: wake lock \(lock.tag)", .awake))
        }
        if !record.jobs.running.isEmpty {
          uses.append(EnergyUse(app, "processor awake: job", .awake))
        }
      }
      if uses.isEmpty, !device.isScreenOn {
        uses.append(EnergyUse(nil, "processor awake: for a moment after an event", .awake))
      }
    }
    device.energyMeter.set(uses, by: "android")
  }

  /// Wakes the CPU for a short time, for example for an alarm or for a sensor with a wake-up FIFO.
  func wakeProcessor(for time: Duration) {
    guard device.isUp else { return }
    wake(for: time)
    update()
  }

  /// Wakes the CPU without an update, for callers that update afterwards.
  func wake(for time: Duration) {
    if processor.wake(for: time, at: now) { processorChanged() }
  }

  private func processorChanged() {
    post(.cpu(isAwake: processor.isAwake))
    if !processor.isAwake { reportSleepUnderServices() }
    for observer in observers { observer.processorChanged() }
  }

  /// Reports once for each app that a foreground service alone does not keep the CPU awake (AN7).
  private func reportSleepUnderServices() {
    for record in records where record.hasForegroundService && !record.hasReportedSleep {
      record.hasReportedSleep = true
      let isWithheld = withholdsWakeLocks(of: record) && record.wakeLocks.contains(where: \.isHeld)
      record.process?.report(isWithheld ? .wakeLockWithheld : .sleepUnderService)
    }
  }

  /// Whether a wake lock keeps the CPU awake (AN7, AN8).
  private func counts(_ lock: WakeLock) -> Bool {
    let record = lock.record
    guard lock.isHeld, !withholdsWakeLocks(of: record) else { return false }
    if record.ignoresBatteryOptimizations || record.hasForegroundService { return true }
    if doze.isDeepIdle { return false }
    return policy.idleAppsKeepWakeLocks || !record.isIdle
  }

  func wakeLockAcquired(_ lock: WakeLock) {
    lock.record.wakeLocks.append(lock)
    post(.wakeLock(lock.tag, isHeld: true), lock.record)
  }

  func wakeLockReleased(_ lock: WakeLock) {
    lock.record.wakeLocks.removeAll { $0 === lock }
    post(.wakeLock(lock.tag, isHeld: false), lock.record)
  }

  // MARK: Run time

  /// Lets a process in background run while the CPU is awake and the process is not frozen.
  func updateRunTime(_ record: AndroidRecord) {
    guard let process = record.process else {
      record.cachedSince = nil
      return
    }
    if record.importance(at: now) == .cached {
      record.cachedSince = record.cachedSince ?? now
    } else {
      record.cachedSince = nil
    }
    let isFrozen = frozenFrom(record).map { $0 <= now } ?? false
    let mayRun = processor.isAwake && !isFrozen
    process.grant(.cpu, until: mayRun ? Self.forEver : nil)
  }

  /// Returns the time at which a cached app will be frozen; nil if it is frozen already, or will
  /// not be.
  func freezeMoment(_ record: AndroidRecord) -> VirtualInstant? {
    frozenFrom(record).flatMap { $0 > now ? $0 : nil }
  }

  private func frozenFrom(_ record: AndroidRecord) -> VirtualInstant? {
    guard let since = record.cachedSince, let time = policy.cachedFreezeAfter else { return nil }
    return since + time
  }

  // MARK: Doze

  var dozeSurroundings: DozeStateMachine.Surroundings {
    .init(
      isScreenOn: device.isScreenOn, isCharging: device.power.isCharging,
      isMoving: device.isMoving)
  }

  func dozeChanged() {
    post(.doze(doze.state.rawValue))
    let modes = (isDeep: doze.isDeepIdle, isLight: doze.isLightIdle)
    let last = lastModes
    lastModes = modes
    if modes.isDeep != last.isDeep {
      broadcast(
        AndroidIntentDescription(action: "android.os.action.DEVICE_IDLE_MODE_CHANGED"),
        toManifest: false)
    }
    if modes.isLight != last.isLight {
      broadcast(
        AndroidIntentDescription(action: "android.os.action.LIGHT_DEVICE_IDLE_MODE_CHANGED"),
        toManifest: false)
    }
    notifyTransfersOfNetwork()
  }

  /// Notifies the other services that Doze has disabled or restored network access.
  func notifyTransfersOfNetwork() {
    device.notifyServices { if $0 !== self { $0.conditionsChanged() } }
  }
}
