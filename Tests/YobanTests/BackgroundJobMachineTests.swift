import Testing

@testable import Yoban

@Suite struct BackgroundJobMachineTests {
  typealias Machine = BackgroundJobMachine
  typealias Action = BackgroundJobMachine.Action

  /// All inputs of a machine.
  enum Input: Hashable, CaseIterable, CustomTestStringConvertible {
    case prepare, start, cancel, returned, threw, accepted, refused, expired, renewalDue
    case enteredForeground, deadlinePassed

    var testDescription: String { "\(self)" }
  }

  /// Applies an input with the number that the machine expects: the last one requested, or the one
  /// held.
  static func apply(
    _ input: Input, to machine: inout Machine, remaining: Duration? = .seconds(5)
  ) -> [Action] {
    let held = machine.held.last ?? 1
    return switch input {
    case .prepare: machine.prepare()
    case .start: machine.start()
    case .cancel: machine.cancel()
    case .returned: machine.bodyEnded(.returned)
    case .threw: machine.bodyEnded(.threw)
    case .accepted: machine.began(machine.lastNumber, accepted: true)
    case .refused: machine.began(machine.lastNumber, accepted: false)
    case .expired: machine.expired(held, remaining: remaining)
    case .renewalDue: machine.renewalDue()
    case .enteredForeground: machine.enteredForeground()
    case .deadlinePassed: machine.deadlinePassed()
    }
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var hold = Machine.Hold.assertion(renewedEvery: .seconds(60))
    var cancels = true
    /// The inputs that bring the machine into the state.
    var before: [Input] = []
    /// The expected actions for each input; other inputs have no effect.
    var effects: [Input: [Action]]
    var testDescription: String { name }
  }

  static let renewal = Action.wake(.renewal, after: .seconds(60))
  /// The body gets 4 of the remaining 5 s (BG3).
  static let deadline = Action.wake(.deadline, after: .seconds(4))

