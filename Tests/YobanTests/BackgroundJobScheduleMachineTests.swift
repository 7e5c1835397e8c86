import Testing

@testable import Yoban

@Suite struct BackgroundJobScheduleMachineTests {
  typealias Machine = BackgroundJobScheduleMachine

  enum Input: Hashable, CaseIterable, CustomTestStringConvertible {
    case register, registerTooLate, accepted, notAccepted, start, stop, noneIsPending,
      oneIsPending
    case submitted, unavailable, launched, finished, conditionsChanged

    var testDescription: String { "\(self)" }
  }

  static func apply(_ input: Input, to machine: inout Machine) -> [Machine.Action] {
    switch input {
    case .register: machine.register(isTooLate: false)
    case .registerTooLate: machine.register(isTooLate: true)
    case .accepted: machine.registered(accepted: true)
    case .notAccepted: machine.registered(accepted: false)
    case .start: machine.start()
    case .stop: machine.stop()
    case .noneIsPending: machine.answered(machine.lastQuestion, isPending: false)
    case .oneIsPending: machine.answered(machine.lastQuestion, isPending: true)
    case .submitted: machine.submitted()
    case .unavailable: machine.refused(.unavailable)
    case .launched: machine.launched()
    case .finished: machine.finished()
    case .conditionsChanged: machine.conditionsChanged()
    }
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var before: [Input] = []
    /// The expected actions for each input; other inputs have no effect.
    var effects: [Input: [Machine.Action]]
    var testDescription: String { name }
  }

  static let registered: [Input] = [.register, .accepted]

  static let rows: [Row] = [
    Row(
      name: "unregistered",
      effects: [
        .register: [.register], .registerTooLate: [.report(.registeredTooLate)],
        .notAccepted: [.report(.notPermitted)], .start: [.report(.notRegistered)],
        .launched: [.decline],
      ]),
    Row(
      name: "registered too late", before: [.registerTooLate],
      effects: [
        .register: [.register], .registerTooLate: [.report(.registeredTooLate)],
        .notAccepted: [.report(.notPermitted)], .start: [.report(.registeredTooLate)],
        .launched: [.decline],
      ]),
    Row(
      name: "started before it is registered", before: [.start],
      effects: [
        .register: [.register], .registerTooLate: [.report(.registeredTooLate)],
        .accepted: [.askPending(1)], .notAccepted: [.report(.notPermitted)],
        .start: [.report(.notRegistered)], .launched: [.decline],
      ]),
    Row(
      name: "idle", before: registered,
      effects: [
        .start: [.askPending(1)], .stop: [.cancelRequest], .launched: [.askPending(1), .run],
      ]),
    Row(
      name: "requesting", before: registered + [.start],
      effects: [
        .noneIsPending: [.submit], .unavailable: [.report(.unavailable)],
        .stop: [.cancelRequest], .launched: [.askPending(2), .run],
      ]),
    Row(
      name: "pending", before: registered + [.start, .oneIsPending],
      effects: [
        .stop: [.cancelRequest], .launched: [.askPending(2), .run],
        .conditionsChanged: [.askPending(2)],
      ]),
    Row(
      name: "submitted", before: registered + [.start, .noneIsPending, .submitted],
      effects: [
        .stop: [.cancelRequest], .launched: [.askPending(2), .run],
        .conditionsChanged: [.askPending(2)],
      ]),
    Row(
      name: "refused", before: registered + [.start, .noneIsPending, .unavailable],
      effects: [
        .start: [.askPending(2)], .stop: [.cancelRequest], .launched: [.askPending(2), .run],
        .conditionsChanged: [.askPending(2)],
      ]),
    Row(
      name: "refused, and requesting again",
      before: registered + [.start, .noneIsPending, .unavailable, .conditionsChanged],
      effects: [
        // The same refusal is reported once.
        .unavailable: [], .noneIsPending: [.submit], .stop: [.cancelRequest],
        .launched: [.askPending(3), .run],
      ]),
    Row(
      name: "running, the next run submitted",
      before: registered + [.launched, .noneIsPending, .submitted],
      effects: [
        .stop: [.cancelRequest, .cancelJob], .conditionsChanged: [.askPending(2)],
        .launched: [.askPending(2), .decline, .report(.stillRunning)],
      ]),
    Row(
      name: "run completed, the next run submitted",
      before: registered + [.launched, .noneIsPending, .submitted, .finished],
      effects: [
        .stop: [.cancelRequest], .conditionsChanged: [.askPending(2)],
        .launched: [.askPending(2), .run],
      ]),
    Row(
      name: "stopped", before: registered + [.start, .noneIsPending, .submitted, .stop],
      effects: [
        .start: [.askPending(2)], .stop: [.cancelRequest], .launched: [.decline],
      ]),
    Row(
      name: "stopped while requesting", before: registered + [.start, .stop],
      effects: [
        .start: [.askPending(2)], .stop: [.cancelRequest], .launched: [.decline],
      ]),
  ]

