import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// Extended runtime sessions and the launches of their apps (WK5).
extension WatchService {
  /// Creates the session behind a new `WKExtendedRuntimeSession`.
  package func makeExtendedSession(
    for process: AppProcess, _ receiver: any ExtendedRuntimeEventReceiver
  ) -> ExtendedRuntimeSession {
    ExtendedRuntimeSession(self, process, receiver)
  }

  func add(_ session: ExtendedRuntimeSession) {
    if !extendedSessions.contains(where: { $0 === session }) { extendedSessions.append(session) }
  }

  func surroundings(of session: ExtendedRuntimeSession) -> ExtendedRuntimeMachine.Surroundings {
    .init(
      isActive: session.process?.visibleState == .active,
      hasAnother: extendedSessions.contains {
        $0 !== session && $0.app === session.app && ($0.isRunning || $0.isScheduled)
      },
      mayRefresh: device.backgroundRefreshStatus(of: session.app) == .available)
  }

  func perform(_ actions: [ExtendedRuntimeMachine.Action], of session: ExtendedRuntimeSession) {
    for action in actions {
      switch action {
      case .didStart: began(session)
      case .willExpire:
        post(.extendedRuntime("will expire"), of: session)
        session.notify { $0.willExpire() }
      case .invalidated(let reason): ended(session, reason)
      }
    }
    setAlarm(session)
  }

  private func began(_ session: ExtendedRuntimeSession) {
    post(.extendedRuntime("running"), of: session)
    if let process = session.process {
      session.notify { $0.didStart() }
      grantExtendedRuntime(process)
      capChanged(process)
      return
    }
    // A smart alarm begins whose app's process ended in the meantime.
    if session.app.needsLaunch { device.launch(session.app, .extendedRuntime) }
    guard let process = session.app.process else { return }
    process.grantForEvents(
      .extendedRuntime, until: (session.expires ?? now) + policy.suspensionDelay)
    process.afterLaunch { [weak self, weak session] receiver in
      guard let self, let session else { return }
      (receiver as? any WatchApplicationEventReceiver)?.handleExtendedRuntime(session)
      guard session.hasDelegate else {
        return perform(session.machine.end(.suppressedBySystem), of: session)
      }
      session.notify { $0.didStart() }
      capChanged(process)
    }
  }

  private func ended(_ session: ExtendedRuntimeSession, _ reason: ExtendedRuntimeEnd) {
    extendedSessions.removeAll { $0 === session }
    post(.extendedRuntime("invalid: \(reason)"), of: session)
    if session.isAlarm, session.expires != nil, !session.hasNotified {
      session.app.process?.report(.silentAlarm)
    }
    session.notify { $0.invalidated(reason) }
    guard let process = session.app.process else { return }
    if session.expires != nil {
      // Give a running app a moment to receive the event.
      let isLeft = process.isInBackground && process.isRunning
      process.grant(.extendedRuntime, until: isLeft ? now + policy.suspensionDelay : nil)
      capChanged(process)
    }
    reconsiderFrontmost()
  }

  private func setAlarm(_ session: ExtendedRuntimeSession) {
    if let alarm = session.alarm { simulation.cancel(alarm) }
    session.alarm = session.machine.nextDeadline.map { deadline in
      simulation.schedule(at: max(now, deadline)) { [weak self, weak session] in
        guard let self, let session else { return }
        session.alarm = nil
        perform(session.machine.deadlineReached(at: now), of: session)
      }
    }
  }

  /// Grants the app background run time for as long as its session runs, and a moment more to
  /// receive the end event.
  func grantExtendedRuntime(_ process: AppProcess) {
    guard let session = runningSession(of: process.app), let expires = session.expires else {
      return
    }
    process.grant(.extendedRuntime, until: expires + policy.suspensionDelay)
  }

  func runningSession(of app: InstalledApp) -> ExtendedRuntimeSession? {
    extendedSessions.first { $0.app === app && $0.isRunning }
  }

  // MARK: Launches

  /// Handles that the user left the app, or opened another one.
  func leftFront(_ process: AppProcess) {
    for session in extendedSessions where session.process === process {
      perform(session.machine.leftFront(), of: session)
    }
  }

  /// Ends the sessions of a process that ended. A scheduled session stays and waits for the next
  /// launch, except after a force-quit.
  func endExtendedSessions(of process: AppProcess, _ reason: TerminationReason) {
    for session in extendedSessions where session.app === process.app {
      session.detach()
      let survives = session.isScheduled && reason != .forceQuit
      if !survives { perform(session.machine.end(.suppressedBySystem), of: session) }
    }
  }

  func endExtendedSessions(of app: InstalledApp) {
    for session in extendedSessions where session.app === app {
      perform(session.machine.end(.suppressedBySystem), of: session)
    }
  }

  func endScheduledSessions() {
    for session in extendedSessions {
      perform(session.machine.end(.suppressedBySystem), of: session)
    }
  }

  func post(_ event: TraceEvent.WatchEvent, of session: ExtendedRuntimeSession) {
    device.post(
      .watch(event), process: session.process?.name ?? session.app.definition.name)
  }
}

extension Finding {
  static let silentAlarm = Finding(
    .watchSilentAlarm, rule: .wk5,
    what: "A smart alarm session ended, and the app had played no alarm.",
    remedy:
      "Call notifyUser(hapticType:repeatHandler:) while the session runs: else the watch offers the user to disable further ones."
  )
}

extension Finding.Kind {
  /// A smart alarm session ended and had played no alarm.
  public static let watchSilentAlarm = Self("watch.silent-alarm")
}