  static let rows: [Row] = [
    Row(
      name: "ready",
      effects: [
        .start: [.begin(1), renewal, .became(.running), .runBody],
        .cancel: [.became(.finished(.cancelled)), .cancelWake(.renewal)],
      ]),
    Row(
      name: "running, the assertion requested", before: [.start],
      effects: [
        .accepted: [], .refused: [.report(.assertionRefused)],
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [.became(.finished(.completed)), .cancelWake(.renewal)],
        .threw: [.became(.finished(.failed)), .cancelWake(.renewal)],
      ]),
    Row(
      name: "running under an assertion", before: [.start, .accepted],
      effects: [
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [
          .became(.finished(.completed)), .cancelWake(.renewal), .endAfterEvents(1, success: true),
        ],
        .threw: [
          .became(.finished(.failed)), .cancelWake(.renewal), .endAfterEvents(1, success: false),
        ],
        .expired: [
          .announceExpiration, .became(.canceling(.expired)), .cancelBody, .cancelWake(.renewal),
          deadline,
        ],
        .renewalDue: [.begin(2), renewal],
        // A second response belongs to an assertion that is not held, so that one is ended.
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "running, another assertion requested", before: [.start, .accepted, .renewalDue],
      effects: [
        .accepted: [.end(1, success: false)], .refused: [],
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [
          .became(.finished(.completed)), .cancelWake(.renewal), .endAfterEvents(1, success: true),
        ],
        .threw: [
          .became(.finished(.failed)), .cancelWake(.renewal), .endAfterEvents(1, success: false),
        ],
        .expired: [
          .announceExpiration, .became(.canceling(.expired)), .cancelBody, .cancelWake(.renewal),
          deadline,
        ],
      ]),
    Row(
      name: "running without an assertion", before: [.start, .refused],
      effects: [
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [.became(.finished(.completed)), .cancelWake(.renewal)],
        .threw: [.became(.finished(.failed)), .cancelWake(.renewal)],
        .enteredForeground: [.begin(2), renewal],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "canceling, requested by the app", before: [.start, .accepted, .cancel],
      effects: [
        .returned: [
          .became(.finished(.cancelled)), .cancelWake(.renewal), .endAfterEvents(1, success: false),
        ],
        .threw: [
          .became(.finished(.cancelled)), .cancelWake(.renewal), .endAfterEvents(1, success: false),
        ],
        .expired: [.announceExpiration, .cancelWake(.renewal), deadline],
        .renewalDue: [.begin(2), renewal],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "canceling, expired", before: [.start, .accepted, .expired],
      effects: [
        .returned: [
          .became(.finished(.expired)), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .threw: [
          .became(.finished(.expired)), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .deadlinePassed: [
          .report(.outOfTime), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "canceling, expired after the app requested it",
      before: [.start, .accepted, .cancel, .expired],
      effects: [
        // The first reason is kept.
        .returned: [
          .became(.finished(.cancelled)), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .threw: [
          .became(.finished(.cancelled)), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .deadlinePassed: [
          .report(.outOfTime), .cancelWake(.renewal), .cancelWake(.deadline),
          .endAfterEvents(1, success: false),
        ],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "canceling, out of time", before: [.start, .accepted, .expired, .deadlinePassed],
      effects: [
        .returned: [.became(.finished(.expired)), .cancelWake(.renewal)],
        .threw: [.became(.finished(.expired)), .cancelWake(.renewal)],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "finished", before: [.start, .accepted, .returned],
      effects: [.accepted: [.end(1, success: false)]]),
    Row(
      name: "suspended by an expiration", cancels: false, before: [.start, .accepted, .expired],
      effects: [
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [.became(.finished(.completed)), .cancelWake(.renewal)],
        .threw: [.became(.finished(.failed)), .cancelWake(.renewal)],
        .enteredForeground: [.begin(2), renewal],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "a task without a started job", hold: .task, before: [.prepare, .accepted],
      effects: [
        .start: [.became(.running), .runBody],
        .cancel: [.became(.finished(.cancelled)), .endAfterEvents(1, success: false)],
        .expired: [
          .announceExpiration, .became(.finished(.expired)), .endAfterEvents(1, success: false),
        ],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "running with a task", hold: .task, before: [.prepare, .accepted, .start],
      effects: [
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [.became(.finished(.completed)), .endAfterEvents(1, success: true)],
        .threw: [.became(.finished(.failed)), .endAfterEvents(1, success: false)],
        .expired: [.announceExpiration, .became(.canceling(.expired)), .cancelBody, deadline],
        .accepted: [.end(1, success: false)],
      ]),
    Row(
      name: "ready without a hold", hold: .nothing,
      effects: [
        .start: [.became(.running), .runBody], .cancel: [.became(.finished(.cancelled))],
      ]),
    Row(
      name: "running without a hold", hold: .nothing, before: [.start],
      effects: [
        .cancel: [.became(.canceling(.asked)), .cancelBody],
        .returned: [.became(.finished(.completed))], .threw: [.became(.finished(.failed))],
      ]),
  ]

  @Test(arguments: rows, Input.allCases)
  func `in each state each input has exactly the effects in the table (BG3, BG4, FT3)`(
    row: Row, input: Input
  ) {
    // Before the first request there is nothing to respond to.
    var machine = Machine(row.hold, cancelsAtExpiration: row.cancels)
    for input in row.before { _ = Self.apply(input, to: &machine) }
    if machine.lastNumber == 0, [.accepted, .refused, .prepare].contains(input) { return }
    #expect(Self.apply(input, to: &machine) == row.effects[input] ?? [])
  }

  @Test
  func `at an expiration with little time left, the assertion is ended inside the handler (BG4)`() {
    for remaining in [Duration.zero, .milliseconds(500), .seconds(1)] {
      var machine = Machine(.assertion(renewedEvery: .seconds(60)))
      for input in [Input.start, .accepted] { _ = Self.apply(input, to: &machine) }
      #expect(
        Self.apply(.expired, to: &machine, remaining: remaining) == [
          .announceExpiration, .became(.canceling(.expired)), .cancelBody, .report(.outOfTime),
          .cancelWake(.renewal), .end(1, success: false),
        ])
    }
  }

  @Test(arguments: [
    (Duration?.none, Duration.seconds(4)), (.seconds(600), .seconds(4)), (.seconds(5), .seconds(4)),
    (.seconds(3), .seconds(2)), (.milliseconds(1_001), .milliseconds(1)),
  ])
  func `the body has up to 4 s, and always a second less than the system leaves (BG3)`(
    remaining: Duration?, time: Duration
  ) {
    var machine = Machine(.assertion(renewedEvery: .seconds(60)))
    for input in [Input.start, .accepted] { _ = Self.apply(input, to: &machine) }
    let actions = Self.apply(.expired, to: &machine, remaining: remaining)
    #expect(actions.last == .wake(.deadline, after: time))
  }

  @Test func `the expiration of an assertion that is no longer held has no effect (BG4)`() {
    var machine = Machine(.assertion(renewedEvery: .seconds(60)))
    for input in [Input.start, .accepted, .renewalDue, .accepted] {
      _ = Self.apply(input, to: &machine)
    }
    #expect(machine.held == [2])
    #expect(machine.expired(1, remaining: .seconds(5)) == [])
    #expect(machine.state == .running)
  }

  @Test
  func `the assertion of a job that suspends at an expiration is ended inside the handler (BG5)`() {
    var machine = Machine(.assertion(renewedEvery: .seconds(60)), cancelsAtExpiration: false)
    for input in [Input.start, .accepted] { _ = Self.apply(input, to: &machine) }
    #expect(
      Self.apply(.expired, to: &machine) == [
        .announceExpiration, .cancelWake(.renewal), .end(1, success: false),
      ])
    #expect(machine.state == .running)
  }
}
