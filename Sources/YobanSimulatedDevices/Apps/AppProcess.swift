import Foundation
import YobanVirtualTime

/// The process of one launch of an app. It drives the state machines and performs their actions.
///
/// Not Sendable: it belongs to the process's simulation.
public final class AppProcess {
  package let app: InstalledApp
  package let process: SimulatedProcess
  /// The name in traces: the app's name and the launch number, such as `NightApp#2`.
  public let name: String
  package private(set) var cause: LaunchCause
  /// The value of `UIApplication.applicationState`.
  package private(set) var visibleState = AppState.background
  /// The state as the system sees it, including `suspended`.
  package private(set) var systemState = AppState.notRunning

  private var lifecycle: AppLifecycleStateMachine
  var tasks: BackgroundTaskStateMachine
  private var runTime = RunTimeLedger()
  /// The run time of an app that stays frontmost with the wrist down, which the watch sets (WK1).
  private var graceWithWristDown: Duration?
  var random: RandomStream
  private(set) weak var receiver: (any ApplicationEventReceiver)?
  private var hasScene = false
  /// Whether didFinishLaunching has returned.
  package private(set) var hasFinishedLaunching = false
  private var monitor: ProcessorMonitor
  private var alarm: EventToken?
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// The events that the app has not completed yet, each with its run time grant and deadline.
  var pendingCompletions: [(number: Int, grant: RunTimeLedger.Grant, deadline: VirtualInstant)] = []
  var lastCompletion = 0
  private var touches: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastTouch = 0
  /// Whether the app keeps the screen on in front (`UIApplication.isIdleTimerDisabled`).
  package var keepsScreenOn = false
  /// The incomplete last lines that the process printed to standard output and to standard error.
  var lines: (output: [UInt8], error: [UInt8]) = ([], [])

  /// The message of the Swift runtime before a trap.
  var fatalError: String?

  private lazy var protectionObserver = ProtectionObserver(app)
  private lazy var systemCallObserver = AppSystemCallObserver(self, protectionObserver)
  /// The names or causes of the advice that was reported of this process; each is reported once.
  var advised: Set<String> = []
  var systemChanges = PendingSystemChanges()
  var device: Device { app.device }
  var simulation: Simulation { process.simulation }
  var now: VirtualInstant { simulation.now }

  init(_ app: InstalledApp) {
    self.app = app
    cause = .prewarming
    app.launchCount += 1
    name = "\(app.definition.name)#\(app.launchCount)"
    let device = app.device
    process = device.world.simulation.makeProcess(named: "\(device.name)/\(name)")
    lifecycle = AppLifecycleStateMachine(
      kind: app.definition.infoPlist.lifecycle(on: device.profile.platform),
      policy: device.policy(LifecyclePolicy.self))
    tasks = BackgroundTaskStateMachine(policy: device.policy(BackgroundTaskPolicy.self))
    random = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/\(name)/lifecycle")
    monitor = ProcessorMonitor(device.policy(LifecyclePolicy.self))
  }

  /// The app process whose code is running now; nil outside of any app.
  package static var current: AppProcess? {
    Simulation.current?.currentProcess.existingResident(AppProcess.self)
  }

  // MARK: Launch

  /// Whether the process was prewarmed and waits before UIApplicationMain (L15).
  package private(set) var isPrewarmed = false

  /// Starts the process, or continues the launch of a prewarmed process. With `isAhead`, a process that is prewarmed
  /// runs through didFinishLaunching, too (L15).
  /// With `connectsScene`, a launch in background connects the app's scene, whatever the policy says (L13).
  func start(
    _ cause: LaunchCause, runsAhead isAhead: Bool = false, connectsScene: Bool = false
  ) {
    self.cause = cause
    hasScene =
      cause == .user || connectsScene
      || device.policy(LifecyclePolicy.self).backgroundSceneOnLaunch
    if !isPrewarmed {
      prepare()
      post(.launched(cause))
      reportBackgroundModes()
    }
    isPrewarmed = cause == .prewarming && !isAhead
    guard !isPrewarmed else { return }
    let main = app.definition.main
    process.onMain { MainActor.assumeIsolated { main() } }
    perform(
      lifecycle.launch(
        inForeground: cause == .user, connectsScene: connectsScene, at: now))
  }

  /// Observes the calls on files that somebody needs to know now.
  func observeSystemCalls() {
    if device.observesSystemCalls {
      process.observeCalls(SystemCall.Kind.allCases, with: systemCallObserver)
    } else {
      process.observeCalls(protectionObserver.kinds, with: protectionObserver)
    }
  }

  /// Reports, at the app's first launch only, which of its background modes have no effect here.
  private func reportBackgroundModes() {
    guard app.launchCount == 1, device.profile.platform == .iOS else { return }
    let simulated = device.table.declarations.flatMap(\.backgroundModes).sorted()
    for mode in app.definition.infoPlist.backgroundModes where !simulated.contains(mode) {
      report(.backgroundMode(mode, simulated: simulated))
    }
  }

  /// Sets the event receiver. The simulated UIKit or WatchKit in the process calls it at launch.
  package func attach(_ receiver: any ApplicationEventReceiver) { self.receiver = receiver }

