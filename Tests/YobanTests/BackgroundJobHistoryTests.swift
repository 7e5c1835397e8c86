import Testing

@testable import Yoban

/// Tests that in any sequence of events, every assertion or task is ended once, and a job ends
/// once.
@Suite struct BackgroundJobHistoryTests {
  /// The environment of a machine: it performs the machine's actions and checks them.
  private struct Play {
    var machine: BackgroundJobMachine
    var dice: SeededGenerator
    /// Assertions or tasks that the system has given and that have not been ended.
    var live: Set<Int> = []
    var ended: [Int] = []
    var finishes = 0
    var bodyRuns = 0
    var announcements = 0
    var expiries = 0
    var timers: Set<BackgroundJobMachine.Timer> = []

    mutating func perform(_ actions: [BackgroundJobMachine.Action]) {
      for action in actions {
        switch action {
        case .begin(let number):
          let isGiven = machine.hold == .task || Int.random(in: 0..<4, using: &dice) > 0
          if isGiven { live.insert(number) }
          perform(machine.began(number, accepted: isGiven))
        case .end(let number, _), .endAfterEvents(let number, _):
          #expect(live.remove(number) != nil, "ended \(number), which is not held")
          ended.append(number)
        case .runBody: bodyRuns += 1
        case .cancelBody: #expect(bodyRuns == 1)
        case .announceExpiration: announcements += 1
        case .wake(let timer, _): timers.insert(timer)
        case .cancelWake(let timer): timers.remove(timer)
        case .became(.finished): finishes += 1
        case .became, .report: break
        }
      }
    }

    mutating func happen() {
      switch Int.random(in: 0..<9, using: &dice) {
      case 0: perform(machine.start())
      case 1: perform(machine.cancel())
      case 2: perform(machine.enteredForeground())
      case 3:
        if bodyRuns == 1, finishes == 0 { perform(machine.bodyEnded(.returned)) }
      case 4:
        if bodyRuns == 1, finishes == 0 { perform(machine.bodyEnded(.threw)) }
      case 5, 6:
        // Any number, including that of a task that has already ended.
        expiries += 1
        let number = Int.random(in: 0..<(machine.lastNumber + 2), using: &dice)
        let left = Duration.milliseconds(Int.random(in: 0..<6_000, using: &dice))
        perform(machine.expired(number, remaining: Bool.random(using: &dice) ? nil : left))
      case 7:
        if timers.remove(.renewal) != nil { perform(machine.renewalDue()) }
      default:
        if timers.remove(.deadline) != nil { perform(machine.deadlinePassed()) }
      }
    }
  }

  static let holds: [BackgroundJobMachine.Hold] = [
    .nothing, .assertion(renewedEvery: .seconds(60)), .task,
  ]

  @Test(arguments: holds, [true, false])
  func `every hold is ended once and every job ends once (BG4, FT3)`(
    hold: BackgroundJobMachine.Hold, cancels: Bool
  ) {
    for seed in UInt64(1)...500 {
      var play = Play(
        machine: .init(hold, cancelsAtExpiration: cancels), dice: SeededGenerator(state: seed))
      play.perform(play.machine.prepare())
      for _ in 0..<40 {
        play.happen()
        #expect(play.live == Set(play.machine.held), "seed \(seed)")
        #expect(play.live.count <= 1, "seed \(seed)")
        #expect(play.finishes <= 1 && play.bodyRuns <= 1, "seed \(seed)")
        #expect(play.announcements <= play.expiries, "seed \(seed)")
        // While a deadline is pending, an assertion or task is still held.
        if play.timers.contains(.deadline) { #expect(!play.live.isEmpty, "seed \(seed)") }
      }
      play.perform(play.machine.cancel())
      if play.bodyRuns == 1, play.finishes == 0 { play.perform(play.machine.bodyEnded(.returned)) }
      #expect(play.finishes == 1, "seed \(seed)")
      #expect(play.live.isEmpty, "seed \(seed)")
      #expect(Set(play.ended).count == play.ended.count, "seed \(seed)")
      #expect(!play.timers.contains(.deadline), "seed \(seed)")
      if hold == .task { #expect(play.ended == [1], "seed \(seed)") }
    }
  }

  @Test func `a body that never ends holds no assertion after its deadline (BG4)`() {
    for seed in UInt64(1)...200 {
      var play = Play(
        machine: .init(.assertion(renewedEvery: .seconds(60))), dice: SeededGenerator(state: seed))
      play.perform(play.machine.start())
      for _ in 0..<20 where !play.live.isEmpty {
        play.perform(play.machine.expired(play.machine.held[0], remaining: .seconds(5)))
        if play.timers.remove(.deadline) != nil { play.perform(play.machine.deadlinePassed()) }
      }
      #expect(play.live.isEmpty, "seed \(seed)")
      #expect(play.finishes == 0, "seed \(seed)")
    }
  }
}
