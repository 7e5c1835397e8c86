import Foundation
import VirtualTime

/// One launch of an app: drives the state machines and performs what they decide.
///
/// Not Sendable: belongs to the process's simulation.
public final class AppProcess {
  public let app: InstalledApp
  public let process: SimulatedProcess
  /// Such as `NightApp#2`.
  public let name: String
  public private(set) var cause: LaunchCause
  /// What `UIApplication.applicationState` reads.
  public private(set) var visibleState = AppState.background
  /// What the system knows, `suspended` included.
  public private(set) var systemState = AppState.notRunning

  private var lifecycle: AppLifecycleStateMachine
  var tasks: BackgroundTaskStateMachine
  private var runTime = RunTimeLedger()
  var random: RandomStream
  private(set) weak var receiver: (any ApplicationEventReceiver)?
  private var hasScene = false
  /// Whether didFinishLaunching has returned.
  private(set) var hasFinishedLaunching = false
  private var monitor: ProcessorMonitor
  private var alarm: EventToken?
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// Events that the app has not answered yet, each with what it may run for until when.
  var answersOwed: [(number: Int, grant: RunTimeLedger.Grant, deadline: VirtualInstant)] = []
  var lastAnswer = 0
  private var touches: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastTouch = 0
  /// Whether the app in front keeps the screen lit (`UIApplication.isIdleTimerDisabled`).
  public var keepsScreenOn = false
  /// What it printed of lines that have not ended, on standard output and on standard error.
  var lines: (output: [UInt8], error: [UInt8]) = ([], [])

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
      policy: device.profile.lifecycle)
    tasks = BackgroundTaskStateMachine(policy: device.profile.backgroundTasks)
    random = RandomStream(
      seed: device.world.simulation.seed, name: "\(device.name)/\(name)/lifecycle")
    monitor = ProcessorMonitor(device.profile.lifecycle)
  }

  /// The app process whose code runs now, or nil outside of any app.
  public static var current: AppProcess? {
    Simulation.current?.currentProcess.existingResident(AppProcess.self)
  }

  // MARK: Launch

  /// Whether the process exists and has not come to UIApplicationMain (L15).
  private(set) var isPrewarmed = false

  /// Starts the process, or lets one that was started ahead go on.
  func start(_ cause: LaunchCause) {
    self.cause = cause
    hasScene = cause == .user || device.profile.lifecycle.backgroundSceneOnLaunch
    if !isPrewarmed {
      prepare()
      post(.launched(cause))
      reportBackgroundModes()
    }
    isPrewarmed = cause == .prewarming && !device.profile.lifecycle.prewarmingLaunches
    if isPrewarmed { return }
    let main = app.definition.main
    process.onMain { MainActor.assumeIsolated { main() } }
    perform(lifecycle.launch(inForeground: cause == .user, at: now))
  }

  /// Tells once, at the app's first launch, which of its background modes have no effect here.
  private func reportBackgroundModes() {
    guard app.launchCount == 1, device.profile.platform == .iOS else { return }
    for mode in app.definition.infoPlist.backgroundModes {
      if let finding = Finding.backgroundMode(mode) { report(finding) }
    }
  }

  /// Called by the process's own framework as it starts.
  public func attach(_ receiver: any ApplicationEventReceiver) { self.receiver = receiver }

  // MARK: What a user and the system do to it

  func open() {
    let hadScene = hasScene
    hasScene = true
    perform(lifecycle.open(hasScene: hadScene, at: now))
  }

  func leave() { perform(lifecycle.leave(at: now)) }
  func lowerWrist() { perform(lifecycle.lowerWrist(at: now)) }
  func raiseWrist() { perform(lifecycle.raiseWrist(at: now)) }
  /// Whether it is frontmost on a watch whose wrist is down, running or suspended (WK1).
  var isFrontmostWithWristDown: Bool { lifecycle.isFrontmostWithWristDown }
  func swipeAway() {
    if isPrewarmed { kill(.forceQuit) } else { perform(lifecycle.swipeAway(at: now)) }
  }

  /// Ends the process at once, without a callback.
  public func kill(_ reason: TerminationReason) {
    guard process.state != .dead else { return }
    if isPrewarmed { terminated(reason) } else { perform(lifecycle.kill(reason)) }
  }

  /// Runs the body on the main queue. Returns when it has run or the process has ended.
  func touch(_ body: @escaping @MainActor @Sendable () -> Void) async {
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

  /// Returns when no callback of a transition is under way.
  func settled() async {
    guard process.state != .dead else { return }
    switch lifecycle.state {
    case .notRunning, .delivering: await withCheckedContinuation { waiters.append($0) }
    case .settled: break
    }
  }

  // MARK: Run time

  func grant(_ grant: RunTimeLedger.Grant, until instant: VirtualInstant?) {
    runTime.set(grant, until: instant)
    if RunTimeLedger.Grant.modes.contains(grant), isInBackground {
      perform(tasks.keptRunningChanged(isKeptRunning, at: now))
    }
    settleRunTime()
  }

  /// The moment that the system lets an app finish what it is doing (L7, WK1), and what it still owes.
  func grantGrace() {
    let grace = random.duration(in: device.profile.lifecycle.graceAfterBackground)
    let afterWrist = isFrontmostWithWristDown ? device.profile.watch?.suspensionDelay : nil
    runTime.set(.grace, until: now + (afterWrist ?? grace))
    for (grant, end) in endsOfAnswersOwed { runTime.set(grant, until: end) }
  }

  /// Until when a reason grants it run time; nil if it does not, or it leaves that to the foreground.
  func end(of grant: RunTimeLedger.Grant) -> VirtualInstant? { runTime.end(of: grant) }

  /// Wakes the process for an event of a service, or keeps it awake.
  func grantForEvents(_ grant: RunTimeLedger.Grant, until instant: VirtualInstant) {
    let wasSuspended = systemState == .suspended
    self.grant(grant, until: instant)
    // A wake brings a budget of its own (L12).
    if wasSuspended {
      perform(tasks.enterBackground(keptRunning: isKeptRunning, at: now))
    }
  }

  /// Whether a background mode keeps it running, so that no budget of background tasks counts (BG7).
  private var isKeptRunning: Bool {
    !RunTimeLedger.Grant.modes.isDisjoint(with: runTime.reasons(at: now))
  }

  /// Whether it runs only as long as something grants it run time: it is in background, or frontmost
  /// on a watch whose wrist is down, running or suspended.
  var isInBackground: Bool {
    systemState == .background || systemState == .suspended || isFrontmostWithWristDown
  }
  /// Whether any of its code can run now.
  public var isRunning: Bool { process.state == .running }

  // MARK: CPU

  /// What the app's code uses of a core, from 0 on, as the scenario says; by itself simulated code
  /// takes no time. In background more than 80 % over 60 s gets the process killed (L11).
  public var processorLoad = 0.0 { didSet { loadChanged() } }
  /// Set while a processing task with external power runs: the monitor is off (L11).
  var isProcessorUnlimited = false { didSet { loadChanged() } }

  private func loadChanged() {
    for service in device.services { service.processorLoadChanged(self) }
    let isCounted = systemState == .background && !isProcessorUnlimited
    monitor.loadChanged(to: isCounted ? processorLoad : 0, at: now)
    setAlarm()
  }

  private func checkProcessor() {
    guard let instant = monitor.exceeds(at: now), instant <= now else { return }
    let policy = device.profile.lifecycle
    kill(
      .killed(
        .resourceAbuse,
        "used more than \(Int(policy.processorShare)) % of the CPU over \(policy.processorWindow) in background"
      ))
  }

  private func settleRunTime() {
    let isGranted = runTime.until.map { $0 > now } ?? false
    perform(isGranted ? lifecycle.runTimeGranted() : lifecycle.runTimeEnded())
    setAlarm()
  }

  private func setAlarm() {
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    guard process.state != .dead else { return }
    let deadlines = [
      runTime.until, lifecycle.watchdogDeadline, tasks.nextDeadline, monitor.exceeds(at: now),
    ].compactMap { $0 }
    // Due in this very moment, and not done yet because something else happened in it first.
    let isOverdue = isRunning && tasks.nextDeadline.map { $0 <= now } ?? false
    guard let next = isOverdue ? now : deadlines.filter({ $0 > now }).min() else { return }
    alarm = simulation.schedule(at: next) { [weak self] in self?.alarmRang() }
  }

  private func alarmRang() {
    alarm = nil
    perform(lifecycle.watchdogFired(at: now))
    checkProcessor()
    if isRunning { perform(tasks.deadlineReached(at: now)) }
    if let until = runTime.until, until <= now { device.location.runTimeEnded(self) }
    settleRunTime()
  }

  // MARK: Performing

  private func perform(_ actions: [AppLifecycleStateMachine.Action]) {
    for action in actions {
      switch action {
      case .deliver(let steps): deliver(steps)
      case .became(let state): became(state)
      case .freeze:
        process.freeze()
        for service in device.services { service.suspended(self) }
      case .thaw:
        process.thaw()
        for service in device.services { service.resumed(self) }
      case .terminate(let reason): terminated(reason)
      case .beginGrace:
        grantGrace()
        for service in device.services { service.enteredBackground(self) }
        perform(tasks.enterBackground(keptRunning: isKeptRunning, at: now))
        settleRunTime()
      case .endBackground:
        runTime.removeAll()
        perform(tasks.enterForeground())
        for service in device.services { service.enteredForeground(self) }
      }
    }
    if !actions.isEmpty { setAlarm() }
  }

  func perform(_ actions: [BackgroundTaskStateMachine.Action]) {
    for action in actions {
      switch action {
      case .expire(let identifier):
        post(.backgroundTaskExpired(identifier))
        process.onMain { [self] in receiver?.backgroundTaskExpired(identifier) }
      case .grant(let instant): runTime.set(.backgroundTask, until: instant)
      case .kill(let leaked):
        for task in leaked { post(.finding(.leaked(task))) }
        kill(.watchdog("has active assertions beyond permitted time"))
        return
      }
    }
    if !actions.isEmpty { settleRunTime() }
  }

  private func deliver(_ steps: [LifecycleStep]) {
    process.onMain { [self] in
      for step in steps {
        visibleState = step.seen
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
    if state == .active { for service in device.services { service.becameActive(self) } }
  }

  private func terminated(_ reason: TerminationReason) {
    post(.terminated(reason))
    if let alarm { simulation.cancel(alarm) }
    alarm = nil
    app.process = nil
    for service in device.services { service.processEnded(self, reason: reason) }
    process.kill()
    resumeWaiters()
    for touch in touches { touch.continuation.resume() }
    touches.removeAll()
  }

  private func resumeWaiters() {
    for waiter in waiters { waiter.resume() }
    waiters.removeAll()
  }

  // MARK: Trace

  func post(_ kind: TraceEvent.Kind) { device.post(kind, process: name) }

  /// Whether the process still lives. If not, the call came from an object of a launch that has ended
  /// (statics outlive a simulated kill): it has no effect, and a finding says so.
  func isAlive(for call: String) -> Bool {
    guard process.state == .dead else { return true }
    report(.deadObject(call))
    return false
  }

  /// Reports something a real system would punish silently.
  public func report(_ finding: Finding) { post(.finding(finding)) }
}
