import Testing

@testable import Yoban

@Suite struct RenewalMachineTests {
  enum Input {
    case start, stop, due
    case began(Int, accepted: Bool)
    case expired(Int)
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var steps: [(input: Input, actions: [RenewalMachine.Action])]
    var testDescription: String { name }
  }

  static let minute = Duration.seconds(60)
  static let rows: [Row] = [
    Row(
      name: "the new task begins before the old one ends",
      steps: [
        (.start, [.begin(1), .wake(after: minute)]),
        (.began(1, accepted: true), []),
        (.due, [.begin(2), .wake(after: minute)]),
        (.began(2, accepted: true), [.end(1)]),
        (.due, [.begin(3), .wake(after: minute)]),
        (.began(3, accepted: true), [.end(2)]),
        (.stop, [.cancelWake, .end(3)]),
      ]),
    Row(
      name: "a refused renewal keeps the old task and tries again",
      steps: [
        (.start, [.begin(1), .wake(after: minute)]),
        (.began(1, accepted: true), []),
        (.due, [.begin(2), .wake(after: minute)]),
        (.began(2, accepted: false), []),
        (.due, [.begin(3), .wake(after: minute)]),
        (.began(3, accepted: true), [.end(1)]),
      ]),
    Row(
      name: "an expired task is ended at once and replaced at the next renewal",
      steps: [
        (.start, [.begin(1), .wake(after: minute)]),
        (.began(1, accepted: true), []),
        (.expired(1), [.end(1)]),
        (.due, [.begin(2), .wake(after: minute)]),
        (.began(2, accepted: true), []),
      ]),
    Row(
      name: "the expiration of a task that is not held ends only this task",
      steps: [
        (.start, [.begin(1), .wake(after: minute)]),
        (.began(1, accepted: true), []),
        (.due, [.begin(2), .wake(after: minute)]),
        (.began(2, accepted: true), [.end(1)]),
        (.expired(1), [.end(1)]),
        (.stop, [.cancelWake, .end(2)]),
      ]),
    Row(
      name: "a task that is granted after the stop is ended",
      steps: [
        (.start, [.begin(1), .wake(after: minute)]),
        (.stop, [.cancelWake]),
        (.began(1, accepted: true), [.end(1)]),
        (.due, []),
      ]),
    Row(
      name: "a second start and a second stop have no effect",
      steps: [
        (.stop, []),
        (.start, [.begin(1), .wake(after: minute)]),
        (.began(1, accepted: true), []),
        (.start, []),
        (.stop, [.cancelWake, .end(1)]),
        (.stop, []),
      ]),
  ]

  @Test(arguments: rows) func `a background task is renewed as the table says`(row: Row) {
    var machine = RenewalMachine(interval: Self.minute)
    for (index, step) in row.steps.enumerated() {
      let actions =
        switch step.input {
        case .start: machine.start()
        case .stop: machine.stop()
        case .due: machine.renewalDue()
        case .began(let number, let accepted): machine.began(number, accepted: accepted)
        case .expired(let number): machine.expired(number)
        }
      #expect(actions == step.actions, "step \(index)")
    }
  }
}
