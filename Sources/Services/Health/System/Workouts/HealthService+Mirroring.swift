import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatchLink

/// Workout sessions of a watch that the app of its iPhone mirrors (WK13).
extension HealthService {
  // MARK: On the watch

  /// Whether the watch has a link to its iPhone.
  var reachesPhone: Bool { device.watchLink.reachesCounterpart }

  /// `startMirroringToCompanionDevice(completion:)`: launches the iPhone's app, which gets the mirror of the session.
  func startMirroring(
    _ session: WorkoutSession, for process: AppProcess, _ done: @escaping WorkoutDone
  ) {
    simulation.schedule(at: now + healthPolicy.mirrorLatency) { [self] in
      if session.state == .ended {
        return answer(
          process, (.invalidArgument, "Unable to mirror a workout session that has ended"), done)
      }
      guard session.remote != nil || connect(session) else {
        return answer(process, (.unknown, "Unable to reach the companion app"), done)
      }
      if !session.isMirroring {
        mirroring.append(session)
        session.post(.workout("mirrored to the iPhone"))
      }
      answer(process, nil, done)
    }
  }

  /// `stopMirroringToCompanionDevice(completion:)`: only the iPhone's app receives a callback. A session that has ended
  /// is not mirrored any more, so there is nothing to stop, and no error.
  func stopMirroring(
    _ session: WorkoutSession, for process: AppProcess, _ done: @escaping WorkoutDone
  ) {
    simulation.schedule(at: now + healthPolicy.mirrorLatency) { [self] in
      guard session.isMirroring || session.state == .ended else {
        return answer(process, (.invalidArgument, "The workout session is not mirrored"), done)
      }
      if session.isMirroring { stopMirroring(session) }
      answer(process, nil, done)
    }
  }

  private func stopMirroring(_ session: WorkoutSession) {
    mirroring.removeAll { $0 === session }
    session.remote?.disconnect(because: nil)
  }

  /// Connects a session with the app of the iPhone.
  ///
  /// - Returns: false if the app cannot be reached.
  private func connect(_ session: WorkoutSession) -> Bool {
    guard watch != nil, session.state != .ended, reachesPhone, let phone = device.counterpart,
      phone.profile.version >= 17,
      let app = device.counterpart(of: session.app),
      !app.isForceQuit || healthPolicy.mirroringLaunchesForceQuitApps
    else { return false }
    let remote = MirroredWorkout(session, app)
    session.remote = remote
    phone.health.accept(remote)
    return true
  }

  /// Passes an event of a session on to the iPhone.
  func forward(_ event: WorkoutEvent, of session: WorkoutSession) {
    guard let remote = session.remote else { return forgetIfOver(session) }
    simulation.schedule(at: now + healthPolicy.mirrorLatency) { [self] in
      guard remote.isConnected, reachesPhone else { return forgetIfOver(session) }
      if case .changed(let state, _, _) = event { remote.state = state }
      remote.notify(event)
      // The end of a session is the end of its mirror.
      if remote.state == .ended { stopMirroring(session) }
    }
  }

  /// A session that has ended without a connection is never connected again.
  private func forgetIfOver(_ session: WorkoutSession) {
    if session.remote == nil, session.state == .ended { stopMirroring(session) }
  }

  /// The link to the iPhone was lost, or has come back: the watch connects again by itself.
  func linkChanged() {
    guard reachesPhone != reachedPhone else { return }
    (reachedPhone, lastLinkChange) = (reachesPhone, now)
    for session in mirroring {
      let lost = session.remote
      let delay = reachesPhone ? healthPolicy.mirrorLatency : healthPolicy.mirrorTimeout
      simulation.schedule(at: now + delay) { [weak self] in
        guard let self, session.isMirroring else { return }
        if reachesPhone {
          if session.remote == nil { _ = connect(session) } else { synchronize(session) }
        } else if let remote = session.remote, remote === lost, !linkChanged(within: delay) {
          session.remote = nil
          let why = "The connection to the other device was lost"
          remote.disconnect(because: why)
          session.notify(.disconnected(why))
          forgetIfOver(session)
        }
      }
    }
  }

  /// Whether the link has changed within a time.
  private func linkChanged(within time: Duration) -> Bool {
    lastLinkChange.map { $0 + time > now } ?? false
  }

  /// Tells the iPhone the state that changed while there was no link for a moment.
  private func synchronize(_ session: WorkoutSession) {
    guard let remote = session.remote, remote.state != session.state else { return }
    forward(.changed(to: session.state, from: remote.state, at: now), of: session)
  }

  // MARK: Data

  /// Sends data of the watch's app to the iPhone's.
  func send(
    _ data: Data, to remote: MirroredWorkout?, from session: WorkoutSession,
    _ process: AppProcess, _ done: @escaping WorkoutDone
  ) {
    guard let remote else { return answer(process, Self.notMirrored, done) }
    guard accepts(data, &session.outgoing) else { return answer(process, Self.tooMuch, done) }
    carry(process, done) { [self] in
      guard remote.isConnected, reachesPhone else { return Self.notMirrored }
      guard remote.takesData, session.state != .notStarted else { return Self.notSetUp }
      remote.receive(data)
      return nil
    }
  }

