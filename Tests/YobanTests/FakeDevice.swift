import Chunks
import Foundation

@testable import Yoban

/// A sensor that gives what the test says.
@MainActor
final class FakeSource: SampleSource {
  let stream: StreamDescription
  private(set) var isStarted = false
  private var deliver: SampleHandler?
  private var fail: (@MainActor (SampleSourceFailure) -> Void)?

  init(_ stream: StreamDescription) { self.stream = stream }

  func start(
    delivering deliver: @escaping SampleHandler,
    failing fail: @escaping @MainActor (SampleSourceFailure) -> Void
  ) {
    (isStarted, self.deliver, self.fail) = (true, deliver, fail)
  }

  func stop() { (isStarted, deliver, fail) = (false, nil, nil) }

  /// A sample at an uptime in seconds.
  func give(_ uptime: TimeInterval) { deliver?(uptime, 0.5, -0.5, 1) }

  func give(_ failure: SampleSourceFailure) { fail?(failure) }
}

/// A phone with clocks that the test sets, and process launches that come and go on one folder.
@MainActor
final class FakeDevice {
  /// What the wall clock shows at boot, in nanoseconds since 1970.
  static let boot: Int64 = 1_700_000_000_000_000_000

  let folder: TestFolder
  let files = FaultyFiles()
  /// Nanoseconds since the first boot: the true time.
  var now: Int64 = 3_600_000_000_000
  /// The true time of the last boot.
  private var lastBoot: Int64 = 0
  /// How much the wall clock was set.
  var clockError: Int64 = 0

  private(set) var store: ChunkStore!
  private(set) var recorder: Recorder!
  private(set) var sources: [FakeSource] = []
  private(set) var events: [RecorderEvent] = []
  private let origin = ContinuousClock.now

  init() throws {
    folder = try TestFolder()
    try launch()
  }

  var uptime: TimeInterval { Double(now - lastBoot) / 1e9 }

  /// A process begins: it recovers and resumes.
  func launch() throws {
    store = try folder.store(files: files.operations)
    try store.recover()
    sources = [FakeSource(.accelerometer), FakeSource(.gyroscope)]
    var configuration = Recorder.Configuration()
    configuration.chunkDuration = .seconds(10)
    configuration.readClocks = { [unowned self] in reading }
    recorder = try Recorder(store: store, sources: sources, configuration: configuration)
    recorder.eventStreams.observer = { [unowned self] in events.append($0) }
    recorder.resumeIfWanted()
  }

  private var reading: ClockReading {
    ClockReading(
      wall: Self.boot + now + clockError, uptime: uptime,
      continuous: origin.advanced(by: .nanoseconds(now - lastBoot)))
  }

  func start(for seconds: Double) throws {
    let wall = Double(reading.wall) / 1e9
    try recorder.start(until: Date(timeIntervalSince1970: wall + seconds))
  }

  /// The device was off until now.
  func reboot() { lastBoot = now - 20_000_000_000 }

  /// Seconds in which the process runs and both sensors give 100 samples each.
  func run(seconds: Int) {
    for _ in 0..<seconds {
      for _ in 0..<100 {
        now += 10_000_000
        for source in sources { source.give(uptime) }
      }
      recorder.tick()
    }
  }

  /// Seconds in which the process does not run.
  func pass(seconds: Int64) { now += seconds * 1_000_000_000 }

  /// All blocks that this device still stores of a stream, the open chunk not counted.
  func storedBlocks(_ stream: String) throws -> [ChunkBlock] {
    try store.pending.filter { $0.stream == stream }
      .flatMap { try blocks(of: Array(Data(contentsOf: store.file(of: $0)))) }
  }

  /// Seconds after the first boot, of a time on the line.
  static func seconds(_ time: Int64) -> Double { Double(time - boot) / 1e9 }
}
