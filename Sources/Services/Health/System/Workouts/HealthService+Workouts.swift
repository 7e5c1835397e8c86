import YobanAppleSystem
import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch

/// Workout sessions, and how they launch apps and keep them running (WK2 to WK4, WK6).
extension HealthService {
  /// The constants of workouts. An iPhone has those of the watch of the same autumn.
  var workoutPolicy: WatchPolicy { device.policy(WatchPolicy.self) }

  // MARK: Calls

  /// Performs a call of the app. Calls are performed in the order in which the app made them.
  ///
  /// - Parameter calledInFront: whether the app was in front when it made the call.
  func handle(
    _ input: WorkoutMachine.Input, _ session: WorkoutSession, calledInFront: Bool
  ) {
    if input == .prepare || input == .start, !session.machine.isSessionMode,
      let (error, text) = refusal(session, calledInFront)
    {
      session.post(.workoutFailed(code: error.rawValue))
      session.notify(.failed(error, text))
      return
    }
    perform(session.machine.handle(input, at: now), of: session)
  }

  /// Returns the reason why a session cannot begin; nil if it can.
  private func refusal(
    _ session: WorkoutSession, _ calledInFront: Bool
  ) -> (HealthError, String)? {
    guard session.state == .notStarted, let process = session.process else { return nil }
    switch authorization(toShare: Self.workoutType, of: session.app) {
    case .sharingAuthorized: break
    case .sharingDenied:
      process.report(.workoutNotAuthorized(.authorizationDenied))
      return (.authorizationDenied, "Not authorized")
    case .notDetermined:
      process.report(.workoutNotAuthorized(.authorizationNotDetermined))
      return (.authorizationNotDetermined, "Authorization is not determined")
    }
    let isFromPhone = launchedForWorkout[session.app.definition.bundleIdentifier].map { $0 > now }
    if workoutPolicy.workoutNeedsForeground, !calledInFront, isFromPhone != true {
      process.report(.workoutInBackground)
      return (
        .backgroundWorkoutSessionNotAllowed,
        "A workout session cannot be started while the app is in the background"
      )
    }
    if watch != nil, !hasMode(session.app) { process.report(.noWorkoutMode) }
    return nil
  }

  private func perform(_ actions: [WorkoutMachine.Action], of session: WorkoutSession) {
    for action in actions {
      switch action {
      case .sessionMode(true): began(session)
      case .sessionMode(false): ended(session)
      case .changed(let to, let from):
        reportEnergy()
        session.post(.workout(to.name))
        tell(session, .changed(to: to, from: from, at: now))
        updateMeasurements(of: session)
      case .paused: tell(session, .generated(isPause: true, at: now))
      case .resumed: tell(session, .generated(isPause: false, at: now))
      case .credited(let time):
        let minutes = Int(time.seconds / 60)
        if minutes > 0 { session.post(.exerciseCredited(minutes: minutes)) }
      case .refused:
        session.notify(
          .failed(
            .invalidArgument,
            "Unable to transition to the desired state from the \(session.state.name) state"))
      }
    }
    if workoutPolicy.pausedWorkoutLimit != nil, active === session { grantRunTime() }
  }

  /// Notifies the app of a session, and the mirror on the iPhone.
  private func tell(_ session: WorkoutSession, _ event: WorkoutEvent) {
    session.notify(event)
    forward(event, of: session)
  }

  /// Makes a session the active one of the device. Another active session ends (WK2).
  private func began(_ session: WorkoutSession) {
    if let other = active, other !== session {
      other.post(.workoutFailed(code: HealthError.anotherWorkoutSessionStarted.rawValue))
      other.notify(.failed(.anotherWorkoutSessionStarted, "Another workout session was started"))
      end(other)
    }
    setActive(session)
    grantRunTime()
  }

  private func ended(_ session: WorkoutSession) {
    guard active === session else { return }
    setActive(nil)
    if let process = session.app.process {
      // Give a running app a moment to receive the event.
      let isLeft = process.isInBackground && process.isRunning
      process.grant(.workoutSession, until: isLeft ? now + workoutPolicy.suspensionDelay : nil)
    }
    watch?.forgetCap(of: session.app)
    watch?.reconsiderFrontmost()
  }

  /// Ends a session, on the call of the app or by the system.
  func end(_ session: WorkoutSession) {
    if unrecoveredSession === session { unrecoveredSession = nil }
    perform(session.machine.handle(.end, at: now), of: session)
  }

  // MARK: Run time

  /// Grants the session's app background run time for as long as the session lasts (WK2, WK3).
  func grantRunTime() {
    guard let active, let process = active.app.process else { return }
    let limit = workoutPolicy.pausedWorkoutLimit.flatMap { limit in
      active.machine.pausedSince.map { $0 + limit }
    }
    let isGranted =
      keepsRunning(active.app) && !active.isThrottled && limit.map { $0 > now } ?? true
    process.grant(.workoutSession, until: isGranted ? limit ?? .distantFuture : nil)
  }

