import Chunks
import Testing

@testable import Yoban

private let second: Int64 = 1_000_000_000

/// A stream with 10 samples a second and chunks of 3 s, driven by a row of inputs; times in 0.1 s.
private struct Stream {
  var machine = StreamRecorder(
    nominalInterval: .milliseconds(100), chunkDuration: .seconds(3))
  /// The written blocks; the end of a chunk is `|`.
  var rows: [String] = []
  var isDiskFull = false

  enum Input {
    case start(Int64, until: Int64?)
    case resume(Int64, covered: Int64?, hasMark: Bool, GapCause, now: Int64)
    case samples(ClosedRange<Int64>)
    case sample(Int64)
    case tick(Int64)
    case evidence(GapCause)
    case diskFull, diskFree
    case processEnding(Int64)
    case stop(Int64)
  }

  mutating func take(_ input: Input) {
    switch input {
    case .start(let time, let end):
      machine.started(at: time * second / 10, until: end.map { $0 * second / 10 })
    case .resume(let start, let covered, let hasMark, let cause, let now):
      machine.resumed(
        since: start * second / 10, until: nil, covered: covered.map { $0 * second / 10 },
        hasMark: hasMark, cause: cause, now: now * second / 10)
    case .samples(let range):
      for time in range { machine.sample(time: time * second / 10, 0, 0, 1) }
    case .sample(let time): machine.sample(time: time * second / 10, 0, 0, 1)
    case .tick(let time): perform(machine.tick(now: time * second / 10))
    case .evidence(let cause): machine.evidence(of: cause)
    case .diskFull: isDiskFull = true
    case .diskFree: isDiskFull = false
    case .processEnding(let time): perform(machine.processEnding(now: time * second / 10))
    case .stop(let time):
      perform(machine.stopped(at: time * second / 10, now: time * second / 10))
    }
  }

  private mutating func perform(_ actions: [StreamRecorder.Action]) {
    for action in actions {
      guard !isDiskFull else {
        if case .append = action { machine.writeFailed(because: .diskFull) }
        return
      }
      switch action {
      case .append(let blocks):
        rows += blocks.map(Self.text)
        machine.wrote()
      case .closeChunk:
        rows.append("|")
        machine.closed()
      case .synchronize:
        rows.append("synchronize")
        machine.synchronized()
      }
    }
  }

  private static func text(_ block: ChunkBlock) -> String {
    func tenths(_ time: Int64) -> String { String(time * 10 / second) }
    switch block {
    case .samples(let samples):
      return "\(tenths(samples.times.first!))...\(tenths(samples.times.last!))"
    case .gap(let gap): return "\(gap.cause.rawValue) \(tenths(gap.start))-\(tenths(gap.end))"
    case .mark(let mark): return "\(mark.name) \(tenths(mark.time))"
    }
  }
}

@Suite struct StreamRecorderTests {
  @Test func `an open chunk is synchronized to disk each minute, and a closed one no longer`() {
    var machine = StreamRecorder(
      nominalInterval: .milliseconds(100), chunkDuration: .seconds(150))
    machine.started(at: 0)
    var (synchronized, closed, fails): ([Int64], [Int64], Bool) = ([], [], true)
    for second in 1...400 as ClosedRange<Int64> {
      for tenth in 1...10 as ClosedRange<Int64> {
        machine.sample(time: (second - 1) * 1_000_000_000 + tenth * 100_000_000, 0, 0, 1)
      }
      for action in machine.tick(now: second * 1_000_000_000) {
        switch action {
        case .append: machine.wrote()
        case .closeChunk:
          closed.append(second)
          machine.closed()
        case .synchronize:
          synchronized.append(second)
          // The first attempt fails, so it is repeated at the next tick.
          if !fails { machine.synchronized() }
          fails = false
        }
      }
    }
    // The first chunk began at 0, the others with the tick after each close.
    #expect(closed == [150, 300])
    #expect(synchronized == [60, 61, 121, 210, 270, 360])
  }

