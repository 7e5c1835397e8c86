import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
import YobanSimulatedOS
@testable import YobanSimulatedDevices

@Suite struct BackgroundTaskRandomTests {
  private enum Input: CaseIterable {
    case begin, end, endUnknown, enterBackground, enterForeground, keep, stopKeeping, deadline,
      nothing
  }

  @Test(arguments: manySeeds)
  func `random tasks have unique identifiers, expire once, and kill at most once`(_ seed: UInt64) {
    var random = RandomStream(seed: seed, name: "tasks")
    let version = 4 + Int(random.next(below: 23))
    var machine = BackgroundTaskStateMachine(
      policy: BackgroundTaskPolicy(iOS: SystemVersion(version)))
    var (now, granted, kills) = (at(0), VirtualInstant?.none, 0)
    var (live, reported, seen): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    for step in 0..<300 {
      let input = random.pick(Input.allCases)
      let context: Comment = "seed \(seed), step \(step): \(input)"
      now = now + random.duration(in: .zero...(.seconds(20)))
      // The owner reports every deadline when it is due, not later.
      if let due = machine.nextDeadline, due < now { now = max(due, at(0)) }
      let actions: [BackgroundTaskStateMachine.Action]
      switch input {
      case .begin:
        let result = machine.begin(
          name: nil, leakAfter: random.duration(in: machine.policy.leakLimit), at: now)
        if let id = result.identifier {
          let isNew = seen.insert(id).inserted
          #expect(kills == 0 && isNew && id > 0, context)
          live.insert(id)
        }
        actions = result.actions
      case .end:
        guard !live.isEmpty else { continue }
        let id = random.pick(live.sorted())
        let result = machine.end(id)
        #expect(result.wasKnown || kills > 0, context)
        live.remove(id)
        actions = result.actions
      case .endUnknown:
        let result = machine.end(1_000_000)
        #expect(!result.wasKnown && result.actions == [], context)
        continue
      case .enterBackground:
        guard machine.phase == .foreground else { continue }
        actions = machine.enterBackground(keptRunning: random.chance(1, in: 2), at: now)
      case .enterForeground:
        reported = []
        actions = machine.enterForeground()
      case .keep: actions = machine.keptRunningChanged(true, at: now)
      case .stopKeeping: actions = machine.keptRunningChanged(false, at: now)
      case .deadline, .nothing: actions = machine.deadlineReached(at: now)
      }
      for action in actions {
        #expect(kills == 0, "after the kill: \(action), \(context)")
        switch action {
        case .expire(let id):
          let isFirst = reported.insert(id).inserted
          #expect(live.contains(id) && isFirst, context)
          if case .counting(let since) = machine.phase {
            #expect(now - since >= machine.policy.budget - .seconds(5), context)  // BG3
          } else {
            Issue.record("reported outside the budget, \(context)")
          }
        case .kill(let leaked):
          kills += 1
          #expect(!leaked.isEmpty && leaked.allSatisfy { live.contains($0.identifier) }, context)
        case .grant(let until): granted = until
        }
      }
      if kills == 0 {
        #expect(machine.tasks.map(\.identifier) == live.sorted(), context)
        if live.isEmpty { #expect(granted == nil, context) }
        if let granted, case .counting(let since) = machine.phase {
          #expect(granted == since + machine.policy.budget, context)  // BG2
        }
      }
    }
  }
}
