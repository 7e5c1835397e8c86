import YobanSimulatedOS
import YobanVirtualTime

/// Plays the faults of a schedule in a world, each at its anchor.
///
/// Sendable: used only by the simulation of its world, and after that has ended.
final class FaultPlayer: @unchecked Sendable {
  private let world: World
  private var waiting: [Anchor: [Fault]] = [:]
  private var counter = EventCounter()
  /// The faults that have happened, with their times.
  private(set) var happened: [(fault: Fault, instant: VirtualInstant)] = []
  /// Called when a fault begins and when it ends.
  var onChange: ((_ needsUser: Bool) -> Void)?
  /// Called with each event and its anchor, before the fault that waits for it.
  var onEvent: ((TraceEvent, Anchor) -> Void)?
  /// The ends of faults that last, and the user's slow actions.
  private var running = 0
  private var isStopped = false

  init(_ faults: [Fault], in world: World) {
    self.world = world
    for fault in faults {
      var anchor = fault.anchor
      anchor.delay = .zero
      waiting[anchor, default: []].append(fault)
    }
    let before = world.trace.onEvent
    world.trace.onEvent = { [weak self] event in
      before?(event)
      self?.observe(event)
    }
  }

  /// Plays no further faults.
  func stop() { isStopped = true }

  /// Whether a fault that lasts has not ended yet.
  var isBusy: Bool { running > 0 }

  private func observe(_ event: TraceEvent) {
    let anchor = counter.count(event)
    onEvent?(event, anchor)
    guard !isStopped, let due = waiting.removeValue(forKey: anchor) else { return }
    for fault in due {
      // As soon as the code that runs now has returned, before all other work.
      if fault.anchor.delay == .zero {
        world.simulation.scheduleNext { [self] in play(fault) }
      } else {
        world.simulation.schedule(at: world.now + fault.anchor.delay) { [self] in play(fault) }
      }
    }
  }

  private func play(_ fault: Fault) {
    guard !isStopped, let action = FaultAction(fault, in: world) else { return }
    happened.append((fault, world.now))
    running += 1
    let needsUser = action.needsUser
    onChange?(needsUser)
    Task {
      await action.begin()
      if let length = fault.kind.row.length {
        try? await Task.sleep(for: length)
        action.end()
      }
      running -= 1
      onChange?(needsUser)
    }
  }
}
