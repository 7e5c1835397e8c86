import Foundation
import YobanReports
import YobanSimulatedOS
import YobanVirtualTime

/// Sets up a world, says what must hold, and plays the user; when it returns, the run ends.
public typealias Scenario = @Sendable (ExploredWorld) async throws -> Void

/// Plays a scenario with a schedule, in a world of its own.
final class ExplorationRun: @unchecked SimulationConfined {
  private let schedule: Schedule
  private let details: RunDetails
  private let explored: ExploredWorld
  private let player: FaultPlayer
  private var places = PlaceCollector()
  /// The states that were reported, by names such as `phone/Pulse`.
  private var states: [String: AppState] = [:] {
    didSet {
      statesNumber = nil
      repeatedCalls = []
    }
  }
  /// The number of the states in signatures; nil after a change.
  private var statesNumber: Int?
  private var numbersOfStates: [[String: AppState]: Int] = [:]
  /// The calls, by number, that give no further place until something changes.
  private var repeatedCalls: Set<Int> = []
  /// The states of the apps that have a process, by names such as `phone/Pulse`.
  private var processes: [String: AppState] = [:]
  private var isLookPlanned = false
  /// The apps, by names such as `phone/Pulse`, that nobody can expect to work before they run again, since a
  /// fault that only their user can mend.
  private var waiting: Set<String> = []
  private var expectations = Expectations()
  /// Whether the scenario has returned, so that no further fault begins.
  private var isEnding = false
  /// When the faults had ended, too, and the user opened the apps.
  private var usersTurn: RunMoment?
  private var usersReturn: RunMoment?
  /// Whether the apps still have time to settle after the end of the scenario.
  private var isSettling = false
  /// Whether the run ends now, because something has failed.
  private var isOver = false
  private var error: String?
  /// The number of faults that had happened at the last event.
  private var faultCount = 0
  private var reportedFaults = 0
  /// Called with each part of the run as soon as it has happened, if events were asked for.
  private let report: ((RunPart) -> Void)?

  private var world: World { explored.world }

  init(
    _ schedule: Schedule, _ details: RunDetails, report: ((RunPart) -> Void)? = nil
  ) throws {
    self.schedule = schedule
    self.details = details
    self.report = details.contains(.events) ? report : nil
    explored = try ExploredWorld(seed: schedule.seed)
    explored.world.trace.notesAppCalls = details.contains(.events)
    player = FaultPlayer(schedule.faults, in: explored.world)
    let choices = explored.world.simulation.choices
    choices.notedMax = Self.choicesMax
    for choice in schedule.choices + schedule.reductions {
      choices.overrides[choice.place] = choice.value
    }
    player.onEvent = { [unowned self] in observe($0, $1) }
    player.onAppCall = { [unowned self] in self.report?(.event(RunEvent($0))) }
    if details.contains(.places) { player.onCall = { [unowned self] in note(call: $0) } }
    player.onChange = { [unowned self] in
      waiting.formUnion($0)
      reportFaults()
    }
    explored.onFailure = { [unowned self] in endIfFailed() }
  }

  /// The times after which the properties are evaluated again without an event. A property that may be
  /// false for hours is evaluated less often.
  private static let pollIntervals = Duration.seconds(10)...Duration.seconds(600)
  private static let pollsForEachWait = 30
  /// The number of decisions of one name and subject that a run lists.
  private static let choicesMax = 16
  /// The time for the apps to settle at the end, beside the time of `eventually`.
  private static let settling = Duration.seconds(60)
  /// More time than the longest fault takes.
  private static let longestFault = Duration.seconds(86_400)

  func run(_ scenario: @escaping Scenario) async -> RunResult {
    defer {
      explored.judge.end()
      world.discard()
    }
    do {
      try await world.run { [self] in
        poll()
        do {
          try await ScenarioSteps.$areNoted.withValue(true) { try await scenario(explored) }
        } catch {
          self.error = "\(error)"
        }
        guard !isOver else { return }
        player.stop()
        // From here on the systems decide as usual.
        world.simulation.choices.stop()
        isEnding = true
        try await faultsEnd()
        try await end()
      }
    } catch let problem as SimulationError {
      if isOver { return result() }
      if case .livelock(_, let process, let doing) = problem {
        fail(.termination(Self.endlessWork(process, doing)))
      } else {
        error = "\(problem)"
      }
    } catch {
      self.error = "\(error)"
    }
    return result()
  }

