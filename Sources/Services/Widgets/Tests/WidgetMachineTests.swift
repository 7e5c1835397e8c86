import Testing
import YobanSimulatedOS
import YobanVirtualTime

@testable import YobanWidgets

/// The timeline of a widget as a table: what happens at which minute, and what the system does then (WI1, WI2).
@Suite struct WidgetMachineTests {
  enum Input: Sendable {
    case reload(WidgetMachine.Cause)
    /// The minutes of the entries, and that of the policy; nil for never.
    case timeline([Int], after: Int?)
    case atEnd([Int])
    case failure
    case time
  }

  struct Row: Sendable {
    let minute: Int
    let input: Input
    let actions: [WidgetMachine.Action]
    /// The minute of the next deadline.
    let next: Int?
    init(
      _ minute: Int, _ input: Input, _ actions: [WidgetMachine.Action], next: Int? = nil
    ) {
      (self.minute, self.input, self.actions, self.next) = (minute, input, actions, next)
    }
  }

  private static func at(_ minute: Int) -> VirtualInstant { .start + .seconds(minute * 60) }

  @Test(arguments: [
    // Entries are shown at their dates; the policy asks at the end.
    [
      Row(0, .reload(.placed), [.load(.placed)]),
      Row(0, .atEnd([0, 10, 20]), [.show(0)], next: 10),
      Row(10, .time, [.show(1)], next: 20), Row(20, .time, [.show(2), .load(.policy)]),
    ],
    // The policy asks before the last entry; entries of the old timeline go on until the new one is there.
    [
      Row(0, .reload(.placed), [.load(.placed)]),
      Row(0, .timeline([0, 10, 20], after: 15), [.show(0)], next: 10),
      Row(10, .time, [.show(1)], next: 15), Row(15, .time, [.load(.policy)], next: 20),
      Row(20, .time, [.show(2)]), Row(21, .timeline([21], after: nil), [.show(0)]),
    ],
    // A date in the past asks after five minutes.
    [
      Row(0, .reload(.placed), [.load(.placed)]),
      Row(1, .timeline([0], after: 0), [.show(0)], next: 6), Row(6, .time, [.load(.policy)]),
    ],
    // Two requests while the provider works are one more request.
    [
      Row(0, .reload(.placed), [.load(.placed)]), Row(1, .reload(.appInFront), []),
      Row(1, .reload(.appInBackground), []),
      Row(2, .timeline([2], after: nil), [.show(0), .load(.appInFront)]),
      Row(3, .failure, [], next: 63),
    ],
    // A provider without an answer is asked again after an hour.
    [
      Row(0, .reload(.placed), [.load(.placed)]),
      Row(0, .timeline([0], after: 60), [.show(0)], next: 60),
      Row(60, .time, [.load(.policy)]), Row(61, .failure, [], next: 121),
      Row(121, .time, [.load(.policy)]),
    ],
    // The budget: two reloads in a day. The third waits until the first is a day old; a free one does not wait.
    [
      Row(0, .reload(.placed), [.load(.placed)]), Row(0, .timeline([0], after: nil), [.show(0)]),
      Row(10, .reload(.appInBackground), [.load(.appInBackground)]),
      Row(10, .timeline([10], after: nil), [.show(0)]),
      Row(20, .reload(.appInBackground), [.load(.appInBackground)]),
      Row(20, .timeline([20], after: nil), [.show(0)]),
      Row(
        30, .reload(.appInBackground),
        [.postponed(.appInBackground, until: at(1450))], next: 1450),
      Row(40, .reload(.appInBackground), [], next: 1450),
      Row(1450, .time, [.load(.appInBackground)]),
      Row(1450, .timeline([1450], after: nil), [.show(0)]),
      Row(1451, .reload(.intent), [.load(.intent)]),
    ],
  ])
  func `a widget shows entries and asks for timelines (WI1, WI2)`(_ rows: [Row]) {
    var policy = WidgetPolicy(iOS: 17)
    policy.reloadsPerDay = 2
    var machine = WidgetMachine(policy, limit: policy.reloadsPerDay)
    for row in rows {
      let now = Self.at(row.minute)
      let actions =
        switch row.input {
        case .reload(let cause): machine.reload(cause, at: now)
        case .timeline(let entries, let after):
          machine.received(
            entries.map(Self.at), after.map { .after(Self.at($0)) } ?? .never, at: now)
        case .atEnd(let entries): machine.received(entries.map(Self.at), .atEnd, at: now)
        case .failure: machine.failed(at: now)
        case .time: machine.timePassed(at: now)
        }
      #expect(actions == row.actions, "at minute \(row.minute)")
      #expect(machine.nextDeadline(at: now) == row.next.map(Self.at), "after minute \(row.minute)")
    }
  }
}
