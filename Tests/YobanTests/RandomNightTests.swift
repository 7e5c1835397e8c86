import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

@MainActor
@Suite struct RandomNightTests {
  /// Whole nights with a real folder: kills, reboots, terminations, suspensions, a full disk, clock
  /// changes and deliveries.
  @Test(arguments: 1...16)
  func `every sample of a random night is stored once or is in a gap`(seed: UInt64) throws {
    let device = try FakeDevice()
    var night = RandomNight(device: device, seed: seed)
    try night.run()
    for stream in ["accelerometer", "gyroscope"] {
      let comment: Comment = "seed \(seed), \(stream)"
      let ledger = Ledger(try night.allBlocks(stream))
      let marks = ledger.marks.filter { $0.name != "clock-changed" }
      #expect(marks.map(\.name) == ["started", "stopped"], comment)
      let (start, end) = (marks[0].time, marks[marks.count - 1].time)
      ledger.expectAccountsFor(night.sensed, from: start, to: end, comment)
      ledger.expectCovers(from: start, to: end, tolerance: 15_000_000, comment)
    }
  }
}

/// A device with a random event every few seconds, and a collector that accepts chunks.
@MainActor
private struct RandomNight {
  let device: FakeDevice
  private var random: SeededGenerator
  /// Whether the device is rebooted; otherwise its clock is set. After both, the timeline would no
  /// longer show the true time.
  private let reboots: Bool
  /// The times of all measurements of the sensors, on the timeline of the recording.
  private(set) var sensed: [Int64] = []
  private var delivered: [(chunk: ChunkIdentity, bytes: [UInt8])] = []

  init(device: FakeDevice, seed: UInt64) {
    self.device = device
    random = SeededGenerator(state: seed)
    reboots = seed.isMultiple(of: 2)
  }

  mutating func run() throws {
    try device.start(for: 250)
    while device.recorder.isRecording { try step() }
  }

  private mutating func step() throws {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: try relaunch()
    case 1:
      device.recorder.applicationWillTerminate()
      try relaunch()
    case 2: pass(Int64.random(in: 1...30, using: &random))
    case 3: device.files.room = Int.random(in: 0...20_000, using: &random)
    case 4, 5: device.files.room = nil
    case 6, 7: try deliver()
    case 8: device.files.failsAt = device.files.calls.count + Int.random(in: 0...9, using: &random)
    case 9 where reboots:
      pass(Int64.random(in: 1...30, using: &random))
      device.reboot()
      try relaunch()
    case 9: device.clockError += Int64.random(in: -3_600...3_600, using: &random) * 1_000_000_000
    default: run(seconds: Int.random(in: 1...15, using: &random))
    }
    run(seconds: 1)
  }

  private mutating func run(seconds: Int) {
    noteSamples(for: Int64(seconds))
    device.run(seconds: seconds)
  }

  private mutating func pass(_ seconds: Int64) {
    noteSamples(for: seconds)
    device.pass(seconds: seconds)
  }

  /// Records the measurement times of the sensor, which measures whether or not the process runs.
  private mutating func noteSamples(for seconds: Int64) {
    for step in 1...(seconds * 100) {
      sensed.append(FakeDevice.boot + device.now + step * 10_000_000)
    }
  }

  private mutating func relaunch() throws {
    pass(Int64.random(in: 1...30, using: &random))
    device.files.failsAt = nil
    try device.launch()
  }

  private mutating func deliver() throws {
    device.files.failsAt = nil
    for chunk in device.store.pending {
      let bytes = try Array(Data(contentsOf: device.store.file(of: chunk)))
      guard !delivered.contains(where: { $0.chunk == chunk }) else { continue }
      delivered.append((chunk, bytes))
      if Bool.random(using: &random) {
        try? device.store.confirm(try Receipt(for: chunk, in: device.store), of: chunk)
      }
    }
  }

  /// Returns the blocks of all chunks at the collector and on the device, each chunk once.
  func allBlocks(_ stream: String) throws -> [ChunkBlock] {
    var chunks = Dictionary(uniqueKeysWithValues: delivered.map { ($0.chunk, $0.bytes) })
    for chunk in device.store.pending {
      let bytes = try Array(Data(contentsOf: device.store.file(of: chunk)))
      guard chunks[chunk] == nil || chunks[chunk] == bytes else {
        throw StoreError.receiptMismatch(.digest, chunk: chunk)
      }
      chunks[chunk] = bytes
    }
    return try chunks.sorted { $0.key < $1.key }.filter { $0.key.stream == stream }
      .flatMap { try blocks(of: $0.value) }
  }
}
