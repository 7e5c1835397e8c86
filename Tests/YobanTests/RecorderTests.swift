import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

@MainActor
@Suite struct RecorderTests {
  let device = try! FakeDevice()

  private func ledger(_ stream: String = "accelerometer") throws -> Ledger {
    Ledger(try device.storedBlocks(stream))
  }

  /// Returns the gaps longer than 0.1 s as `cause from-to`, in seconds after the boot.
  private func gaps() throws -> [String] {
    try ledger().gaps.filter { $0.end - $0.start > 100_000_000 }.map { gap in
      let span = [gap.start, gap.end].map { String(Int(FakeDevice.seconds($0).rounded())) }
      return "\(gap.cause.rawValue) \(span[0])-\(span[1])"
    }
  }

  @Test func `a recording begins, ends by itself and is complete`() throws {
    try device.start(for: 25)
    device.run(seconds: 30)
    #expect(!device.recorder.isRecording)
    #expect(device.sources.allSatisfy { !$0.isStarted })
    for stream in ["accelerometer", "gyroscope"] {
      let ledger = try ledger(stream)
      #expect(ledger.samples.count == 2_499)
      #expect(ledger.gaps == [])
      #expect(ledger.marks.map(\.name) == ["started", "stopped"])
      #expect(ledger.marks.map { FakeDevice.seconds($0.time) } == [3_600, 3_625])
    }
    let start = FakeDevice.boot + 3_600_000_000_000
    let closed = device.events.filter { if case .chunkClosed = $0 { true } else { false } }
    #expect(device.events.first == .started(at: start))
    #expect(device.events.last == .stopped(at: start + 25_000_000_000))
    #expect(closed.count == 6)
  }

  @Test func `a stop ends the recording at once`() throws {
    try device.start(for: 3_600)
    device.run(seconds: 5)
    device.recorder.stop()
    device.recorder.stop()
    #expect(!device.recorder.isRecording)
    #expect(try ledger().marks.last?.time == FakeDevice.boot + 3_605_000_000_001)
    #expect(try ledger().samples.count == 500)
    device.run(seconds: 5)
    #expect(try ledger().samples.count == 500)
  }

  @Test func `a second start and an end in the past are refused`() throws {
    #expect(throws: RecorderError.endNotInFuture) { try device.start(for: 0) }
    try device.start(for: 60)
    #expect(throws: RecorderError.alreadyRecording) { try device.start(for: 60) }
  }