  @Test func `an end that is known in advance drops later samples and accepts late ones`() {
    var machine = StreamRecorder(nominalInterval: .milliseconds(100))
    machine.started(at: 0)
    machine.sample(time: 100_000_000, 0, 0, 1)
    machine.ending(at: 350_000_000)
    // A batch that was measured before the end and arrives after it.
    for tenth in 2...9 as ClosedRange<Int64> {
      machine.sample(time: tenth * 100_000_000, 0, 0, 1)
    }
    let actions = machine.stopped(at: 350_000_000, now: 900_000_000)
    guard case .append(let blocks)? = actions.first else {
      Issue.record("nothing is stored: \(actions)")
      return
    }
    let times = blocks.flatMap { block -> [Int64] in
      if case .samples(let samples) = block { samples.times } else { [] }
    }
    #expect(times == [100_000_000, 200_000_000, 300_000_000])
    #expect(!blocks.contains { if case .gap = $0 { true } else { false } })
    #expect(machine.counts.dropped == 6)
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    fileprivate var inputs: [Stream.Input]
    var blocks: [String]
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "samples are written with each tick",
      inputs: [.start(0, until: nil), .samples(1...10), .tick(10), .samples(11...20), .tick(20)],
      blocks: ["started 0", "1...10", "11...20"]),
    Row(
      name: "a sample at the start of the recording is recorded",
      inputs: [.start(0, until: nil), .samples(0...9), .tick(10)], blocks: ["started 0", "0...9"]),
    Row(
      name: "a chunk ends when its duration is over, and a stop ends it too",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .samples(11...40), .tick(40),
        .samples(41...45), .stop(46),
      ],
      blocks: ["started 0", "1...10", "11...40", "|", "41...45", "stopped 46", "|"]),
    Row(
      name: "a step of two intervals is a gap, a step of one is not",
      inputs: [.start(0, until: nil), .samples(1...3), .samples(5...6), .tick(10)],
      blocks: ["started 0", "1...3", "suspended 3-5", "5...6"]),
    Row(
      name: "a process that did not run was suspended",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .tick(900), .samples(901...905),
        .tick(910),
      ],
      blocks: ["started 0", "1...10", "|", "suspended 10-901", "901...905"]),
    Row(
      name: "a process that was suspended for two seconds between two ticks was suspended",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .tick(35), .samples(36...38),
        .tick(45),
      ],
      blocks: ["started 0", "1...10", "|", "suspended 10-36", "36...38"]),
    Row(
      name: "samples may come before the late tick after a suspension",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .samples(901...905), .tick(906),
      ],
      blocks: ["started 0", "1...10", "suspended 10-901", "901...905", "|"]),
    Row(
      name: "if a process ran without samples, its sensor was off",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .tick(20), .tick(30), .tick(40),
        .samples(41...45), .tick(50),
      ],
      blocks: ["started 0", "1...10", "|", "sensor-off 10-41", "41...45"]),
    Row(
      name: "a cause that the sensor reports has precedence over the cause that the ticks show",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .tick(20), .tick(30),
        .evidence(.notAuthorized), .tick(35), .samples(36...38), .tick(39),
      ],
      blocks: ["started 0", "1...10", "|", "not-authorized 10-36", "36...38"]),
    Row(
      name: "evidence applies only to the next gap",
      inputs: [
        .start(0, until: nil), .samples(1...10), .evidence(.notAuthorized), .samples(11...12),
        .sample(20), .tick(20),
      ],
      blocks: ["started 0", "1...12", "suspended 12-20", "20...20"]),
    Row(
      name: "a sensor that starts late was off until then",
      inputs: [.start(0, until: nil), .tick(10), .samples(15...20), .tick(20)],
      blocks: ["started 0", "sensor-off 0-15", "15...20"]),
    Row(
      name: "the time between last sample and stop is a gap",
      inputs: [.start(0, until: nil), .samples(1...10), .tick(10), .stop(900)],
      blocks: ["started 0", "1...10", "suspended 10-900", "stopped 900", "|"]),
    Row(
      name: "a recording without samples is one gap",
      inputs: [.start(0, until: nil), .stop(20)],
      blocks: ["started 0", "sensor-off 0-20", "stopped 20", "|"]),
    Row(
      name: "samples at or after a known end are dropped",
      inputs: [.start(0, until: 20), .samples(1...25), .sample(900), .stop(20)],
      blocks: ["started 0", "1...19", "stopped 20", "|"]),
    Row(
      name: "samples whose time does not increase are dropped",
      inputs: [
        .start(0, until: nil), .samples(1...5), .samples(3...5), .sample(5), .samples(6...7),
        .tick(10),
      ],
      blocks: ["started 0", "1...7"]),
    Row(
      name: "a launch after a kill continues with a gap that begins at the last stored sample",
      inputs: [
        .resume(0, covered: 50, hasMark: true, .killed, now: 300), .samples(301...305), .tick(310),
      ],
      blocks: ["killed 50-301", "301...305"]),
    Row(
      name: "a gap is recorded after a kill even if no sample seems to be missing",
      inputs: [.resume(0, covered: 50, hasMark: true, .killed, now: 51), .sample(51), .tick(55)],
      blocks: ["killed 50-51", "51...51"]),
    Row(
      name: "a launch that was killed before it stored anything is covered by a gap",
      inputs: [
        .resume(0, covered: nil, hasMark: false, .rebooted, now: 300), .sample(301), .tick(305),
      ],
      blocks: ["started 0", "rebooted 0-301", "301...301"]),
    Row(
      name: "samples stored before the start do not belong to the recording",
      inputs: [
        .resume(100, covered: 50, hasMark: false, .killed, now: 300), .sample(301), .tick(305),
      ],
      blocks: ["started 100", "killed 100-301", "301...301"]),
    Row(
      name: "a recording that is over when it is resumed ends with a gap",
      inputs: [.resume(0, covered: 50, hasMark: true, .terminated, now: 300), .stop(200)],
      blocks: ["terminated 50-200", "stopped 200", "|"]),
    Row(
      name: "a full disk causes a gap that begins at the last stored sample",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .diskFull, .samples(11...20), .tick(20),
        .samples(21...30), .tick(30), .diskFree, .samples(31...40), .tick(40),
      ],
      blocks: ["started 0", "1...10", "disk-full 10-31", "31...40", "|"]),
    Row(
      name: "if the disk is full at the start, the mark is stored later",
      inputs: [
        .start(0, until: nil), .diskFull, .samples(1...10), .tick(10), .diskFree, .samples(11...20),
        .tick(20),
      ],
      blocks: ["started 0", "disk-full 0-11", "11...20"]),
    Row(
      name: "the cause of a suspension is kept when the disk is full after it",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .diskFull, .tick(900),
        .samples(901...910), .tick(910), .diskFree, .samples(911...920), .tick(920),
      ],
      blocks: ["started 0", "1...10", "suspended 10-911", "911...920", "|"]),
    Row(
      name: "an end that cannot be stored is retried with each tick",
      inputs: [
        .start(0, until: nil), .samples(1...10), .tick(10), .diskFull, .samples(11...15), .stop(20),
        .tick(30), .tick(40), .diskFree, .tick(50), .tick(60),
      ],
      blocks: ["started 0", "1...10", "disk-full 10-20", "stopped 20", "|"]),
    Row(
      name: "the end of the process stores all samples and does not stop the recording",
      inputs: [
        .start(0, until: nil), .samples(1...5), .processEnding(6), .samples(7...9), .tick(10),
      ],
      blocks: ["started 0", "1...5", "|", "suspended 5-7", "7...9"]),
  ]

  @Test(arguments: rows) func `a stream is written as the table says`(row: Row) {
    var stream = Stream()
    for input in row.inputs { stream.take(input) }
    #expect(stream.rows == row.blocks)
  }

  @Test func `dropped and lost samples are counted`() {
    var stream = Stream()
    for input: Stream.Input in [
      .sample(0), .start(0, until: 30), .samples(1...10), .sample(10), .tick(10), .diskFull,
      .samples(11...20), .tick(20), .diskFree, .samples(21...31), .stop(30),
    ] { stream.take(input) }
    #expect(
      stream.machine.counts == .init(stored: 19, gaps: 1, lost: 10, dropped: 4))
    #expect(stream.machine.state == .idle)
  }

  /// A sensor can deliver the samples of a whole night at once.
  @Test(arguments: [false, true])
  func `samples that have no room in one chunk are appended in parts`(secondFails: Bool) throws {
    var machine = StreamRecorder(nominalInterval: .milliseconds(10))
    machine.started(at: 0)
    for time in 0..<Int64(500_000) { machine.sample(time: time * second / 100, 0, 0, 1) }
    let last = 499_999 * second / 100
    var stored: [SampleBlock] = []
    for (index, action) in machine.tick(now: last).enumerated() {
      guard case .append(let blocks) = action else { continue }
      if index == 1, secondFails {
        machine.writeFailed(because: .diskFull)
        break
      }
      for case .samples(let samples) in blocks { stored.append(samples) }
      machine.wrote()
    }
    let count = secondFails ? 349_525 : 500_000
    #expect(stored.map(\.count) == (secondFails ? [count] : [349_525, 150_475]))
    #expect(machine.counts == .init(stored: count, gaps: 0, lost: 500_000 - count, dropped: 0))
    #expect(stored.flatMap(\.times).elementsEqual((0..<Int64(count)).map { $0 * second / 100 }))

    // The time of the samples that could not be stored is a gap.
    let actions = machine.stopped(at: last + 1, now: last + 1)
    guard case .append(let blocks) = actions.first else {
      Issue.record("nothing was appended: \(actions)")
      return
    }
    let gaps = blocks.compactMap { block -> Gap? in
      guard case .gap(let gap) = block else { return nil }
      return gap
    }
    #expect(
      gaps
        == (secondFails
          ? [Gap(start: 349_524 * second / 100, end: last + 1, cause: .diskFull)] : []))
  }
}
