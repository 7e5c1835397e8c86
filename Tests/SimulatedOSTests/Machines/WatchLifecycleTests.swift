import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanSimulatedDevices

/// The launch of a watch app: the states that the wrist adds to those of every app (WK1).
@Suite struct WatchLifecycleTests {
  typealias Action = AppLifecycleStateMachine.Action

  /// A state of a watch app, with the shortest way to reach it.
  enum Situation: String, CaseIterable, Sendable {
    case notRunning, launching, active, loweringWrist, wristDown, suspendedInFront, raisingWrist
    case leaving, background, suspended

    var machine: AppLifecycleStateMachine {
      var machine = AppLifecycleStateMachine(kind: .watch, policy: LifecyclePolicy(iOS: 17))
      let now = at(100)
      switch self {
      case .notRunning: break
      case .launching: _ = machine.launch(inForeground: true, at: now)
      case .active:
        machine = Self.launching.machine
        _ = machine.delivered(at: now)
      case .loweringWrist:
        machine = Self.active.machine
        _ = machine.lowerWrist(at: now)
      case .wristDown:
        machine = Self.loweringWrist.machine
        _ = machine.delivered(at: now)
      case .suspendedInFront:
        machine = Self.wristDown.machine
        _ = machine.runTimeEnded()
      case .raisingWrist:
        machine = Self.wristDown.machine
        _ = machine.raiseWrist(at: now)
      case .leaving:
        machine = Self.active.machine
        _ = machine.leave(at: now)
      case .background:
        machine = Self.leaving.machine
        _ = machine.delivered(at: now)
      case .suspended:
        machine = Self.background.machine
        _ = machine.runTimeEnded()
      }
      return machine
    }

    var isFrontmostWithWristDown: Bool {
      switch self {
      case .loweringWrist, .wristDown, .suspendedInFront: true
      case .notRunning, .launching, .active, .raisingWrist, .leaving, .background, .suspended:
        false
      }
    }
  }

  enum Input: String, CaseIterable, Sendable {
    case delivered, lowerWrist, raiseWrist, leave, open, swipeAway, runTimeEnded, runTimeGranted

    func apply(to machine: inout AppLifecycleStateMachine, at now: VirtualInstant) -> [Action] {
      switch self {
      case .delivered: machine.delivered(at: now)
      case .lowerWrist: machine.lowerWrist(at: now)
      case .raiseWrist: machine.raiseWrist(at: now)
      case .leave: machine.leave(at: now)
      case .open: machine.open(hasScene: true, at: now)
      case .swipeAway: machine.swipeAway(at: now)
      case .runTimeEnded: machine.runTimeEnded()
      case .runTimeGranted: machine.runTimeGranted()
      }
    }
  }

  private static let resign = Action.deliver([.init(.applicationWillResignActive, .active)])
  private static let activate = Action.deliver([.init(.applicationDidBecomeActive, .active)])
  private static let background = Action.deliver([
    .init(.applicationDidEnterBackground, .background)
  ])
  private static let leave = Action.deliver([
    .init(.applicationWillResignActive, .active),
    .init(.applicationDidEnterBackground, .background),
  ])
  private static let comeBack = Action.deliver([
    .init(.applicationWillEnterForeground, .background),
    .init(.applicationDidBecomeActive, .active),
  ])

  /// The actions of each input in each state. An input that is not listed does nothing.
  private static func expected(_ situation: Situation, _ input: Input) -> [Action] {
    switch (situation, input) {
    case (.launching, .delivered), (.raisingWrist, .delivered): [.became(.active)]
    case (.loweringWrist, .delivered): [.became(.inactive), .beginGrace]
    case (.leaving, .delivered): [.became(.background), .beginGrace]
    case (.active, .lowerWrist): [.became(.inactive), resign]
    case (.wristDown, .raiseWrist), (.wristDown, .open):
      [.endBackground, .became(.inactive), activate]
    case (.suspendedInFront, .raiseWrist), (.suspendedInFront, .open):
      [.thaw, .endBackground, .became(.inactive), activate]
    case (.active, .leave): [.became(.inactive), leave]
    case (.wristDown, .leave): [.became(.inactive), background]
    case (.suspendedInFront, .leave): [.thaw, .became(.inactive), background]
    case (.background, .open): [.endBackground, .became(.inactive), comeBack]
    case (.suspended, .open): [.thaw, .endBackground, .became(.inactive), comeBack]
    case (.active, .swipeAway): [leave]
    case (.wristDown, .swipeAway): [background]
    case (.background, .swipeAway): [.deliver([])]
    case (.suspended, .swipeAway), (.suspendedInFront, .swipeAway):
      [.became(.notRunning), .terminate(.forceQuit)]
    case (.wristDown, .runTimeEnded), (.background, .runTimeEnded):
      [.became(.suspended), .freeze]
    case (.suspendedInFront, .runTimeGranted): [.thaw, .became(.inactive)]
    case (.suspended, .runTimeGranted): [.thaw, .became(.background)]
    default: []
    }
  }

  @Test(arguments: Situation.allCases, Input.allCases)
  func `every input has the expected actions in every state of a watch app (WK1)`(
    _ situation: Situation, _ input: Input
  ) {
    var machine = situation.machine
    #expect(machine.isFrontmostWithWristDown == situation.isFrontmostWithWristDown)
    let before = machine.state
    let expected = Self.expected(situation, input)
    #expect(input.apply(to: &machine, at: at(101)) == expected)
    if expected.isEmpty { #expect(machine.state == before) }
  }

  @Test func `lowering the wrist during the launch takes effect after it (WK1)`() {
    var machine = Situation.launching.machine
    #expect(machine.lowerWrist(at: at(100)) == [])
    #expect(machine.delivered(at: at(101)) == [.became(.active), .became(.inactive), Self.resign])
    #expect(machine.raiseWrist(at: at(101)) == [])
    #expect(
      machine.delivered(at: at(102)) == [
        .became(.inactive), .beginGrace, .endBackground, .became(.inactive), Self.activate,
      ])
  }

  @Test func `the callbacks of the wrist have the same time limits as others (L6, L9)`() {
    #expect(Situation.loweringWrist.machine.watchdogDeadline == at(105))
    #expect(Situation.raisingWrist.machine.watchdogDeadline == at(110))
    #expect(Situation.wristDown.machine.watchdogDeadline == nil)
  }
}
