import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Sets up a world, says what must hold, and plays the user; when it returns, the run ends.
public typealias Scenario = @Sendable (ExploredWorld) async throws -> Void

/// A moment of a run at which a fault can happen.
public struct Moment: Sendable, Hashable {
  public var anchor: Anchor
  public var instant: VirtualInstant
  /// The event and the states of the apps; equal for similar moments.
  public var signature: String
}

/// The result of one run.
public struct RunResult: Sendable {
  public var schedule: Schedule
  /// The first thing that went wrong; nil if nothing did.
  public var failure: RunFailure?
  /// The faults that happened, with their times. A fault whose anchor did not occur is missing.
  public var happened: [Happened]
  /// The events from the first action of the user on, as places for faults.
  public var moments: [Moment]
  /// The codes of the findings, each once.
  public var findings: [String]
  /// The sentences of `sometimes` that were true in this run.
  public var seen: Set<String>
  /// The sentences of all `sometimes`.
  public var hoped: [String]
  /// The digest of the trace.
  public var digest: String
  /// The error that ended the scenario early; nil if it returned.
  public var error: String?
  /// The names of devices, accessories and apps, as targets of faults.
  public var targets: Targets

  public struct Happened: Sendable, Hashable {
    public var fault: Fault
    public var instant: VirtualInstant
  }

  /// The names of what faults can happen to.
  public struct Targets: Sendable, Hashable {
    public var apps: [String] = []
    public var devices: [String] = []
    public var accessories: [String] = []

    func names(_ target: FaultKind.Target) -> [String] {
      switch target {
      case .app: apps
      case .device: devices
      case .accessory: accessories
      }
    }
  }
}

/// Plays a scenario with a schedule, in a world of its own.
///
/// Sendable: used only by the simulation of its world, and after that has ended.
final class ExplorationRun: @unchecked Sendable {
  private let schedule: Schedule
  private let explored: ExploredWorld
  private let player: FaultPlayer
  private var moments: [Moment] = []
  private var states: [String: AppState] = [:]
  private var isLookPlanned = false
  private var needsUser = false
  /// Whether the faults have stopped and the user has opened the apps.
  private var isEnding = false
  private var error: String?

  private var world: World { explored.world }

  init(_ schedule: Schedule) throws {
    self.schedule = schedule
    explored = ExploredWorld(try World(seed: schedule.seed))
    player = FaultPlayer(schedule.faults, in: explored.world)
    player.onEvent = { [unowned self] in observe($0, $1) }
    player.onChange = { [unowned self] in
      if $0 { needsUser = true }
    }
  }

  /// The time after which the properties are evaluated again without an event.
  private static let pollInterval = Duration.seconds(10)
  /// The time for the apps to settle at the end, beside the time of `eventually`.
  private static let settling = Duration.seconds(30)

  func run(_ scenario: @escaping Scenario) async throws -> RunResult {
    try await world.run { [self] in
      poll()
      do { try await scenario(explored) } catch { self.error = "\(error)" }
      player.stop()
      while player.isBusy { try await Task.sleep(for: .seconds(1)) }
      await openApps()
      needsUser = false
      isEnding = true
      try await Task.sleep(for: explored.judge.longestWait + Self.settling)
      look()
    }
    return result()
  }

  /// The user unlocks the devices and opens every app.
  private func openApps() async {
    for case let device as AppleDevice in world.devices {
      device.unlock()
      for app in device.apps { await device.open(app) }
    }
  }

  private func poll() {
    guard explored.judge.failure == nil else { return }
    world.simulation.schedule(at: world.now + Self.pollInterval) { [weak self] in
      self?.look()
      self?.poll()
    }
  }

  // MARK: Events

  private func observe(_ event: TraceEvent, _ anchor: Anchor) {
    switch event.kind {
    case .appState(let state):
      states["\(event.device)/\(event.process ?? "")"] = state
      if state == .active { needsUser = false }
    case .terminated(let reason):
      states["\(event.device)/\(event.process ?? "")"] = nil
      if let text = Self.failure(reason) { fail(.termination(text)) }
    default: break
    }
    if !isEnding { note(anchor) }
    planLook()
  }

  /// The reason of an end that no app should have; nil for ends that are no fault of the app.
  private static func failure(_ reason: TerminationReason) -> String? {
    switch reason {
    case .crash(let what): "crash: \(what)"
    case .killed(_, let why) where why == FaultAction.watchdogReason: nil
    case .killed(let code, let why): "\(code.hexadecimal): \(why)"
    default: nil
    }
  }

  private func fail(_ kind: RunFailure.Kind) {
    explored.judge.fail(RunFailure(kind, at: world.now, since: world.now))
  }

  private func note(_ anchor: Anchor) {
    // The same event of another launch or at another count is a similar moment, if the apps are in the
    // same states.
    let states = states.map { "\($0.key.prefix { $0 != "#" })=\($0.value)" }.sorted()
    let signature =
      "\(anchor.subject.device)/\(anchor.subject.app ?? "") \(anchor.event) "
      + "\(min(anchor.subject.launch, 2)) \(min(anchor.occurrence, 3)) \(states.joined(separator: " "))"
    moments.append(Moment(anchor: anchor, instant: world.now, signature: signature))
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
    explored.judge.look(
      at: world.now, isDisturbed: needsUser || player.isBusy)
  }

  // MARK: Result

  private func result() -> RunResult {
    var findings: [String] = []
    for finding in world.trace.findings where !findings.contains(finding.name) {
      findings.append(finding.name)
    }
    return RunResult(
      schedule: schedule, failure: explored.judge.failure,
      happened: player.happened.map { .init(fault: $0.fault, instant: $0.instant) },
      moments: moments, findings: findings, seen: explored.judge.seen,
      hoped: explored.judge.sentences.filter { $0.form == .sometimes }.map(\.sentence),
      digest: "\(world.trace.digest)", error: error, targets: targets)
  }

  private var targets: RunResult.Targets {
    var targets = RunResult.Targets()
    targets.accessories = world.accessories.map(\.name)
    for case let device as AppleDevice in world.devices {
      targets.devices.append(device.name)
      targets.apps += device.apps.map { "\(device.name)/\($0.definition.name)" }
    }
    return targets
  }
}
