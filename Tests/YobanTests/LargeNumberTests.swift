import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

/// Sequence numbers, durations and dates that do not fit into 32 bits, as `Int` has on many watches.
@MainActor
@Suite struct LargeNumberTests {
  let folder = try! TestFolder()
  private static let second: Int64 = 1_000_000_000
  private static let twelveHours: Int64 = 43_200_000_000_000

  /// Stores a chunk and gives its file another number.
  private func storeChunk(_ number: UInt64) throws {
    let store = try folder.recoveredStore()
    try store.append([.samples(from: 1_000)], to: .accelerometer)
    try store.close("accelerometer")
    let streams = folder.url.appending(path: "streams/accelerometer")
    try FileManager.default.moveItem(
      at: streams.appending(path: "0.chunk"), to: streams.appending(path: "\(number).chunk"))
  }

  // MARK: Sequence numbers

  @Test(
    arguments: [
      (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 53, ChunkIdentity.sequenceMax - 1,
    ] as [UInt64])
  func `the number after a large one is the next one`(number: UInt64) throws {
    try storeChunk(number)
    let store = try folder.recoveredStore()
    #expect(store.nextSequence(of: "accelerometer") == number + 1)
    try store.append([.samples(from: 2_000)], to: .accelerometer)
    #expect(try store.close("accelerometer").map(\.sequence) == [number + 1])
    #expect(
      folder.files
        == [
          "streams/accelerometer/\(number).chunk", "streams/accelerometer/\(number + 1).chunk",
        ].sorted())
    let bytes = try folder.read("streams/accelerometer/\(number + 1).chunk")
    #expect(try ChunkReader(bytes).header.identity.sequence == number + 1)

    let chunk = try #require(store.pending.last)
    try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
    #expect(try folder.recoveredStore().nextSequence(of: "accelerometer") == number + 2)
  }

  @Test func `no chunk follows the largest number, and nothing is lost`() throws {
    try storeChunk(ChunkIdentity.sequenceMax)
    let store = try folder.recoveredStore()
    let error = StoreError.sequencesExhausted(stream: "accelerometer")
    #expect(throws: error) { try store.append([.samples(from: 2_000)], to: .accelerometer) }
    #expect(error.gapCause == .storageFailed)
    #expect(folder.files == ["streams/accelerometer/9223372036854775807.chunk"])
    try store.append([.samples(from: 2_000)], to: .gyroscope)
    #expect(try store.close("gyroscope").map(\.sequence) == [0])
  }