  @Test func `two sources of one stream are refused, and the error names the stream`() throws {
    let sources = [FakeSource(.accelerometer), FakeSource(.gyroscope), FakeSource(.accelerometer)]
    let error = try #require(throws: RecorderError.self) {
      try Recorder(store: device.store, sources: sources)
    }
    #expect(error == .sameStream("accelerometer"))
    #expect(error.description.contains("accelerometer"))
  }

  @Test func `a sample with the wrong number of values is a gap and a reported failure`() throws {
    try device.start(for: 60)
    device.run(seconds: 5)
    device.sources[0].give(device.uptime + 0.01, values: [1, 2])
    #expect(
      device.events.contains { event in
        if case .sourceFailed("accelerometer", let failure) = event {
          failure.cause == .sensorOff && failure.message.contains("2 values")
        } else {
          false
        }
      })
    device.run(seconds: 5)
    device.recorder.stop()
    #expect(try ledger().samples.count == 1_000)
    #expect(try gaps() == [])
  }

  @Test func `a recording whose start cannot be stored does not begin`() throws {
    (device.files.failsAt, device.files.failureCount) = (device.files.calls.count, 100)
    #expect(throws: RecorderError.self) { try device.start(for: 60) }
    device.files.failsAt = nil
    #expect(!device.recorder.isRecording)
    #expect(device.sources.allSatisfy { !$0.isStarted })
    try device.start(for: 60)
  }

  struct Absence: CustomTestStringConvertible {
    var cause: String
    var end: @MainActor (FakeDevice) throws -> Void
    var testDescription: String { cause }
  }

  @Test(arguments: [
    Absence(cause: "killed") { _ in },
    Absence(cause: "terminated") { $0.recorder.applicationWillTerminate() },
    Absence(cause: "rebooted") { $0.reboot() },
    Absence(cause: "terminated") {
      $0.recorder.applicationWillTerminate()
      $0.reboot()
    },
  ])
  func `the next launch continues after a gap that names how the last launch ended`(
    absence: Absence
  ) throws {
    try device.start(for: 600)
    device.run(seconds: 25)
    device.pass(seconds: 100)
    try absence.end(device)
    try device.launch()
    #expect(device.recorder.isRecording)
    device.run(seconds: 25)
    device.recorder.stop()
    #expect(try gaps() == ["\(absence.cause) 3625-3725"])
    #expect(try ledger().marks.map(\.name) == ["started", "stopped"])
    #expect(try ledger().samples.count == 5_000)
  }

  @Test func `a launch after the planned end stores the rest as a gap`() throws {
    try device.start(for: 60)
    device.run(seconds: 25)
    device.pass(seconds: 3_600)
    try device.launch()
    #expect(!device.recorder.isRecording)
    #expect(try gaps() == ["killed 3625-3660"])
    #expect(try ledger().marks.map { FakeDevice.seconds($0.time) } == [3_600, 3_660])
    try device.launch()
    #expect(try ledger().marks.count == 2)
  }

  @Test func `a suspension past the end does not lengthen the recording`() throws {
    try device.start(for: 60)
    device.run(seconds: 25)
    device.pass(seconds: 3_600)
    device.run(seconds: 2)
    #expect(try gaps() == ["suspended 3625-3660"])
    #expect(try ledger().samples.count == 2_500)
  }

  @Test func `a launch that was killed before it stored anything is covered by a gap`() throws {
    try device.start(for: 600)
    try FileManager.default.removeItem(at: device.folder.url.appending(path: "streams"))
    device.pass(seconds: 100)
    try device.launch()
    device.run(seconds: 5)
    device.recorder.stop()
    #expect(try gaps() == ["killed 3600-3700"])
    #expect(try ledger().marks.map(\.name) == ["started", "stopped"])
  }

  @Test func `a recording continues after all its chunks were delivered`() throws {
    try device.start(for: 600)
    device.run(seconds: 11)
    for chunk in device.store.pending {
      try device.store.confirm(try Receipt(for: chunk, in: device.store), of: chunk)
    }
    device.pass(seconds: 50)
    try device.launch()
    device.run(seconds: 5)
    device.recorder.stop()
    #expect(try gaps() == ["killed 3611-3661"])
    #expect(try ledger().marks.map(\.name) == ["stopped"])
  }

  @Test func `a full disk is a gap until storing works again`() throws {
    try device.start(for: 600)
    device.run(seconds: 15)
    device.files.room = 0
    device.run(seconds: 20)
    device.files.room = nil
    device.run(seconds: 10)
    device.recorder.stop()
    #expect(try gaps() == ["disk-full 3615-3635"])
    let failures = device.events.filter { if case .storageFailed = $0 { true } else { false } }
    let recoveries = device.events.filter { if case .storageWorks = $0 { true } else { false } }
    #expect(failures.count == 2)
    #expect(recoveries.count == 2)
  }

  @Test func `an end on a full disk is stored by a later launch when disk space is free`() throws {
    try device.start(for: 600)
    device.run(seconds: 15)
    device.files.room = 0
    device.recorder.stop()
    // The mark of the stop used the reserved disk space; the chunk can only use the rest of it.
    device.files.room = 0
    device.pass(seconds: 100)
    try device.launch()
    device.files.room = nil
    device.run(seconds: 2)
    #expect(!device.recorder.isRecording)
    #expect(try ledger().marks.map { Int(FakeDevice.seconds($0.time)) } == [3_600, 3_615])
  }

  @Test func `a change of the wall clock does not change the recorded times`() throws {
    try device.start(for: 60)
    device.run(seconds: 10)
    device.clockError = -7_200_000_000_000
    device.run(seconds: 10)
    try device.launch()
    device.run(seconds: 60)
    let ledger = try ledger()
    #expect(ledger.marks.map(\.name) == ["started", "clock-changed", "stopped"])
    #expect(ledger.marks.last.map { FakeDevice.seconds($0.time) } == 3_660)
    #expect(ledger.samples == ledger.samples.sorted())
    #expect(device.events.contains(.clockChanged(by: .seconds(-7_200))))
  }

  @Test func `a sensor failure causes a gap with its cause`() throws {
    try device.start(for: 600)
    device.run(seconds: 5)
    let failure = SampleSourceFailure(cause: .notAuthorized, message: "Withdrawn.")
    device.sources[0].give(failure)
    device.pass(seconds: 1)
    device.run(seconds: 5)
    device.recorder.stop()
    #expect(try gaps() == ["not-authorized 3605-3606"])
    #expect(device.events.contains(.sourceFailed(stream: "accelerometer", failure)))
  }

  @Test func `events are delivered to a reader`() async throws {
    let stream = device.recorder.events()
    try device.start(for: 600)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == .started(at: FakeDevice.boot + 3_600_000_000_000))
  }

  @Test func `the progress counts the stored samples`() throws {
    try device.start(for: 600)
    device.run(seconds: 5)
    let progress = device.recorder.progress
    #expect(progress.streams.map(\.name) == ["accelerometer", "gyroscope"])
    #expect(progress.streams.map(\.counts.stored) == [500, 500])
    #expect(progress.until.map { $0 - progress.since! } == 600_000_000_000)
  }

  @Test func `samples that have no room in one chunk are stored in several`() throws {
    let device = try FakeDevice()
    try device.recorder.start(until: .distantFuture)
    for index in 1...400_000 { device.sources[0].give(device.uptime + Double(index) / 100) }
    device.now += 4_000 * 1_000_000_000
    device.recorder.stop()
    let chunks = device.store.pending.filter { $0.stream == "accelerometer" }
    #expect(chunks.map(\.sequence) == [0, 1])
    #expect(
      device.events.compactMap { event in
        guard case .chunkClosed(let chunk) = event else { return nil }
        return chunk.stream == "accelerometer" ? chunk : nil
      } == chunks)
    #expect(device.recorder.progress.streams[0].counts.stored == 400_000)
    #expect(Ledger(try device.storedBlocks("accelerometer")).samples.count == 400_000)
  }

  @Test func `more blocks than a chunk can have are refused, and nothing is stored`() throws {
    let folder = try TestFolder()
    let store = try folder.recoveredStore()
    let marks = [ChunkBlock](repeating: .mark(.started(at: 0)), count: 10_001)
    #expect(throws: StoreError.self) { try store.append(marks, to: .accelerometer) }
    #expect(try store.close("accelerometer") == [])
    try store.append(Array(marks.dropLast()), to: .accelerometer)
    #expect(try store.append(Array(marks.dropLast()), to: .accelerometer).map(\.sequence) == [0])
    #expect(try store.close("accelerometer").map(\.sequence) == [1])
  }
}