  // MARK: Actions of the user and the system

  func open() {
    let hadScene = hasScene
    hasScene = true
    perform(lifecycle.open(hasScene: hadScene, at: now))
  }

  package func leave() { perform(lifecycle.leave(at: now)) }
  /// Lowers the wrist while the app is in front. It stays frontmost.
  ///
  /// - Parameter grace: The run time that it has from then on, without a session.
  package func lowerWrist(grace: Duration) {
    graceWithWristDown = grace
    perform(lifecycle.lowerWrist(at: now))
  }
  package func raiseWrist() { perform(lifecycle.raiseWrist(at: now)) }
  /// Whether the app is frontmost on a watch whose wrist is down, running or suspended (WK1).
  package var isFrontmostWithWristDown: Bool { lifecycle.isFrontmostWithWristDown }
  package func swipeAway() {
    if isPrewarmed { kill(.forceQuit) } else { perform(lifecycle.swipeAway(at: now)) }
  }

  /// Ends the process at once, without a callback.
  public func kill(_ reason: TerminationReason) {
    guard process.state != .dead else { return }
    if isPrewarmed { terminated(reason) } else { perform(lifecycle.kill(reason)) }
  }

  /// Delivers the URLs that the app has not received yet, on the main queue.
  package func deliverURLs() async {
    guard !app.pendingURLs.isEmpty else { return }
    nonisolated(unsafe) let process = self  // Sendable: the body runs in this process
    await touch { process.receiver?.openURLs() }
  }

  /// Delivers the URLs that the app has opened in itself, in a later event of its main queue.
  package func deliverOwnURLs() { process.onMain { [self] in receiver?.openURLs() } }