  @Test(arguments: ["9223372036854775808", "18446744073709551615", "18446744073709551616"])
  func `a file with a larger number than a chunk can have is listed as a problem and kept`(
    name: String
  ) throws {
    for suffix in ["chunk", "open"] {
      try folder.write([1, 2, 3], to: "streams/accelerometer/\(name).\(suffix)")
    }
    try folder.write([1, 2, 3], to: "quarantine/accelerometer/\(name).chunk")
    let store = try folder.recoveredStore()
    let number = UInt64(name) ?? .max
    #expect(
      store.recovery?.problems
        == [
          "streams/accelerometer/\(name).chunk", "streams/accelerometer/\(name).open",
          "quarantine/accelerometer/\(name).chunk",
        ].map { .unreadable(.invalidSequence(number), path: "\(folder.path)/\($0)") })
    #expect(store.nextSequence(of: "accelerometer") == 0)
    #expect(folder.files.count == 3)
  }

  @Test(arguments: [
    #""sequence":9223372036854775808"#, #""sequence":18446744073709551615"#,
    #""sequence":8,"covered_until":6000000000000000001"#,
    #""sequence":8,"covered_until":-9223372036854775808"#,
    #""sequence":8,"mark":"started","mark_time":9223372036854775807"#,
  ])
  func `a receipt with a number or a time that a chunk cannot have is skipped`(values: String)
    throws
  {
    let lines = [#""sequence":7"#, values].map {
      #"{\#($0),"sha256":"","stream":"accelerometer"}"# + "\n"
    }
    try folder.write(Array(lines.joined().utf8), to: "receipts.jsonl")
    #expect(try folder.recoveredStore().nextSequence(of: "accelerometer") == 8)
  }

  @Test(arguments: [1 << 31, (1 << 32) + 7, ChunkIdentity.sequenceMax] as [UInt64])
  func `a chunk that came from a watch keeps its large number`(number: UInt64) throws {
    let header = try StreamDescription.accelerometer.header(
      of: ChunkIdentity(device: "phone", stream: "accelerometer", sequence: number))
    var writer = ChunkWriter(header: header)
    var bytes = writer.headerBytes()
    writer.finish(into: &bytes)
    try folder.write(bytes, to: "incoming")
    let store = try folder.recoveredStore()
    let adoption = try store.adopt(
      folder.url.appending(path: "incoming"), as: header.identity, digest: ChunkDigest(of: bytes))
    #expect(adoption == .adopted)
    #expect(store.nextSequence(of: "accelerometer") == number + 1)
    let receipt = RelayReceipt(header.identity, ChunkDigest(of: bytes))
    #expect(RelayReceipt(receipt.description) == receipt)
  }

  @Test func `the size in a receipt can be above 4 GiB`() throws {
    let chunk = try ChunkIdentity(device: "phone", stream: "gyroscope", sequence: 1 << 40)
    let receipt = Receipt(
      device: chunk.device, stream: chunk.stream, sequence: chunk.sequence, sha256: "",
      bytes: 5_000_000_000, samples: 1, gaps: 0)
    #expect(Receipt(json: receipt.json) == receipt)
    let byteCount: Int64? = Receipt(json: receipt.json)?.bytes
    #expect(byteCount == 5_000_000_000)
  }

  // MARK: Durations

  @Test func `delays of 12 hours are exact nanoseconds`() {
    #expect(Duration.seconds(12 * 3_600).nanoseconds == Self.twelveHours)
    #expect(
      GrowingDelay.nanoseconds(
        times: 64, first: Self.second, longest: Self.twelveHours, jitter: 1) == Self.twelveHours)
    var configuration = RelayConfiguration()
    configuration.receiptTimeout = .seconds(12 * 3_600)
    configuration.receiptTimeoutMax = .seconds(12 * 3_600)
    #expect(ReceiptTimeout.nanoseconds(attempts: 1, jitter: 1, configuration) == Self.twelveHours)
  }

  /// An app can set a time limit or remember a date that means "never" or "long ago".
  @Test(arguments: [
    (Duration.seconds(Int64.max), 3_153_600_000_000_000_000 as Int64),
    (.seconds(Int64.min), -3_153_600_000_000_000_000),
    (.seconds(Date().timeIntervalSince(.distantPast)), 3_153_600_000_000_000_000),
    (.seconds(3_153_599_999 as Int64), 3_153_599_999_000_000_000),
  ])
  func `a duration counts as at most a hundred years`(duration: Duration, nanoseconds: Int64) {
    #expect(duration.nanoseconds == nanoseconds)
  }

  /// The chunk may come from another device.
  @Test(arguments: [(Int64.min, Int64.min), (.min + 1, .min), (0, -1), (.max, .max - 1)])
  func `a gap may end at any time`(end: Int64, coveredUntil: Int64) {
    var coverage = ChunkCoverage()
    coverage.add(.gap(Gap(start: 0, end: end, cause: "paused")))
    #expect(coverage.coveredUntil == coveredUntil)
  }

  @Test func `a night of 12 hours without a sample is one gap`() throws {
    var machine = StreamRecorder(nominalInterval: .milliseconds(10))
    let start: Int64 = 4_102_444_800 * Self.second  // 2100-01-01
    machine.started(at: start, until: start + Self.twelveHours)
    _ = machine.tick(now: start)
    machine.wrote()
    let actions = machine.stopped(at: start + Self.twelveHours, now: start + Self.twelveHours)
    let gap = Gap(start: start, end: start + Self.twelveHours, cause: .sensorOff)
    guard case .append(let blocks) = actions.first else {
      Issue.record("nothing was appended: \(actions)")
      return
    }
    #expect(blocks == [.gap(gap), .mark(.stopped(at: start + Self.twelveHours))])
  }

  @Test func `a held value is valid for longer than 32 bits of seconds`() throws {
    let stream = try StreamDescription.held("progress", "fraction")
    #expect(stream.timeout == .seconds(3_153_600_000))
  }

  @Test(arguments: [86_400, 86_401, 4_000_000_000, .max] as [Int64])
  func `a collector can request a delay of at most a day`(seconds: Int64) {
    let chunk = UploadMachineTests.one
    var machine = UploadMachineTests.machine(sending: [chunk])
    let answer = UploadAnswer.response(status: 503, retryAfterSeconds: seconds, body: [])
    let actions = machine.answered(
      chunk, answer, digest: UploadMachineTests.digest, now: 100 * Self.second, jitter: 0.5)
    #expect(
      actions == [.report(chunk, .status(503)), .wake(at: (100 + 86_400) * Self.second)])
  }

  @Test(
    arguments: [
      ("0", 0), ("120", 120), ("9223372036854775807", .max), ("9223372036854775808", 86_400),
      (String(repeating: "9", count: 400), 86_400), ("-1", nil), ("+1", nil), ("1.5", nil),
      ("", nil),
      ("Fri, 31 Dec 1999 23:59:59 GMT", nil),
    ] as [(String, Int64?)])
  func `a Retry-After field is a number of seconds`(field: String, seconds: Int64?) {
    #expect(RetryDelay.requestedSeconds(field) == seconds)
  }

  @Test(arguments: [86_400, 86_401, 1e18, 1e300])
  func `a phone's promise to run counts for at most a day`(seconds: Double) {
    let message = RelayMessage(RelayMessage.awake(seconds: seconds).propertyList)
    #expect(message == .awake(seconds: 86_400))
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 4e9] as [TimeInterval])
  func `a sample with an impossible uptime is dropped and counted`(uptime: TimeInterval) throws {
    let device = try FakeDevice()
    try device.recorder.start(until: .distantFuture)
    device.run(seconds: 2)
    let before = try #require(device.recorder.progress.streams.first).counts
    let sink = try #require(device.recorder.pipelines.first).sink
    sink.take(uptime, 1, 2, 3)
    sink.take(uptime, [1, 2, 3])
    device.run(seconds: 2)
    let after = try #require(device.recorder.progress.streams.first).counts
    #expect(after.dropped == before.dropped + 2)
    #expect(after.stored > before.stored)
    #expect(after.gaps == before.gaps)
  }

  /// Each change of the file is one number that no recording can have.
  @Test(
    arguments: [
      (["timeline", "anchor"], Int64.max), (["timeline", "lastReading", "wall"], .min),
      (["timeline", "lastReading", "uptime"], .max), (["wanted", "since"], .max),
      (["wanted", "until"], .max), (["wanted", "until"], 0),
    ] as [([String], Int64)])
  func `a state with impossible times is not used, and the app records again`(
    path: [String], number: Int64
  ) throws {
    let device = try FakeDevice()
    try device.recorder.start(until: .distantFuture)
    device.run(seconds: 2)
    let file = device.folder.url.appending(path: "state.json")
    func setting(_ path: ArraySlice<String>, in value: Any?) -> Any {
      guard let key = path.first else { return number }
      var members = value as? [String: Any] ?? [:]
      members[key] = setting(path.dropFirst(), in: members[key])
      return members
    }
    let state = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    try JSONSerialization.data(withJSONObject: setting(path[...], in: state)).write(to: file)

    try device.launch()
    #expect(!device.recorder.isRecording)
    try device.recorder.start(until: .distantFuture)
    device.run(seconds: 2)
    #expect(device.recorder.progress.streams.allSatisfy { $0.counts.stored > 0 })
  }

  // MARK: Dates

  @Test func `a recording until the distant future records, and ends when it is stopped`() throws {
    let device = try FakeDevice()
    try device.recorder.start(until: .distantFuture)
    let since = try #require(device.recorder.progress.since)
    #expect(device.recorder.progress.until == since + 3_153_600_000 * Self.second)
    device.run(seconds: 12)
    try device.launch()
    #expect(device.recorder.isRecording)
    device.run(seconds: 1)
    device.recorder.stop()
    #expect(!device.recorder.isRecording)
    #expect(Ledger(try device.storedBlocks("accelerometer")).marks.last?.name == "stopped")
  }

  @Test func `a timeline in the year 2100 is exact`() {
    let wall: Int64 = 4_102_444_800 * Self.second
    let origin = ContinuousClock.now
    var timeline = Timeline(ClockReading(wall: wall, uptime: 1_000, continuous: origin))
    #expect(timeline.now == wall)
    let later = ClockReading(
      wall: wall + Self.twelveHours, uptime: 44_200,
      continuous: origin.advanced(by: .seconds(43_200)))
    #expect(timeline.update(later) == [])
    #expect(timeline.now == wall + Self.twelveHours)
  }
}