  /// Waits until the faults that last have ended.
  private func faultsEnd() async throws {
    let limit = world.now + Self.longestFault
    while player.isBusy {
      precondition(world.now < limit, "a fault of \(schedule) does not end")
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// The end of a run: the faults have stopped, the user opens the apps, and everything settles. The user
  /// then leaves the apps for a while, because some work, such as a task of the background, is never done in
  /// front, and comes back. What has held at no time until then must hold from then on.
  private func end() async throws {
    isSettling = true
    usersTurn = world.moment
    await openApps()
    try await Task.sleep(for: Self.settling)
    try await waitUntilAllHold()
    let heldInFront = explored.judge.allHold
    if !heldInFront {
      for device in world.devices { await device.goHome() }
      try await waitUntilAllHold()
    }
    expectations = Expectations()
    waiting = []
    isSettling = false
    look()
    // A property about what a user sees can hold only because the app is not in front: it is judged there again.
    guard !heldInFront || !explored.judge.allHold else { return }
    usersReturn = world.moment
    await openApps()
    try await Task.sleep(for: explored.judge.longestWait + Self.settling)
    look()
  }

  private func waitUntilAllHold() async throws {
    let deadline = world.now + explored.judge.longestWait
    while !explored.judge.allHold, world.now < deadline {
      try await Task.sleep(for: min(pollInterval, deadline - world.now))
    }
  }

  private var pollInterval: Duration {
    let wait = explored.judge.shortestWait ?? .zero
    return min(
      max(wait / Self.pollsForEachWait, Self.pollIntervals.lowerBound),
      Self.pollIntervals.upperBound)
  }

  /// The user unlocks the devices and opens every app. One that is in front already becomes active again.
  private func openApps() async {
    for device in world.devices {
      if device.isLocked { device.unlock() }
      if device.apps.contains(where: \.isFrontmost) { await device.goHome() }
      for app in device.apps { await device.open(app) }
    }
  }

  private func poll() {
    guard explored.judge.failure == nil else { return }
    world.simulation.schedule(at: world.now + pollInterval) { [weak self] in
      self?.look()
      self?.poll()
    }
  }

  // MARK: Events

  private func reportFaults() {
    guard let report, player.happened.count > reportedFaults else { return }
    for one in player.happened[reportedFaults...] { report(.happened(one)) }
    reportedFaults = player.happened.count
  }

  private func observe(_ event: TraceEvent, _ anchor: Anchor) {
    report?(.event(RunEvent(event)))
    expectations.observe(event, in: world)
    switch event.kind.app {
    case .launched(let cause):
      processes[anchor.subject.path] = .inactive
      if cause != .prewarming { waiting.remove(anchor.subject.path) }
    case .state(let state):
      states[anchor.subject.path] = state
      processes[anchor.subject.path] = state
      if state == .active { waiting.remove(anchor.subject.path) }
    case .terminated(let reason):
      states[anchor.subject.path] = nil
      processes[anchor.subject.path] = nil
      if let text = Self.failure(reason) { fail(.termination(text)) }
    default: break
    }
    if !isEnding, details.contains(.places) { note(anchor) }
    planLook()
  }

  /// A reason without the time and the number of the launch, so that it is the same in other runs.
  private static func endlessWork(_ process: String, _ doing: String?) -> String {
    let app = process.replacing(/#[0-9]+/, with: "")
    return
      "\(app) creates new work without end while no time passes" + (doing.map { ": \($0)" } ?? "")
      + ". The watchdog of a device would end it"
  }

  /// The reason of an end that no app should have; nil for ends that are no fault of the app.
  private static func failure(_ reason: TerminationReason) -> String? {
    switch reason {
    case .crash(let why) where why == FaultKind.reason: nil
    case .crash(let what): "crash: \(what)"
    case .killed(_, let why) where why == FaultKind.reason: nil
    case .killed(let code, let why): "\(code.hexadecimal): \(why)"
    default: nil
    }
  }

  private func fail(_ kind: RunFailure.Kind) {
    explored.judge.fail(RunFailure(kind, at: world.moment))
  }

  private func note(_ anchor: Anchor) {
    beginRecovery()
    places.note(anchor, at: world.now, signature(anchor), processes)
  }

  private func note(call: EventCounter.Counted) {
    guard !isEnding else { return }
    beginRecovery()
    guard !repeatedCalls.contains(call.number) else { return }
    places.note(call: call.anchor, at: world.now, processes) { signature($0) }
    if call.anchor.occurrence >= Self.occurrencesThatDiffer { repeatedCalls.insert(call.number) }
  }

  private func beginRecovery() {
    guard player.happened.count > faultCount else { return }
    faultCount = player.happened.count
    repeatedCalls = []
    places.beginRecovery()
  }

  /// The number of launches of an app whose events are different moments.
  private static let launchesThatDiffer = 2
  /// The number of occurrences of an event that are different moments.
  private static let occurrencesThatDiffer = 3

  /// The same event of another launch or at another count is a similar moment, if the apps are in the same
  /// states.
  private func signature(_ anchor: Anchor) -> PlaceCollector.Signature {
    let number = statesNumber ?? numbersOfStates[states, default: numbersOfStates.count]
    if statesNumber == nil {
      numbersOfStates[states] = number
      statesNumber = number
    }
    return PlaceCollector.Signature(
      device: anchor.subject.device, app: anchor.subject.app, event: anchor.event,
      launch: min(anchor.subject.launch, Self.launchesThatDiffer),
      occurrence: min(anchor.occurrence, Self.occurrencesThatDiffer), states: number)
  }

  private func planLook() {
    guard !isLookPlanned else { return }
    isLookPlanned = true
    world.simulation.schedule(at: world.now) { [weak self] in
      self?.isLookPlanned = false
      self?.look()
    }
  }

  private func look() {
    expectations.look(at: world)
    explored.judge.look(
      at: world.moment, isDisturbed: isSettling || player.isBusy,
      needsUser: !waiting.isEmpty || expectations.needUser)
    endIfFailed()
  }

  /// Ends the run at its first failure, because nothing later can change the result.
  private func endIfFailed() {
    guard explored.judge.failure != nil, !isOver else { return }
    isOver = true
    world.simulation.scheduleNext { [simulation = world.simulation] in
      simulation.end(with: .scenarioEnded("something has failed"))
    }
  }

  // MARK: Result

  private func result() -> RunResult {
    var findings: [String] = []
    for finding in world.trace.findings where !findings.contains(finding.name) {
      findings.append(finding.name)
    }
    let noted = world.simulation.choices.noted
    return RunResult(
      schedule: schedule, failure: explored.judge.failure,
      usersTurn: usersTurn, usersReturn: usersReturn, happened: player.happened,
      places: places.places,
      findings: findings,
      seen: explored.judge.seen,
      hoped: explored.judge.sentences.filter { $0.form == .sometimes }.map(\.sentence),
      digest: "\(world.trace.digest)", error: error, targets: targets,
      choices: noted.filter { !$0.isStep }.map { TakenChoice($0, in: world) },
      steps: noted.filter(\.isStep),
      events: details.contains(.events) ? RunEvent.events(of: world.trace) : nil,
      page: details.contains(.page) ? page : nil)
  }

  private var page: String {
    let faults = player.happened.map(\.fault.words).joined(separator: ", then ")
    return HTMLReport(
      ReportInput(
        of: world, title: faults.isEmpty ? "No faults" : faults, subtitle: "seed \(schedule.seed)")
    ).write()
  }

  private var targets: RunResult.Targets {
    var targets = RunResult.Targets()
    targets.accessories = world.accessories.map(\.name)
    for device in world.devices {
      targets.devices.append(device.name)
      targets.apps += device.appsAndExtensions.map { "\(device.name)/\($0.definition.name)" }
    }
    for kind in FaultKind.allCases {
      let spared = targets.names(kind).filter { !FaultAction.canHappen(kind, to: $0, in: world) }
      if !spared.isEmpty { targets.spared[kind] = Set(spared) }
    }
    return targets
  }
}