  /// Runs the body on the main queue. Returns when the body has run or the process has ended.
  package func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      lastTouch += 1
      let number = lastTouch
      touches.append((number, continuation))
      process.onMain { [self] in
        MainActor.assumeIsolated { body() }
        guard let i = touches.firstIndex(where: { $0.number == number }) else { return }
        touches.remove(at: i).continuation.resume()
      }
    }
  }

  /// Waits until no callback of a transition is running.
  package func waitForTransition() async {
    guard process.state != .dead else { return }
    switch lifecycle.state {
    case .notRunning, .delivering: await withCheckedContinuation { waiters.append($0) }
    case .stable: break
    }
  }

  // MARK: Run time

  package func grant(_ grant: RunTimeLedger.Grant, until instant: VirtualInstant?) {
    let wasGranted = runTime.end(of: grant).map { $0 > now } ?? false
    runTime.set(grant, until: instant)
    if grant.isMode, isInBackground {
      perform(tasks.keptRunningChanged(runTime.isKeptRunning(at: now), at: now))
    }
    updateRunTime(reportsEnergy: wasGranted != (instant.map { $0 > now } ?? false))
  }

  /// Grants the short run time in which an app can finish its work (L7, WK1), and renews the grants
  /// for incomplete events.
  package func grantGrace() {
    let range = device.policy(LifecyclePolicy.self).graceAfterBackground
    let grace = device.choose(.grace, of: app, in: range, default: random.duration(in: range))
    let afterWrist = isFrontmostWithWristDown ? graceWithWristDown : nil
    runTime.set(.grace, until: now + (afterWrist ?? grace))
    for (grant, end) in pendingGrants { runTime.set(grant, until: end) }
  }

  /// Returns the end of a run time grant; nil if there is none. Foreground removes all grants.
  package func end(of grant: RunTimeLedger.Grant) -> VirtualInstant? { runTime.end(of: grant) }

  /// Grants run time for an event of a service; a suspended process is resumed.
  package func grantForEvents(_ grant: RunTimeLedger.Grant, until instant: VirtualInstant) {
    let wasSuspended = systemState == .suspended
    self.grant(grant, until: instant)
    // A resumed app gets a new background task budget (L12).
    if wasSuspended {
      perform(tasks.enterBackground(keptRunning: runTime.isKeptRunning(at: now), at: now))
    }
  }

  /// Whether the app runs only while something grants it run time: it is in the background, or
  /// frontmost on a watch whose wrist is down (running or suspended).
  package var isInBackground: Bool {
    systemState == .background || systemState == .suspended || isFrontmostWithWristDown
  }
  /// Whether the app's code can run now.
  public var isRunning: Bool { process.state == .running }

  /// Why the app may run in background now, in words.
  var runTimeReasons: String { runTime.reasons(at: now) }

  // MARK: CPU

  /// The CPU load of the app, as a share of a core, 0 or more. The scenario sets it, because
  /// simulated code takes no time. In the background, more than 80 % over 60 s gets the process
  /// killed (L11).
  package var processorLoad = 0.0 { didSet { loadChanged() } }
  /// Whether the CPU monitor is off, because a processing task with external power runs (L11).
  package var isProcessorUnlimited = false { didSet { loadChanged() } }

  private func loadChanged() {
    device.notifyServices { $0.processorLoadChanged(self) }
    let isCounted = systemState == .background && !isProcessorUnlimited
    monitor.loadChanged(to: isCounted ? processorLoad : 0, at: now)
    device.energyMeter.stateChanged()
    setAlarm()
  }

  private func checkProcessor() {
    guard let instant = monitor.exceeds(at: now), instant <= now else { return }
    let policy = device.policy(LifecyclePolicy.self)
    kill(
      .killed(
        .resourceAbuse,
        "used more than \(Int(policy.processorShare)) % of the CPU over \(policy.processorWindow) in background"
      ))
  }

  /// - Parameter reportsEnergy: false if the reasons for which the app runs are the same as before.
  private func updateRunTime(reportsEnergy: Bool = true) {
    let isGranted = runTime.until.map { $0 > now } ?? false
    perform(isGranted ? lifecycle.runTimeGranted() : lifecycle.runTimeEnded())
    if reportsEnergy { device.energyMeter.stateChanged() }
    setAlarm()
  }

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    guard process.state != .dead else { return }
    let now = now
    var next: VirtualInstant?
    func consider(_ deadline: VirtualInstant?) {
      guard let deadline, deadline > now else { return }
      next = next.map { min($0, deadline) } ?? deadline
    }
    consider(runTime.until)
    consider(lifecycle.watchdogDeadline)
    consider(tasks.nextDeadline)
    consider(monitor.exceeds(at: now))
    // A deadline is due now but not handled yet, because another event at this time ran first.
    if isRunning, let due = tasks.nextDeadline, due <= now { next = now }
    guard let next else { return }
    alarm = simulation.schedule(at: next) { [weak self] in self?.alarmRang() }
  }

  private func alarmRang() {
    alarm = nil
    perform(lifecycle.watchdogFired(at: now))
    checkProcessor()
    if isRunning { perform(tasks.deadlineReached(at: now)) }
    if let until = runTime.until, until <= now {
      device.notifyServices { $0.runTimeEnded(self) }
    }
    updateRunTime()
  }

  // MARK: Performing

  private func perform(_ actions: [AppLifecycleStateMachine.Action]) {
    for action in actions {
      switch action {
      case .deliver(let steps): deliver(steps)
      case .became(let state): became(state)
      case .freeze:
        if let file = lockedSharedFile {
          report(.lockedFileAtSuspension(file))
          kill(.killed(.fileLock, "a file in a shared container was locked at suspension"))
          return
        }
        process.freeze()
        device.notifyServices { $0.suspended(self) }
        reportDelays()
        noteObligations()
      case .thaw:
        reportLateBlocks()
        process.thaw()
        device.notifyServices { $0.resumed(self) }
      case .terminate(let reason): terminated(reason)
      case .beginGrace:
        grantGrace()
        device.notifyServices { $0.enteredBackground(self) }
        perform(tasks.enterBackground(keptRunning: runTime.isKeptRunning(at: now), at: now))
        updateRunTime()
      case .endBackground:
        runTime.removeAll()
        perform(tasks.enterForeground())
        device.notifyServices { $0.enteredForeground(self) }
        deliverSignificantTimeChange()
      }
    }
    if !actions.isEmpty { setAlarm() }
  }

  func perform(_ actions: [BackgroundTaskStateMachine.Action]) {
    for action in actions {
      switch action {
      case .expire(let identifier):
        post(.backgroundTask(.expired(identifier)))
        process.onMain { [self] in receiver?.backgroundTaskExpired(identifier) }
      case .grant(let instant): runTime.set(.backgroundTask, until: instant)
      case .kill(let leaked):
        for task in leaked { post(.finding(.leaked(task))) }
        kill(.watchdog("has active assertions beyond permitted time"))
        return
      }
    }
    if !actions.isEmpty { updateRunTime() }
  }

  private func deliver(_ steps: [LifecycleStep]) {
    process.onMain { [self] in
      for step in steps {
        visibleState = step.seen
        if step.callback.makesActive {
          device.notifyServices { $0.willBecomeActive(self) }
        }
        receiver?.deliver(step, cause: cause)
        guard process.state != .dead else { return }
        if step.callback.finishesLaunching { hasFinishedLaunching = true }
        post(.callback(step.callback, seen: step.seen))
      }
      perform(lifecycle.delivered(at: now))
      if case .delivering = lifecycle.state {} else { resumeWaiters() }
    }
  }

  private func became(_ state: AppState) {
    if state == .active || state == .inactive || state == .background { visibleState = state }
    guard state != systemState else { return }
    systemState = state
    post(.appState(state))
    loadChanged()
    if state == .active { device.notifyServices { $0.becameActive(self) } }
  }

  private func terminated(_ reason: TerminationReason) {
    noteCrash(reason)
    post(.terminated(reason))
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    app.process = nil
    device.energyMeter.stateChanged()
    app.pendingURLs = []
    device.notifyServices { $0.processEnded(self, reason: reason) }
    process.kill()
    resumeWaiters()
    for touch in touches { touch.continuation.resume() }
    touches.removeAll()
    if reason != .forceQuit { noteObligations() }
  }

  private func resumeWaiters() {
    for waiter in waiters { waiter.resume() }
    waiters.removeAll()
  }
}
