import Testing
import YobanVirtualTime

import YobanSimulatedOS
@testable import YobanHealth

@Suite struct WorkoutMachineTests {
  typealias State = WorkoutState
  typealias Input = WorkoutMachine.Input

  /// The shortest way to each state.
  static let ways: [State: [Input]] = [
    .notStarted: [], .prepared: [.prepare], .running: [.start], .paused: [.start, .pause],
    .stopped: [.start, .stop], .ended: [.start, .end],
  ]

  /// The state after each input. An input that is not listed is refused.
  static func expected(_ state: State, _ input: Input) -> State? {
    switch (state, input) {
    case (.notStarted, .prepare): .prepared
    case (.notStarted, .start), (.prepared, .start), (.paused, .resume): .running
    case (.running, .pause): .paused
    case (.running, .stop), (.paused, .stop): .stopped
    case (.notStarted, .end), (.prepared, .end), (.running, .end), (.paused, .end),
      (.stopped, .end):
      .ended
    default: nil
    }
  }

  @Test(arguments: State.allCases, Input.allCases)
  func `each state accepts its inputs and refuses the others (WK2)`(
    _ state: State, _ input: Input
  ) {
    var machine = WorkoutMachine()
    for step in Self.ways[state]! { _ = machine.handle(step, at: at(0)) }
    #expect(machine.state == state)
    let wasSessionMode = machine.isSessionMode
    let actions = machine.handle(input, at: at(0))
    guard let next = Self.expected(state, input) else {
      #expect(actions == [.refused])
      #expect(machine.state == state)
      return
    }
    #expect(actions.contains(.changed(to: next, from: state)))
    #expect(machine.state == next)
    #expect(actions.contains(.paused) == (input == .pause))
    #expect(actions.contains(.resumed) == (input == .resume))
    let isSessionMode = ![.notStarted, .ended].contains(next)
    #expect(machine.isSessionMode == isSessionMode)
    #expect(actions.contains(.sessionMode(true)) == (isSessionMode && !wasSessionMode))
    #expect(actions.contains(.sessionMode(false)) == (!isSessionMode && wasSessionMode))
  }

  @Test func `the states have Apple's raw values (WK2)`() {
    #expect(
      [State.notStarted, .running, .ended, .paused, .prepared, .stopped].map(\.rawValue)
        == [1, 2, 3, 4, 5, 6])
  }

  /// The app's actions with their seconds, and the exercise that is credited at the end.
  static let workouts: [(steps: [(Input, Double)], credited: Double)] = [
    ([(.start, 0), (.end, 600)], 600), ([(.start, 0), (.pause, 0), (.end, 43_200)], 0),
    ([(.start, 0), (.pause, 100), (.resume, 400), (.end, 500)], 200),
    ([(.prepare, 0), (.start, 60), (.stop, 120), (.end, 600)], 60),
    ([(.prepare, 0), (.end, 600)], 0),
  ]

  @Test(arguments: workouts.indices)
  func `only the time that a workout runs is credited (WK3)`(_ row: Int) {
    let (steps, credited) = Self.workouts[row]
    var machine = WorkoutMachine()
    var actions: [WorkoutMachine.Action] = []
    for (input, second) in steps { actions += machine.handle(input, at: at(second)) }
    #expect(
      actions.filter { if case .credited = $0 { true } else { false } }
        == (credited > 0 ? [.credited(.seconds(credited))] : []))
  }

  @Test func `a workout started when it first ran, and stopped when it was first stopped`() {
    var machine = WorkoutMachine()
    for (input, second) in [(Input.prepare, 1.0), (.start, 2), (.pause, 3), (.resume, 4)] {
      _ = machine.handle(input, at: at(second))
    }
    #expect(machine.started == at(2) && machine.stopped == nil)
    for (input, second) in [(Input.stop, 5.0), (.end, 6)] {
      _ = machine.handle(input, at: at(second))
    }
    #expect(machine.started == at(2) && machine.stopped == at(5))
  }
}