  @Test(arguments: rows, Input.allCases)
  func `in each state each input has exactly the effects in the table (FT2)`(
    row: Row, input: Input
  ) {
    var machine = Machine()
    for input in row.before { _ = Self.apply(input, to: &machine) }
    #expect(Self.apply(input, to: &machine) == row.effects[input] ?? [])
  }

  /// The environment of a machine. The system keeps one request per identifier; a new request
  /// replaces the previous one (FT2).
  private struct Play {
    var machine = Machine()
    var dice: SeededGenerator
    var isPending = false
    var isLaunching = false
    var refuses = false
    /// Questions with their answers, which are determined at the time of the question and arrive in
    /// order.
    var questions: [(number: Int, isPending: Bool)] = []
    var tasks = 0
    var replaced = 0

    mutating func perform(_ actions: [Machine.Action]) {
      for action in actions {
        switch action {
        case .register: perform(machine.registered(accepted: true))
        case .askPending(let number): questions.append((number, isPending))
        case .submit:
          if refuses {
            perform(machine.refused(.unavailable))
          } else {
            if isPending { replaced += 1 }
            isPending = true
            perform(machine.submitted())
          }
        case .cancelRequest: isPending = false
        case .run, .decline: tasks += 1
        case .cancelJob: #expect(machine.isRunning)
        case .report: break
        }
      }
    }

    mutating func happen() {
      switch Int.random(in: 0..<9, using: &dice) {
      case 0: perform(machine.start())
      case 1: perform(machine.stop())
      case 2, 3:
        guard !questions.isEmpty else { return }
        let question = questions.removeFirst()
        perform(machine.answered(question.number, isPending: question.isPending))
      case 4:
        // The system removes the request, launches the app, and then calls the handler.
        guard isPending, !isLaunching else { return }
        isPending = false
        isLaunching = true
      case 8:
        guard isLaunching else { return }
        isLaunching = false
        let before = tasks
        perform(machine.launched())
        #expect(tasks == before + 1)
      case 5: perform(machine.finished())
      case 6: perform(machine.conditionsChanged())
      case 7: refuses.toggle()
      default: preconditionFailure("there are nine kinds of events")
      }
    }
  }

  @Test func `no request ever replaces a pending one (FT2)`() {
    for seed in UInt64(1)...1_000 {
      var play = Play(dice: SeededGenerator(state: seed))
      play.perform(play.machine.register(isTooLate: false))
      for _ in 0..<60 { play.happen() }
      #expect(play.replaced == 0, "seed \(seed)")
      // The faults end: exactly one request must be pending.
      play.refuses = false
      // A launch that has begun eventually calls the handler.
      if play.isLaunching { play.perform(play.machine.launched()) }
      play.perform(play.machine.start())
      play.perform(play.machine.conditionsChanged())
      while !play.questions.isEmpty {
        let question = play.questions.removeFirst()
        play.perform(play.machine.answered(question.number, isPending: question.isPending))
      }
      #expect(play.isPending && play.replaced == 0, "seed \(seed)")
    }
  }
}
