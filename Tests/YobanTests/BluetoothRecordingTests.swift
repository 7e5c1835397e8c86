import Chunks
import Testing

@testable import Yoban

private let second: Int64 = 1_000_000_000

/// Tests streams whose samples are events at irregular times; times are in seconds.
@Suite struct BluetoothRecordingTests {
  enum Input {
    case start(Int64)
    case sample(Int64)
    case interrupted(GapCause)
    case tick(Int64)
    case diskFull, diskFree
    case stop(Int64)
  }

  struct Row: CustomTestStringConvertible {
    var name: String
    var inputs: [Input]
    var blocks: [String]
    var testDescription: String { name }
  }

  /// Rows for a stream with a timeout of 5 s.
  static let rows: [Row] = [
    Row(
      name: "a pause shorter than the timeout is not a gap",
      inputs: [.start(0), .sample(1), .tick(1), .sample(6), .tick(6)],
      blocks: ["started 0", "1", "6"]),
    Row(
      name: "a pause longer than the timeout is a gap: the sensor was off while the process ran",
      inputs: [.start(0), .sample(1)] + (1...7).map { .tick($0) } + [.sample(8), .tick(8)],
      blocks: ["started 0", "1", "sensor-off 1-8", "8"]),
    Row(
      name: "a longer pause in which the process did not run is a suspension",
      inputs: [.start(0), .sample(1), .tick(1), .sample(60), .tick(60)],
      blocks: ["started 0", "1", "suspended 1-60", "60"]),
    Row(
      name: "a pause that the source reports is a gap, however short it is",
      inputs: [.start(0), .sample(1), .tick(1), .interrupted(.sensorOff), .sample(2), .tick(2)],
      blocks: ["started 0", "1", "sensor-off 1-2", "2"]),
    Row(
      name: "a reported gap ends at the next sample",
      inputs: [
        .start(0), .sample(1), .interrupted(.sensorOff), .sample(2), .sample(3), .tick(3),
      ],
      blocks: ["started 0", "1", "sensor-off 1-2", "2...3"]),
    Row(
      name: "a gap that is reported twice is one gap with the first cause",
      inputs: [
        .start(0), .sample(1), .interrupted(.notAuthorized), .interrupted(.sensorOff), .tick(1),
        .sample(2), .tick(2),
      ],
      blocks: ["started 0", "1", "not-authorized 1-2", "2"]),
    Row(
      name: "samples from before a reported gap may be stored after the report",
      inputs: [
        .start(0), .sample(1), .tick(1), .sample(2), .interrupted(.sensorOff), .tick(2), .stop(4),
      ],
      blocks: ["started 0", "1", "2", "sensor-off 2-4", "stopped 4"]),
    Row(
      name:
        "samples from before a reported gap that could not be stored are in a gap with the cause",
      inputs: [
        .start(0), .sample(1), .tick(1), .diskFull, .sample(2), .interrupted(.sensorOff), .tick(2),
        .diskFree, .sample(4), .tick(4),
      ],
      blocks: ["started 0", "1", "disk-full 1-4", "4"]),
    Row(
      name: "storing works before a reported gap and fails after it",
      inputs: [
        .start(0), .sample(1), .interrupted(.sensorOff), .tick(1), .diskFull, .sample(3), .tick(3),
        .diskFree, .sample(4), .tick(4),
      ],
      blocks: ["started 0", "1", "sensor-off 1-4", "4"]),
    Row(
      name: "a source that never delivers a sample is off from the start",
      inputs: [.start(0), .tick(1), .stop(9)],
      blocks: ["started 0", "sensor-off 0-9", "stopped 9"]),
    Row(
      name: "a source that reports a cause at the start has this cause",
      inputs: [.start(0), .interrupted(.notAuthorized), .tick(1), .stop(9)],
      blocks: ["started 0", "not-authorized 0-9", "stopped 9"]),
  ]

