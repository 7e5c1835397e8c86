import Testing
import YobanVirtualTime

@testable import YobanAppleSystem
import YobanSimulatedOS
@testable import YobanSimulatedDevices

/// Long random launches, and the invariants that hold in them.
@Suite struct AppLifecycleRandomTests {
  /// The state that an owner of the machine keeps, and the actions that it must never receive.
  private struct Owner {
    var isDelivering = false
    var isFrozen = false
    var isOver = false
    var posted: AppState?

    mutating func perform(_ actions: [AppLifecycleStateMachine.Action], _ context: Comment) {
      for action in actions {
        #expect(!isOver, "after the end: \(action), \(context)")
        switch action {
        case .deliver(let steps):
          #expect(!isDelivering && !isFrozen && !steps.isEmpty, context)
          isDelivering = true
        case .freeze:
          #expect(!isFrozen && !isDelivering, context)
          isFrozen = true
        case .thaw:
          #expect(isFrozen, context)
          isFrozen = false
        case .became(let state):
          #expect(state != posted || state == .background, context)
          posted = state
        case .beginGrace: #expect(posted == .background && !isFrozen, context)
        case .endBackground: #expect(!isFrozen, context)
        case .terminate:
          #expect(posted == .notRunning, context)
          isOver = true
        }
      }
    }
  }

  @Test(arguments: manySeeds)
  func `a random launch delivers one transition at a time and ends at most once`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "launch")
    let kind: LifecycleKind = random.pick([.scenes, .applicationDelegate])
    var machine = AppLifecycleStateMachine(kind: kind, policy: LifecyclePolicy(iOS: 17))
    var (owner, now) = (Owner(), at(0))
    owner.perform(machine.launch(inForeground: random.chance(1, in: 2), at: now), "launch")
    // A kill is rare, otherwise no launch would be long.
    let inputs = LifecycleInput.allCases.filter { $0 != .jetsam && $0 != .watchdog }
    for step in 0..<200 {
      now = now + random.duration(in: .zero...(.seconds(3)))
      let input: LifecycleInput =
        random.chance(1, in: 100) ? random.pick([.jetsam, .watchdog]) : random.pick(inputs)
      // An owner reports the end of callbacks only if some are running.
      if input == .delivered {
        if !owner.isDelivering { continue }
        owner.isDelivering = false
      }
      let context: Comment = "seed \(seed), step \(step): \(input)"
      owner.perform(input.apply(to: &machine, at: now), context)
      #expect(owner.isOver == (machine.state == .notRunning), context)
      #expect(owner.isFrozen == (machine.state == .stable(.suspended)) || owner.isOver, context)
    }
  }
}
