import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanWatch

@Suite struct FrontmostMachineTests {
  typealias Action = FrontmostMachine.Action

  enum Situation: String, CaseIterable, Sendable {
    case wristUp, frontmost, clock

    var machine: FrontmostMachine {
      var machine = FrontmostMachine()
      switch self {
      case .wristUp: break
      case .frontmost: _ = machine.lower(frontmostFor: .seconds(120), at: at(0))
      case .clock: _ = machine.lower(frontmostFor: nil, at: at(0))
      }
      return machine
    }
  }

  @Test(arguments: Situation.allCases)
  func `lowering and raising the wrist has the expected effect in each state (WK1)`(
    _ situation: Situation
  ) {
    var machine = situation.machine
    #expect(
      machine.lower(frontmostFor: .seconds(120), at: at(10))
        == (situation == .wristUp ? [.resignActive] : []))
    machine = situation.machine
    #expect(machine.raise() == (situation == .frontmost ? [.becomeActive] : []))
    #expect(machine == FrontmostMachine())
  }

  /// Seconds after lowering the wrist, whether a session keeps the app frontmost, and the actions.
  static let moments: [(seconds: Double, isKept: Bool, actions: [Action])] = [
    (119.9, false, []), (120, false, [.enterBackground]), (120, true, []),
    (40_000, true, []), (40_000, false, [.enterBackground]),
  ]

  @Test(arguments: moments.indices)
  func `an app is frontmost for 2 min unless a session keeps it (WK1)`(_ row: Int) {
    let (seconds, isKept, actions) = Self.moments[row]
    var machine = Situation.frontmost.machine
    #expect(machine.reconsider(isKept: isKept, at: at(seconds)) == actions)
    #expect((machine.state == .clock) == !actions.isEmpty)
    #expect(machine.raise() == (actions.isEmpty ? [.becomeActive] : []))
  }

  @Test func `an app that has ended is not frontmost`() {
    var machine = Situation.frontmost.machine
    machine.appEnded()
    #expect(machine.deadline == nil)
    #expect(machine.raise() == [])
  }
}
