import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The positions that apps receive, how location keeps apps running, and automatic pauses (LOC1 to
/// LOC5, LOC8, LOC9).
extension LocationService {
  // MARK: Positions

  /// Returns the current position with the precision that the app may get.
  ///
  /// - Parameter accuracy: the app's desired accuracy, in meters.
  func fix(for record: LocationRecord, accuracy: Double) -> LocationFix {
    if !isPrecise(record.app) || accuracy > policy.reducedAccuracy {
      return approximateFix(for: record)
    }
    let point = position
    return LocationFix(
      latitude: point.latitude, longitude: point.longitude,
      horizontalAccuracy: max(policy.bestAccuracy, accuracy), speed: speed,
      course: speed > 0 ? course ?? -1 : -1, altitude: device.altitude, instant: now)
  }

  /// Returns an approximate position, wrong by up to its accuracy. It stays the same for up to
  /// 20 min (LOC5).
  private func approximateFix(for record: LocationRecord) -> LocationFix {
    if let known = record.approximate, now < known.until { return known.fix }
    func offset() -> Double {
      // The offsets stay within a square inside the circle of the accuracy.
      (Double(random.next(below: 20_001)) / 10_000 - 1) * policy.reducedAccuracy * 0.7
    }
    let place = Place(x: device.place.x + offset(), y: device.place.y + offset())
    let point = World.geography.coordinate(of: place)
    let fix = LocationFix(
      latitude: point.latitude, longitude: point.longitude,
      horizontalAccuracy: policy.reducedAccuracy, speed: -1, altitude: device.altitude,
      instant: now)
    record.approximate = (fix, now + policy.reducedPeriod)
    return fix
  }

  /// Returns the last position that the system computed; nil if there is none, or without
  /// permission.
  package func lastFix(for app: InstalledApp) -> LocationFix? {
    guard permission(of: app) != .none else { return nil }
    return fix(for: record(of: app), accuracy: policy.bestAccuracy)
  }

  /// Returns the heading of the device: its last course, or north if none was set.
  func heading(for app: InstalledApp) -> HeadingFix {
    HeadingFix(
      course: course ?? 0, declination: World.magneticDeclination,
      isLocated: permission(of: app) != .none, instant: now)
  }

  // MARK: Keeping apps running

  /// Returns the time for which updates keep an app running unless they are renewed; nil for as long as they are
  /// on (LOC8).
  func endurance(of app: InstalledApp) -> Duration? {
    // Drawn for both behaviors, so that the choice of one changes nothing else.
    let drawn = random.duration(in: policy.keepAliveWithoutRenewal)
    let isObserved = device.choose(.keepAlive, of: app, default: policy.keepAlive == .observed)
    return isObserved ? drawn : nil
  }

  func context(of process: AppProcess) -> LocationSession.App {
    var status = authorization(of: process.app)
    // Provisional Always counts as While Using until the user answers the second dialog (BC13).
    if permission(of: process.app) == .provisional { status = .whenInUse }
    return LocationSession.App(
      hasBackgroundMode: hasMode(process), authorization: status,
      monitorsChanges: record(of: process.app).significant != nil)
  }

  func hasMode(_ process: AppProcess) -> Bool {
    process.app.definition.infoPlist.backgroundModes.contains("location")
  }

  /// Whether a background activity session keeps the app running: the app uses location and has
  /// permission (LOC9).
  func hasActivity(_ process: AppProcess) -> Bool {
    let hasEffectiveSession = diagnosedSessions.contains {
      $0.process === process && ($0 as? ActivitySession)?.isEffective ?? false
    }
    guard hasEffectiveSession, hasMode(process), permission(of: process.app) != .none,
      !needsServiceSession(process)
    else { return false }
    return liveSessions.contains { $0.process === process }
      || managers.contains { $0.process === process && $0.isUpdating }
  }

  /// Returns the time until which location keeps the process running; nil if it does not.
  private func keptRunning(_ process: AppProcess) -> VirtualInstant? {
    let app = context(of: process)
    var until = managers.filter { $0.process === process }
      .compactMap { $0.session.keepsRunning(app, at: now) }.max()
    if hasActivity(process) {
      until = max(until ?? now, now + LocationSession.extensionWithoutEnd)
    }
    return until
  }

  func isKeptRunning(_ process: AppProcess) -> Bool {
    keptRunning(process).map { $0 > now } ?? false
  }

  /// Whether positions may be delivered to the app now: it is in the foreground, location keeps it running, or it is
  /// an extension that works on a push (LOC12).
  func mayReceivePositions(_ process: AppProcess) -> Bool {
    !process.isInBackground || isKeptRunning(process) || hasPush(process)
  }

  /// Updates the run time that location grants in the background, and the indicator.
  func updateRunTime(_ process: AppProcess) {
    if process.isInBackground { process.grant(.location, until: keptRunning(process)) }
    updateIndicator(process)
    reportEnergy()
  }

  /// Reports which apps keep GPS on: their updates reach them, and ask for enough accuracy (EN3).
  func reportEnergy() {
    guard !managers.isEmpty || !liveSessions.isEmpty else {
      return device.energyMeter.set([], by: "location")
    }
    let limit = device.policy(EnergyPolicy.self).satellitesRestFrom
    var uses = managers.compactMap { manager -> EnergyUse? in
      let process = manager.process
      let accuracy = manager.session.request.desiredAccuracy
      guard manager.isUpdating, process.isRunning, mayReceivePositions(process), accuracy < limit,
        permission(of: process.app) != .none
      else { return nil }
      let words = accuracy < 0 ? "best accuracy" : "\(Int(accuracy)) m"
      return EnergyUse(process.app.definition.name, "GPS: \(words)", .satellites)
    }
    for session in liveSessions
    where !session.isStationary && session.process.isRunning
      && mayReceivePositions(session.process) && permission(of: session.process.app) != .none
      && !needsServiceSession(session.process)
    {
      uses.append(EnergyUse(session.process.app.definition.name, "GPS: live updates", .satellites))
    }
    device.energyMeter.set(uses, by: "location")
  }

  /// Shows or hides the indicator (bar or pill) in the background. With While Using it is always
  /// shown; with Always, only if the app requests it or has a background activity session (LOC2,
  /// LOC9).
  func updateIndicator(_ process: AppProcess) {
    setIndicator(
      process.systemState == .background && isKeptRunning(process) && needsIndicator(process),
      process)
  }

  func setIndicator(_ isShown: Bool, _ process: AppProcess) {
    let record = record(of: process.app)
    guard isShown != record.showsIndicator else { return }
    record.showsIndicator = isShown
    process.post(.location(.indicator(isShown)))
  }

  private func needsIndicator(_ process: AppProcess) -> Bool {
    if permission(of: process.app) != .always || hasActivity(process) { return true }
    let app = context(of: process)
    return managers.contains {
      $0.process === process && $0.session.request.showsBackgroundIndicator
        && $0.session.keepsRunning(app, at: now) != nil
    }
  }

  // MARK: Automatic pauses

  package func movementChanged() {
    stillSince = device.isMoving ? nil : now
    restartStillTimer()
    if device.isMoving { for session in liveSessions { session.conditionsChanged() } }
  }

  /// Whether the device has been still for long enough that live updates pause.
  func pausesLiveUpdates(since start: VirtualInstant) -> Bool {
    stillSince.map { now >= max($0, start) + policy.stationaryAfter } ?? false
  }

  /// Restarts the timers that pause updates of a still device, unless the app disables that (LOC3).
  func restartStillTimer() {
    if let stillTimer { simulation.cancel(stillTimer) }
    stillTimer = nil
    guard !device.isMoving else { return }
    let delay = device.choose(
      .autoPause, of: nil, in: policy.autoPauseAfter,
      default: random.duration(in: policy.autoPauseAfter))
    let longer = delay * policy.vehiclePauseFactor
    stillTimer = simulation.schedule(at: now + delay) { [weak self] in
      guard let self else { return }
      pauseStillManagers(isLong: false)
      stillTimer = simulation.schedule(at: now + longer - delay) { [weak self] in
        self?.stillTimer = nil
        self?.pauseStillManagers(isLong: true)
      }
    }
  }

  /// Pauses the updates of apps in the background that allow it.
  ///
  /// - Parameter isLong: whether the device has been still for longer than a vehicle's usual stop.
  private func pauseStillManagers(isLong: Bool) {
    for manager in managers
    where manager.process.isInBackground && manager.session.pauseIfStill(isLong: isLong) {
      let process = manager.process
      process.post(.location(.paused))
      process.report(.pausedAutomatically)
      manager.notify { $0.paused() }
      process.grantGrace()  // without it the app would be suspended before it is notified
      updateRunTime(process)
    }
  }
}
