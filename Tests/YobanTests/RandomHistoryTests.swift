import Chunks
import Testing

@testable import Yoban

/// Tests random histories of one stream with a seed: every sample is stored or is in a gap.
@Suite struct RandomHistoryTests {
  @Test(arguments: 1...400)
  func `every sample of a random history is stored once or is in one gap`(seed: Int) {
    var history = History(seed: UInt64(seed))
    history.run()
    let ledger = Ledger(history.stored)
    let comment: Comment = "seed \(seed)"
    ledger.expectAccountsFor(history.sensed, from: history.start, to: history.end, comment)
    ledger.expectCovers(
      from: history.start, to: history.end, tolerance: 150 * History.millisecond, comment)
    #expect(ledger.marks == [.started(at: history.start), .stopped(at: history.end)], comment)
    #expect(history.machine.state == .idle, comment)
  }

  @Test func `the random histories contain every kind of event`() {
    var reached: Set<History.Event> = []
    for seed in 1...400 {
      var history = History(seed: UInt64(seed))
      history.run()
      reached.formUnion(history.reached)
    }
    #expect(reached == Set(History.Event.allCases))
  }
}

/// A sensor with 10 samples a second and jitter, and an app that is often suspended and killed.
private struct History {
  enum Event: CaseIterable {
    case ran, suspended, killed, sensorOff, sampleLost, diskFull, sampleTwice, tornTail
  }

  static let millisecond: Int64 = 1_000_000

  let start: Int64 = 1_700_000_000_000_000_000
  private(set) var end: Int64 = 0
  private(set) var machine = Self.makeMachine()
  private(set) var stored: [ChunkBlock] = []
  private(set) var sensed: [Int64] = []
  private(set) var reached: Set<Event> = []
  private var now: Int64
  private var random: SeededGenerator
  private var diskIsFullUntil: Int64 = 0

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    now = start
  }

  private static func makeMachine() -> StreamRecorder {
    StreamRecorder(nominalInterval: .milliseconds(100), chunkDuration: .seconds(5))
  }

  mutating func run() {
    let limit: Int64? = random.next() % 2 == 0 ? start + 30_000 * Self.millisecond : nil
    machine.started(at: start, until: limit)
    for _ in 0..<Int.random(in: 1...40, using: &random) { step(limit) }
    end = limit.map { min($0, now) } ?? now
    perform(machine.stopped(at: end, now: now))
    diskIsFullUntil = 0
    while machine.state != .idle { perform(machine.tick(now: now)) }
  }

  private mutating func step(_ limit: Int64?) {
    let event = Event.allCases.randomElement(using: &random)!
    reached.insert(event)
    switch event {
    case .ran:
      pass(Int64.random(in: 1...20, using: &random)) { $0.take($1) }
    case .suspended:
      now += Int64.random(in: 0..<900, using: &random) * Self.millisecond
      pass(Int64.random(in: 1...60, using: &random), ticking: false) { _, _ in }
    case .killed, .tornTail:
      kill(limit, tearing: event == .tornTail)
    case .sensorOff:
      now += Int64.random(in: 1...10, using: &random) * 1_000 * Self.millisecond
      perform(machine.tick(now: now))
    case .sampleLost:
      // A sample that is missing just before the end cannot be detected.
      pass(1) { if $1 % 3 != 0 { $0.take($1) } }
      pass(1) { $0.take($1) }
    case .diskFull:
      diskIsFullUntil = now + Int64.random(in: 1...10, using: &random) * 1_000 * Self.millisecond
    case .sampleTwice:
      pass(1) {
        $0.take($1)
        $0.take($1)
        $0.take($1 - 50 * Self.millisecond)
      }
    }
  }

  private mutating func take(_ time: Int64) {
    machine.sample(time: time, 1, 2, 3)
  }

  /// Lets seconds pass in which the sensor measures.
  private mutating func pass(
    _ seconds: Int64, ticking: Bool = true, _ deliver: (inout History, Int64) -> Void
  ) {
    for _ in 0..<seconds {
      for place in 1...10 as ClosedRange<Int64> {
        let jitter = Int64.random(in: -20...19, using: &random)
        let time = now + (place * 100 + jitter) * Self.millisecond
        guard time > (sensed.last ?? start) else { continue }
        sensed.append(time)
        deliver(&self, time)
      }
      now += 1_020 * Self.millisecond
      if ticking { perform(machine.tick(now: now)) }
    }
  }

  /// Kills the process, which loses its unwritten samples; if `tearing`, the last blocks of a write
  /// are lost, too.
  private mutating func kill(_ limit: Int64?, tearing: Bool) {
    if tearing, stored.count > 2 { stored.removeLast(Int.random(in: 0...1, using: &random)) }
    pass(Int64.random(in: 0...60, using: &random), ticking: false) { _, _ in }
    machine = Self.makeMachine()
    let ledger = Ledger(stored)
    machine.resumed(
      since: start, until: limit, covered: ledger.coveredUntil,
      hasMark: !ledger.marks.isEmpty, cause: .killed, now: now)
  }

  private mutating func perform(_ actions: [StreamRecorder.Action]) {
    for action in actions {
      guard now >= diskIsFullUntil else {
        if case .append = action { machine.writeFailed(because: .diskFull) }
        return
      }
      switch action {
      case .append(let blocks):
        stored += blocks
        machine.wrote()
      case .closeChunk:
        machine.closed()
      case .synchronize:
        machine.synchronized()
      }
    }
  }
}