  /// Handles an app that uses more CPU than a session may (WK6).
  package func exceededProcessorCap(_ process: AppProcess, _ why: String) {
    guard let active, active.app === process.app else { return }
    if workoutPolicy.workoutAboveCapIsKilled {
      process.kill(.killed(.watchProcessor, why))
    } else {
      active.isThrottled = true
      grantRunTime()
    }
  }

  // MARK: Workouts begun by the phone

  /// `startWatchApp(with:completion:)` on the phone: launches or wakes the watch app.
  ///
  /// - Parameter done: called in the phone app's process, with whether the watch app was launched.
  package func startWatchApp(
    _ configuration: WorkoutConfiguration, for process: AppProcess,
    _ done: @escaping (Bool) -> Void
  ) {
    simulation.schedule(at: now) { [self] in
      let isLaunched = launchWatchApp(configuration, of: process.app)
      guard process.process.state != .dead else { return }
      simulation.perform(as: process.process) { done(isLaunched) }
    }
  }

  private func launchWatchApp(
    _ configuration: WorkoutConfiguration, of app: InstalledApp
  ) -> Bool {
    guard let watch = device.counterpart as? Watch, watch.isUp,
      let companion = device.counterpart(of: app)
    else { return false }
    watch.health.launch(companion, for: configuration)
    return true
  }

  /// Launches or wakes a watch app so that it begins a workout.
  func launch(_ app: InstalledApp, for configuration: WorkoutConfiguration) {
    if app.needsLaunch { device.launch(app, .workout) }
    guard let process = app.process else { return }
    let until = now + workoutPolicy.workoutLaunchWake
    launchedForWorkout[app.definition.bundleIdentifier] = until
    if process.isInBackground, !hasActiveWorkout(app) {
      process.grantForEvents(.workoutSession, until: until)
    }
    process.afterLaunch { ($0 as? any WorkoutLaunchReceiver)?.handleWorkout(configuration) }
  }

  // MARK: Launches

  /// Launches the app again while its session continues.
  func recoverLater(_ session: WorkoutSession) {
    guard session.relaunches < workoutPolicy.workoutRelaunches else {
      session.post(.workout("not recovered"))
      return end(session)
    }
    unrecoveredSession = session
    simulation.schedule(at: now + workoutPolicy.workoutRelaunchDelay) { [weak self] in
      guard let self, unrecoveredSession === session, session.app.needsLaunch else { return }
      session.relaunches += 1
      device.launch(session.app, .workoutRecovery, connectsScene: true)
    }
  }
}

extension HealthService: SystemService {
  package func launched(_ process: AppProcess) {
    (device.counterpart as? Watch)?.health.reconnectMirrors(with: process.app)
    guard let session = unrecoveredSession, session.app === process.app else { return }
    recoveringProcess = process
    grantRunTime()
    process.afterLaunch { [weak self] receiver in
      (receiver as? any WorkoutLaunchReceiver)?.handleActiveWorkoutRecovery()
      guard let self else { return }
      simulation.schedule(at: now + workoutPolicy.workoutLaunchWake) { [weak self, weak process] in
        guard let self, let process, unrecoveredSession === session, process.process.state != .dead
        else { return }
        process.report(watch == nil ? .phoneWorkoutNotRecovered : .workoutNotRecovered)
      }
    }
  }

  package func enteredBackground(_ process: AppProcess) { if owns(process) { grantRunTime() } }

  package func becameActive(_ process: AppProcess) {
    if owns(process) { active?.isThrottled = false }
  }

  private func owns(_ process: AppProcess) -> Bool { active?.app === process.app }

  package func keepsRunning(_ app: InstalledApp) -> Bool {
    hasActiveWorkout(app) && (watch != nil || healthPolicy.phoneWorkoutsRun)
  }

  package func resumed(_ process: AppProcess) { deliverData(to: process) }

  /// A complication on the face changes the budget of deliveries (HK5).
  package func conditionsChanged() { if watch != nil { scheduleDelivery() } }

  package func lockChanged() { lockMayHaveChanged() }

  package func deviceWasUnlocked() { lockMayHaveChanged() }

  package func processEnded(_ process: AppProcess, reason: TerminationReason) {
    forgetObservers(of: process)
    forgetMirrors(of: process)
    guard let session = active, session.app === process.app else { return }
    session.detach()
    switch reason {
    case .forceQuit, .reboot, .batteryEmpty, .uninstalled: end(session)
    case .jetsam, .killed, .crash, .system, .updated: recoverLater(session)
    }
  }

  package func appDeleted(_ app: InstalledApp) {
    if let session = active, session.app === app { end(session) }
    launchedForWorkout[app.definition.bundleIdentifier] = nil
    forget(app)
  }

  /// A session whose app has no process ends when the device shuts down, too.
  package func deviceWentDown() {
    lockedAt = nil
    if let session = active { end(session) }
  }

  package func obligations(to app: InstalledApp) -> [String] {
    (hasActiveWorkout(app) ? ["a workout"] : [])
      + (deliveries.contains { $0.app === app } ? ["health data"] : [])
  }
}