  /// Sends data of the iPhone's app to the watch's. Called for the service of the watch.
  func send(
    _ data: Data, from remote: MirroredWorkout, _ process: AppProcess,
    _ done: @escaping WorkoutDone
  ) {
    guard remote.isConnected else { return answer(process, Self.notMirrored, done) }
    guard accepts(data, &remote.outgoing) else { return answer(process, Self.tooMuch, done) }
    carry(process, done) { [self] in
      guard remote.isConnected, reachesPhone else { return Self.notMirrored }
      guard remote.primary.takesData else { return Self.notSetUp }
      remote.primary.receive(data)
      return nil
    }
  }

  private func accepts(_ data: Data, _ window: inout MirrorWindow) -> Bool {
    window.accepts(
      Int64(data.count), at: now, limit: healthPolicy.mirrorBytes, in: healthPolicy.mirrorWindow)
  }

  /// Delivers data after its way, and answers the sender after the way back.
  private func carry(
    _ process: AppProcess, _ done: @escaping WorkoutDone,
    _ deliver: @escaping () -> (error: HealthError, text: String)?
  ) {
    simulation.schedule(at: now + healthPolicy.mirrorLatency) { [self] in
      let error = deliver()
      simulation.schedule(at: now + healthPolicy.mirrorLatency) { [self] in
        answer(process, error, done)
      }
    }
  }

  private func answer(
    _ process: AppProcess, _ error: (error: HealthError, text: String)?,
    _ done: @escaping WorkoutDone
  ) {
    simulation.schedule(at: now) { [self] in
      guard process.process.state != .dead else { return }
      simulation.perform(as: process.process) { done(error) }
    }
  }

  private static let notMirrored = (
    error: HealthError.invalidArgument, text: "The workout session is not mirrored"
  )
  private static let notSetUp = (
    error: HealthError.invalidArgument, text: "Remote session delegate is not set up."
  )
  private static let tooMuch = (
    error: HealthError.dataSizeExceeded,
    text: "The data exceeds what can be sent in a window of time"
  )

  // MARK: On the iPhone

  /// `workoutSessionMirroringStartHandler`. A mirror that waits for a handler is given at once.
  ///
  /// - Parameter handler: called in the app's process; nil removes the handler.
  package func onMirroring(for process: AppProcess, _ handler: ((MirroredWorkout) -> Void)?) {
    mirroringHandlers.removeAll { $0.process === process }
    guard let handler else { return }
    mirroringHandlers.append((process, handler))
    for mirror in mirrors where mirror.process === process { give(mirror) }
  }

  /// The watch has connected a session: launches or wakes the app, and gives the mirror to its handler.
  func accept(_ mirror: MirroredWorkout) {
    if mirror.app.needsLaunch { device.launch(mirror.app, .workoutMirroring) }
    guard let process = mirror.app.process else { return }
    mirror.process = process
    mirrors.append(mirror)
    process.post(.health("mirrors a workout of \(mirror.primary.service.device.name)"))
    let until = now + healthPolicy.mirrorWake
    if process.isInBackground { process.grantForEvents(.workoutMirroring, until: until) }
    process.afterLaunch { [weak self, weak mirror] _ in if let mirror { self?.give(mirror) } }
    simulation.schedule(at: until) { [weak mirror, weak process] in
      guard let mirror, let process, !mirror.isGiven, mirror.isConnected,
        process.process.state != .dead
      else { return }
      process.report(.noMirroringHandler)
    }
  }

  private func give(_ mirror: MirroredWorkout) {
    guard !mirror.isGiven, mirror.isConnected, let process = mirror.process,
      process.process.state != .dead,
      let handler = mirroringHandlers.first(where: { $0.process === process })?.handler
    else { return }
    mirror.isGiven = true
    simulation.perform(as: process.process) { handler(mirror) }
  }

  /// A process was resumed: it receives the data that waits.
  func deliverData(to process: AppProcess) {
    for mirror in mirrors where mirror.process === process { mirror.deliverData() }
    for session in mirroring where session.process === process { session.deliverData() }
  }

  /// An app of the iPhone was launched: the sessions of the watch that have lost it connect again.
  func reconnectMirrors(with app: InstalledApp) {
    for session in mirroring
    where session.remote == nil && device.counterpart(of: session.app) === app {
      simulation.schedule(at: now + healthPolicy.mirrorLatency) { [weak self] in
        guard let self, session.isMirroring, session.remote == nil else { return }
        _ = connect(session)
      }
    }
  }

  /// The process of the iPhone's app has ended, and its mirrors with it.
  func forgetMirrors(of process: AppProcess) {
    mirroringHandlers.removeAll { $0.process === process }
    for mirror in mirrors where mirror.process === process {
      mirror.disconnect(because: nil)
      mirror.primary.notify(.disconnected("The app on the other device has ended"))
    }
  }
}

extension MirroredWorkout {
  /// Ends the connection. The session is no longer valid then.
  func disconnect(because why: String?) {
    guard isConnected else { return }
    isConnected = false
    if process?.isRunning == true { disconnected = primary.service.now }
    if primary.remote === self { primary.remote = nil }
    app.appleDevice.health.mirrors.removeAll { $0 === self }
    notify(.disconnected(why))
  }
}
