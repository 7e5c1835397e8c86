import Chunks
import Foundation

@testable import Yoban

/// A sensor that delivers the samples that the test gives it.
@MainActor
final class FakeSource: SampleSource {
  let stream: StreamDescription
  private(set) var isStarted = false
  private var sink: SampleSink?

  init(_ stream: StreamDescription) { self.stream = stream }

  func start(deliveringTo sink: SampleSink) { (isStarted, self.sink) = (true, sink) }

  func stop() { (isStarted, sink) = (false, nil) }

  /// Delivers a sample with an uptime in seconds.
  func give(_ uptime: TimeInterval) { sink?.take(uptime, 0.5, -0.5, 1) }

  func give(_ uptime: TimeInterval, values: [Double]) { sink?.take(uptime, values) }

  func give(_ failure: SampleSourceFailure) { sink?.fail(failure) }
}

/// A phone with clocks that the test sets, and process launches that share one folder.
@MainActor
final class FakeDevice {
  /// The time of the wall clock at boot, in nanoseconds since 1970.
  static let boot: Int64 = 1_700_000_000_000_000_000

  let folder: TestFolder
  let files = FaultyFiles()
  /// The true time, in nanoseconds since the first boot.
  var now: Int64 = 3_600_000_000_000
  /// The true time of the last boot.
  private var lastBoot: Int64 = 0
  /// The difference of the wall clock after the test set it.
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

  /// Starts a process, which recovers the store and resumes the recording.
  func launch() throws {
    store = try folder.store(files: files.operations)
    try store.recover()
    sources = [FakeSource(.accelerometer), FakeSource(.gyroscope)]
    var configuration = Recorder.Configuration()
    configuration.chunkDuration = .seconds(10)
    configuration.readClocks = { [unowned self] in reading }
    recorder = try Recorder(store: store, sources: sources, configuration: configuration)
    recorder.broadcaster.addObserver(self) { [unowned self] in events.append($0) }
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

  /// Makes the last boot 20 s ago; the device was off until then.
  func reboot() { lastBoot = now - 20_000_000_000 }

  /// Lets seconds pass in which the process runs and both sensors deliver 100 samples each.
  func run(seconds: Int) {
    for _ in 0..<seconds {
      for _ in 0..<100 {
        now += 10_000_000
        for source in sources { source.give(uptime) }
      }
      recorder.tick()
    }
  }

  /// Lets seconds pass in which the process does not run.
  func pass(seconds: Int64) { now += seconds * 1_000_000_000 }

  /// Returns all blocks of a stream that this device still stores, without the open chunk.
  func storedBlocks(_ stream: String) throws -> [ChunkBlock] {
    try store.pending.filter { $0.stream == stream }
      .flatMap { try blocks(of: Array(Data(contentsOf: store.file(of: $0)))) }
  }

  /// Converts a time on the timeline to seconds after the first boot.
  static func seconds(_ time: Int64) -> Double { Double(time - boot) / 1e9 }
}