  @Test(arguments: rows) func `an irregular stream is written as the table says`(row: Row) throws {
    let stream = try StreamDescription(
      name: "heart-rate", channels: [Channel(name: "rate", unit: "1/min")],
      timeout: .seconds(5))
    var machine = StreamRecorder(stream)
    var written: [String] = []
    var isDiskFull = false
    func perform(_ actions: [StreamRecorder.Action]) {
      for action in actions {
        switch action {
        case .append where isDiskFull: return machine.writeFailed(because: .diskFull)
        case .append(let blocks):
          written += blocks.map(Self.text)
          machine.wrote()
        case .closeChunk: machine.closed()
        case .synchronize: machine.synchronized()
        }
      }
    }
    for input in row.inputs {
      switch input {
      case .start(let time): machine.started(at: time * second)
      case .sample(let time): machine.sample(time: time * second, [Double(time)])
      case .interrupted(let cause): machine.interrupted(because: cause)
      case .tick(let time): perform(machine.tick(now: time * second))
      case .diskFull: isDiskFull = true
      case .diskFree: isDiskFull = false
      case .stop(let time): perform(machine.stopped(at: time * second, now: time * second))
      }
    }
    #expect(written == row.blocks)
  }

  private static func text(_ block: ChunkBlock) -> String {
    switch block {
    case .samples(let samples):
      #expect(samples.values == samples.times.map { Double($0 / second) })
      let (first, last) = (samples.times[0] / second, samples.times[samples.count - 1] / second)
      return first == last ? "\(first)" : "\(first)...\(last)"
    case .gap(let gap): return "\(gap.cause.rawValue) \(gap.start / second)-\(gap.end / second)"
    case .mark(let mark): return "\(mark.name) \(mark.time / second)"
    }
  }

  @Test(arguments: 1...200)
  func `every event of a random history is stored once or is in one gap`(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let stream = try StreamDescription(
      name: "two", channels: [Channel(name: "a"), Channel(name: "b")], timeout: .seconds(5))
    var machine = StreamRecorder(stream, chunkDuration: .seconds(10))
    var (stored, sensed): ([ChunkBlock], [Int64]) = ([], [])
    var (now, isFull): (Int64, Bool) = (second, false)
    func perform(_ actions: [StreamRecorder.Action]) {
      for action in actions {
        switch action {
        case .append where isFull: return machine.writeFailed(because: .diskFull)
        case .append(let blocks):
          stored += blocks
          machine.wrote()
        case .closeChunk: machine.closed()
        case .synchronize: machine.synchronized()
        }
      }
    }
    machine.started(at: now)
    for _ in 0..<200 {
      now += Int64.random(in: 1...2_000_000_000, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: machine.interrupted(because: .sensorOff)
      case 1: isFull.toggle()
      case 2: now += Int64.random(in: 0...20, using: &random) * second
      case 3...5: perform(machine.tick(now: now))
      default:
        sensed.append(now)
        machine.sample(time: now, [1, 2])
      }
    }
    isFull = false
    now += second
    perform(machine.stopped(at: now, now: now))
    let ledger = Ledger(stored)
    ledger.expectAccountsFor(sensed, from: second, to: now, "seed \(seed)")
    ledger.expectCovers(from: second, to: now, tolerance: 5 * second, "seed \(seed)")
  }

  @Test func `a stream of events has named channels and no interval`() throws {
    let stream = try StreamDescription(
      name: "two", channels: [Channel(name: "a"), Channel(name: "b")], timeout: .seconds(5))
    let header = try stream.header(of: ChunkIdentity(device: "d", stream: "two", sequence: 0))
    #expect(header.nominalInterval == nil)
    #expect(header.channels.map(\.name) == ["a", "b"])
    #expect(throws: ChunkError.invalidInterval) {
      try StreamDescription(
        name: "two", channels: [Channel(name: "a")], timeout: .zero)
    }
    #expect(throws: ChunkError.channelCount(0)) {
      try StreamDescription(name: "none", channels: [], timeout: .seconds(1))
    }
  }
}
