import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanLiveActivities

/// The life of a Live Activity as a table: what happens at which hour, and the state that follows (LA2, LA4, LA5, LA9).
@Suite struct LiveActivityMachineTests {
  enum Input: Sendable {
    case time
    case update(staleAtHour: Double?)
    case end(LiveActivityMachine.Dismissal)
    case remove
    case clockAhead(hours: Double)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var startHour: Double?
    var staleHour: Double?
    /// Each with its hour and the name of the state after it.
    let steps: [(hour: Double, input: Input, state: String)]
  }

  static func hour(_ hour: Double) -> VirtualInstant { .start + .seconds(hour * 3600) }

  static let table: [Row] = [
    Row(
      testDescription: "the system ends it after 8 hours and removes it after 12",
      steps: [
        (7.99, .time, "active"), (8, .time, "ended"), (11.99, .time, "ended"),
        (12, .time, "dismissed"),
      ]),
    Row(
      testDescription: "an update does not extend the 8 hours",
      steps: [(7, .update(staleAtHour: nil), "active"), (8, .time, "ended")]),
    Row(
      testDescription: "it is removed after 12 hours also if nobody looked at 8",
      steps: [(13, .time, "dismissed")]),
    Row(
      testDescription: "it becomes stale, and an update makes it active again", staleHour: 1,
      steps: [
        (0.99, .time, "active"), (1, .time, "stale"), (2, .update(staleAtHour: 3), "active"),
        (3, .time, "stale"), (8, .time, "ended"),
      ]),
    Row(
      testDescription: "content whose time has passed is stale at once", staleHour: -1,
      steps: [(0, .time, "stale"), (1, .update(staleAtHour: 0.5), "stale")]),
    Row(
      testDescription: "ended by default it stays for 4 hours",
      steps: [
        (1, .end(.byDefault), "ended"), (4.99, .time, "ended"), (5, .time, "dismissed"),
      ]),
    Row(
      testDescription: "ended with immediate it is gone",
      steps: [(1, .end(.immediate), "dismissed")]
    ),
    Row(
      testDescription: "it is removed at the date of the policy",
      steps: [
        (1, .end(.after(hour(2))), "ended"), (1.99, .time, "ended"), (2, .time, "dismissed"),
      ]),
    Row(
      testDescription: "a date beyond 4 hours counts as 4 hours",
      steps: [
        (1, .end(.after(hour(9))), "ended"), (4.99, .time, "ended"), (5, .time, "dismissed"),
      ]),
    Row(
      testDescription: "a date in the past removes it at once",
      steps: [(1, .end(.after(hour(0.5))), "dismissed")]),
    Row(
      testDescription: "after its end nothing changes it but its removal",
      steps: [
        (1, .end(.byDefault), "ended"), (2, .update(staleAtHour: 1), "ended"),
        (3, .end(.immediate), "ended"), (3, .remove, "dismissed"),
      ]),
    Row(
      testDescription: "the user removes an active one", steps: [(1, .remove, "dismissed")]),
    Row(
      testDescription: "a scheduled one starts at its date and ends 8 hours later",
      startHour: 2,
      steps: [
        (0, .time, "pending"), (1.99, .time, "pending"), (2, .time, "active"),
        (9.99, .time, "active"), (10, .time, "ended"),
      ]),
    Row(
      testDescription: "a scheduled one can be ended before its start", startHour: 2,
      steps: [(1, .end(.immediate), "dismissed")]),
    Row(
      testDescription:
        "a clock that was set ahead brings the dates of the app near, not the 8 hours",
      staleHour: 3,
      steps: [
        (1, .clockAhead(hours: 1), "active"), (1.99, .time, "active"), (2, .time, "stale"),
        (7.99, .time, "stale"), (8, .time, "ended"),
      ]),
    Row(
      testDescription: "a clock that was set ahead starts a scheduled one", startHour: 2,
      steps: [(1, .clockAhead(hours: 1), "active"), (9, .time, "ended")]),
    Row(
      testDescription: "a scheduled one ends 8 hours after its start, also if the date was skipped",
      startHour: 2,
      steps: [
        (1, .clockAhead(hours: 20), "active"), (8.99, .time, "active"), (9, .time, "ended"),
      ]),
  ]

  @Test(arguments: table)
  func `the state at each hour (LA2, LA4, LA5, LA9)`(_ row: Row) throws {
    var machine = LiveActivityMachine(
      startingAt: row.startHour.map(Self.hour),
      staleAt: row.staleHour.map { .start + .seconds($0 * 3600) }, at: .start,
      LiveActivityPolicy(iOS: 26))
    for step in row.steps {
      let now = Self.hour(step.hour)
      // Its own deadlines come first, as an alarm.
      while let deadline = machine.nextDeadline, deadline <= now {
        machine.reached(deadline)
        try #require(machine.nextDeadline != deadline, "the deadline does not pass")
      }
      switch step.input {
      case .time: machine.reached(now)
      case .update(let stale): machine.updated(staleAt: stale.map(Self.hour), at: now)
      case .end(let dismissal): machine.end(dismissal, at: now)
      case .remove: machine.removed()
      case .clockAhead(let hours): machine.clockWasSet(by: .seconds(hours * 3600), at: now)
      }
      #expect(machine.state.name == step.state, "at hour \(step.hour)")
    }
  }
}
