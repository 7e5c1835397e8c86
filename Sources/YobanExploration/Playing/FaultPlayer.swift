import YobanSimulatedOS
import YobanVirtualTime

/// Plays the faults of a schedule in a world, each at its anchor.
final class FaultPlayer: @unchecked SimulationConfined {
  private let world: World
  private var waiting: [Anchor: [Fault]] = [:]
  private var counter = EventCounter()
  /// The faults that have happened.
  private(set) var happened: [RunResult.Happened] = []
  /// Called when a fault begins and when it ends, with the names of the apps that wait for their user from
  /// now on.
  var onChange: ((_ needUser: [String]) -> Void)?
  /// Called with each event and its anchor, before the fault that waits for it.
  var onEvent: ((TraceEvent, Anchor) -> Void)?
  /// Called with each event that only explains the run, and at which no fault happens.
  var onAppCall: ((TraceEvent) -> Void)?
  /// Called with the anchor of each call of an app that changes files or makes them durable. Calls are
  /// observed only if this is set, or if a fault waits for one.
  var onCall: ((EventCounter.Counted) -> Void)? { didSet { observeCalls() } }
  /// The ends of faults that last, and the user's slow actions.
  private var running = 0
  private var isStopped = false
  private var eventCount = 0
  private var lastEvent: Anchor?

  init(_ faults: [Fault], in world: World) {
    self.world = world
    for fault in faults {
      var anchor = fault.anchor
      anchor.delay = .zero
      waiting[anchor, default: []].append(fault)
    }
    // Observing which writes are durable takes time.
    if faults.contains(where: { $0.kind.traits.contains(.losesWrites) }) {
      world.simulatesPowerLoss = true
    }
    let before = world.trace.onEvent
    world.trace.onEvent = { [weak self] event in
      before?(event)
      self?.observe(event)
    }
    observeCalls()
  }

  /// Plays no further faults.
  func stop() {
    isStopped = true
    observeCalls()
  }

  /// Whether a fault that lasts has not ended yet.
  var isBusy: Bool { running > 0 }

  private func observe(_ event: TraceEvent) {
    eventCount += 1
    guard !event.kind.isAppCall else {
      onAppCall?(event)
      return
    }
    let anchor = counter.count(event)
    lastEvent = anchor
    onEvent?(event, anchor)
    guard !isStopped, !waiting.isEmpty, let due = waiting.removeValue(forKey: anchor) else {
      return
    }
    for fault in due { playSoon(fault) }
  }

  /// Plays a fault after the delay of its anchor.
  private func playSoon(_ fault: Fault) {
    // As soon as the code that runs now has returned, before all other work.
    if fault.anchor.delay == .zero {
      world.simulation.scheduleNext { [self] in play(fault) }
    } else {
      world.simulation.schedule(at: world.now + fault.anchor.delay) { [self] in play(fault) }
    }
  }

  private func play(_ fault: Fault) {
    guard !isStopped, let action = FaultAction(fault, in: world) else { return }
    happened.append(
      .init(fault: fault, instant: world.now, after: eventCount, rules: action.rules))
    run(action.kind, needUser: action.appsThatNeedUser) { await action.begin() }
  }

  /// Begins a fault, and ends it after its length.
  private func run(
    _ kind: FaultKind, needUser: [String],
    _ begin: sending @escaping () async -> FaultEffect.End?
  ) {
    running += 1
    onChange?(needUser)
    // Immediate, so that no other work comes before the fault's first effect.
    Task.immediate {
      if let end = await begin(), let length = kind.length {
        try? await Task.sleep(for: length)
        end()
      }
      running -= 1
      // The system may have launched an app again while a device rebooted.
      onChange?(kind.length == nil ? [] : needUser)
    }
  }

  // MARK: Calls on files

  private func observeCalls() {
    let isNeeded =
      world.trace.notesAppCalls
      || !isStopped && (onCall != nil || waiting.keys.contains(where: \.isCall))
    world.systemCallFaults = isNeeded ? { [weak self] in self?.observe($0) ?? .proceed } : nil
  }

  private func observe(_ call: AppSystemCall) -> SystemCallAnswer {
    guard call.concernsStorage else { return .proceed }
    let answer = answer(call)
    if world.trace.notesAppCalls, answer == .proceed, let change = CallName.change(call) {
      world.trace.post(
        TraceEvent(
          instant: world.now, device: call.device.name, process: call.process, kind: change))
    }
    return answer
  }

  private func answer(_ call: AppSystemCall) -> SystemCallAnswer {
    let counted = counter.count(call)
    onCall?(counted)
    guard !isStopped, !waiting.isEmpty, let due = waiting.removeValue(forKey: counted.anchor) else {
      return .proceed
    }
    var answer = SystemCallAnswer.proceed
    for fault in due {
      guard fault.anchor.delay == .zero, fault.kind.happensInCalls,
        let action = FaultAction(fault, in: world)
      else {
        playSoon(fault)
        continue
      }
      // The app may be in front only before the fault.
      let (needUser, after) = (action.appsThatNeedUser, (eventCount, lastEvent))
      guard let inCall = action.begin(in: call) else {
        playSoon(fault)
        continue
      }
      if answer == .proceed { answer = inCall.answer }
      happened.append(
        .init(
          fault: fault, instant: world.now, after: after.0, rules: action.rules, isInCall: true,
          nearest: after.1))
      // The task belongs to the same simulation.
      nonisolated(unsafe) let end = inCall.end
      run(fault.kind, needUser: needUser) { end }
    }
    return answer
  }
}
