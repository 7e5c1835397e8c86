import Testing
import YobanVirtualTime

@testable import YobanAppleSystem
import YobanSimulatedOS
@testable import YobanSimulatedDevices

@Suite struct AppLifecycleTests {
  typealias Action = AppLifecycleStateMachine.Action
  static let kinds: [LifecycleKind] = [.scenes, .applicationDelegate, .android]

  @Test(arguments: kinds)
  func `a launch by a user delivers the measured callbacks (L1, L5)`(_ kind: LifecycleKind) {
    var machine = Situation.notRunning.machine(kind)
    #expect(
      machine.launch(inForeground: true, at: at(0)) == [
        .became(.inactive), .deliver(kind.launchSteps),
      ])
  }

  @Test(arguments: kinds)
  func `a launch in background delivers the first callback only (L13)`(_ kind: LifecycleKind) {
    var machine = Situation.notRunning.machine(kind)
    #expect(
      machine.launch(inForeground: false, at: at(0)) == [
        .became(.background), .deliver(kind.backgroundLaunchSteps),
      ])
  }

  /// The actions of each input in each state. An input that is not listed does nothing.
  private static func expected(
    _ situation: Situation, _ input: LifecycleInput, _ kind: LifecycleKind
  ) -> [Action] {
    switch (situation, input) {
    case (.launching, .delivered), (.returning, .delivered): [.became(.active)]  // L1, L3
    case (.launchingInBackground, .delivered), (.leaving, .delivered):
      [.became(.background), .beginGrace]  // L2, L7, L13
    case (.terminating, .delivered): [.became(.notRunning), .terminate(.forceQuit)]  // L4
    case (.active, .leave): [.became(.inactive), .deliver(kind.leaveSteps)]  // L2
    // L3
    case (.background, .open): [.endBackground, .became(.inactive), .deliver(kind.returnSteps)]
    case (.suspended, .open):
      [.thaw, .endBackground, .became(.inactive), .deliver(kind.returnSteps)]
    case (.background, .openWithoutScene):
      [.endBackground, .became(.inactive), .deliver(kind.firstReturnSteps)]  // L13
    case (.suspended, .openWithoutScene):
      [.thaw, .endBackground, .became(.inactive), .deliver(kind.firstReturnSteps)]
    case (.active, .swipeAway): [.deliver(kind.swipeSteps)]  // L4, L5
    case (.background, .swipeAway): [.deliver(kind.swipeInBackgroundSteps)]
    // L4: no callback
    case (.suspended, .swipeAway): [.became(.notRunning), .terminate(.forceQuit)]
    case (.background, .runTimeEnded): [.became(.suspended), .freeze]  // L7
    case (.suspended, .runTimeGranted): [.thaw, .became(.background)]  // L12
    case (.notRunning, .jetsam): []
    case (_, .jetsam): [.became(.notRunning), .terminate(.jetsam)]  // L8: no callback
    case (.launching, .watchdog), (.launchingInBackground, .watchdog):
      [.became(.notRunning), .terminate(.watchdog("launch took longer than 20.0 seconds"))]  // L9
    case (.leaving, .watchdog):
      [
        .became(.notRunning),
        .terminate(.watchdog("didEnterBackground took longer than 5.0 seconds")),
      ]  // L6
    case (.returning, .watchdog):
      [
        .became(.notRunning),
        .terminate(.watchdog("the return to foreground took longer than 10.0 seconds")),
      ]  // L9
    case (.terminating, .watchdog):
      [.became(.notRunning), .terminate(.watchdog("termination took longer than 5.0 seconds"))]
    default: []
    }
  }

  @Test(arguments: Situation.allCases, LifecycleInput.allCases)
  func `every input has the expected actions in every state`(
    _ situation: Situation, _ input: LifecycleInput
  ) {
    for kind in Self.kinds {
      var machine = situation.machine(kind)
      let before = machine.state
      let expected = Self.expected(situation, input, kind)
      #expect(input.apply(to: &machine, at: at(101)) == expected, "\(kind)")
      if expected.isEmpty { #expect(machine.state == before, "\(kind)") }
    }
  }

  @Test(arguments: Situation.allCases)
  func `a time limit runs only during callbacks (L6, L9)`(_ situation: Situation) {
    let limit: Duration? =
      switch situation {
      case .launching, .launchingInBackground: .seconds(20)
      case .leaving: .seconds(5)
      case .returning: .seconds(10)
      case .terminating: .seconds(5)
      case .notRunning, .active, .background, .suspended: nil
      }
    #expect(situation.machine(.scenes).watchdogDeadline == limit.map { at(100) + $0 })
  }

  struct Postponed: Sendable, CustomTestStringConvertible {
    var during: Situation
    var inputs: [LifecycleInput]
    /// The actions that follow when the callbacks have returned, each time.
    var then: @Sendable (LifecycleKind) -> [[Action]]
    var testDescription: String { "\(during): \(inputs)" }
  }

  static let postponed: [Postponed] = [
    .init(during: .launching, inputs: [.leave]) { kind in
      [
        [.became(.active), .became(.inactive), .deliver(kind.leaveSteps)],
        [.became(.background), .beginGrace],
      ]
    },
    .init(during: .launching, inputs: [.swipeAway]) { kind in
      [
        [.became(.active), .deliver(kind.swipeSteps)],
        [.became(.notRunning), .terminate(.forceQuit)],
      ]
    },
    .init(during: .launching, inputs: [.open]) { _ in [[.became(.active)]] },
    .init(during: .launchingInBackground, inputs: [.openWithoutScene]) { kind in
      [
        [
          .became(.background), .beginGrace, .endBackground, .became(.inactive),
          .deliver(kind.firstReturnSteps),
        ],
        [.became(.active)],
      ]
    },
    .init(during: .leaving, inputs: [.open]) { kind in
      [
        [
          .became(.background), .beginGrace, .endBackground, .became(.inactive),
          .deliver(kind.returnSteps),
        ],
        [.became(.active)],
      ]
    },
    .init(during: .leaving, inputs: [.open, .leave]) { kind in
      [
        [
          .became(.background), .beginGrace, .endBackground, .became(.inactive),
          .deliver(kind.returnSteps),
        ],
        [.became(.active), .became(.inactive), .deliver(kind.leaveSteps)],
        [.became(.background), .beginGrace],
      ]
    },
    .init(during: .leaving, inputs: [.leave]) { _ in [[.became(.background), .beginGrace]] },
    .init(during: .leaving, inputs: [.swipeAway, .open]) { kind in
      [
        [.became(.background), .beginGrace, .deliver(kind.swipeInBackgroundSteps)],
        [.became(.notRunning), .terminate(.forceQuit)],
      ]
    },
    .init(during: .returning, inputs: [.leave, .open]) { kind in
      [
        [.became(.active), .became(.inactive), .deliver(kind.leaveSteps)],
        [
          .became(.background), .beginGrace, .endBackground, .became(.inactive),
          .deliver(kind.returnSteps),
        ],
        [.became(.active)],
      ]
    },
    .init(during: .terminating, inputs: [.leave, .open, .swipeAway]) { _ in
      [[.became(.notRunning), .terminate(.forceQuit)]]
    },
  ]

  @Test(arguments: postponed)
  func `a user's actions during callbacks take effect when the callbacks have returned`(
    _ row: Postponed
  ) {
    for kind in Self.kinds {
      var machine = row.during.machine(kind)
      for input in row.inputs { #expect(input.apply(to: &machine, at: at(101)) == [], "\(kind)") }
      for actions in row.then(kind) {
        #expect(machine.delivered(at: at(102)) == actions, "\(kind)")
      }
      #expect(machine.delivered(at: at(103)) == [], "\(kind)")
    }
  }

  @Test(arguments: Situation.allCases.filter(\.isDelivering))
  func `a kill discards the user's waiting actions (L8)`(_ situation: Situation) {
    var machine = situation.machine(.scenes)
    _ = machine.leave(at: at(101))
    _ = machine.open(hasScene: true, at: at(101))
    #expect(machine.kill(.reboot) == [.became(.notRunning), .terminate(.reboot)])
    #expect(machine.delivered(at: at(102)) == [])
    #expect(machine.state == .notRunning)
  }
}
