import Chunks
import Foundation
import Testing
import YobanTesting

/// Tests the runtime on Android: a night of 12 hours, and nights without single parts of the
/// recipe.
@Suite struct RecordingNightTests {
  @Test(.world(), arguments: [26, 31, 34, 36])
  func `a foreground service and a wake lock record 12 h without a gap (AN7)`(_ level: Int)
    async throws
  {
    let night = try await RecordingNight.start(api: level)
    try await night.begin(hours: 12)
    try await night.world.pass(.hours(12.2))
    night.expectCompleteAccount(hours: 12)
    for (stream, _) in RecordingNight.streams {
      #expect(night.collector.gaps(stream) == [], "\(stream)")
      // The sensors use the nearest rate that they support.
      let perSecond = Double(night.collector.times(stream).count) / (12 * 3600)
      #expect(abs(perSecond - Double(RecordingNight.rateHz)) < 0.1)
    }
    #expect(night.collector.repeats == 0)
    #expect(night.world.log.texts == ["recording", "recording began", "recording is complete"])
    #expect(night.world.findings == [])
    #expect(night.app.terminations == [])
    // When all chunks are sent, the service and the wake lock are released.
    #expect(!night.phone.android.isProcessorAwake)
    #expect(night.app.importance == .cached)
  }

  @Test(.world())
  func `without the wake lock the CPU sleeps, and most of the night is in gaps (AN7)`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34, leavingOut: ["wake-lock"])
    try await night.begin(hours: 8)
    try await night.world.pass(.hours(9))
    await night.phone.open(night.app)
    try await night.world.pass(.minutes(20))
    night.expectCompleteAccount(hours: 8)
    #expect(night.missing("accelerometer") > 7 * 3600)
    #expect(night.missing("accelerometer", because: .suspended) > 7 * 3600)
    #expect(night.world.moments { $0 == .cpu(isAwake: false) }.count >= 1)
    #expect(!night.world.findings.isEmpty)
  }

  /// Plays two hours without a foreground service. Returns how long samples were recorded.
  private static func playWithoutService(
    api level: Int
  ) async throws -> (night: RecordingNight, recorded: Duration) {
    let night = try await withWorld { _ in
      let night = try await RecordingNight.start(api: level, leavingOut: ["foreground-service"])
      try await night.begin(hours: 2)
      try await night.world.pass(.hours(3))
      await night.phone.open(night.app)
      try await night.world.pass(.minutes(20))
      return night
    }
    night.expectCompleteAccount(hours: 2)
    #expect(night.missing("accelerometer") > 1.9 * 3600)
    let start = try #require(night.moment(of: "recording"))
    return (night, try #require(night.moments("accelerometer").last) - start)
  }

  @Test(arguments: [28, 34])
  func
    `without the foreground service the recording stops minutes after the screen was turned off (AN1, AN2)`(
      _ level: Int
    ) async throws
  {
    let (night, recorded) = try await Self.playWithoutService(api: level)
    #expect(recorded < .seconds(300))
    #expect(night.world.findings.contains { $0.matches(.androidSensorBackground.by(.an2)) })
  }

  /// Before API 28 sensor events are also delivered in the background: the recording ends because
  /// the service is stopped.
  @Test(arguments: [26, 27])
  func `without the foreground service the recording stops a minute after the app was left (AN1)`(
    _ level: Int
  ) async throws {
    let (night, recorded) = try await Self.playWithoutService(api: level)
    #expect(recorded >= .seconds(65) && recorded < .seconds(80))
    #expect(!night.world.findings.contains { $0.matches(.androidSensorBackground.by(.an2)) })
  }

  @Test(.world()) func `a dataSync service is stopped after 6 h from API 35 on (AN6)`() async throws
  {
    let night = try await RecordingNight.start(api: 35, leavingOut: ["health-type"])
    try await night.begin(hours: 12)
    try await night.world.pass(.hours(13))
    await night.phone.open(night.app)
    try await night.world.pass(.minutes(20))
    night.expectCompleteAccount(hours: 12)
    let start = try #require(night.moment(of: "recording"))
    let last = try #require(night.moments("accelerometer").last)
    #expect(last - start > .seconds(6 * 3600) && last - start < .seconds(6 * 3600 + 120))
    #expect(night.world.log.texts.contains("keep-alive: serviceTimedOut"))
    #expect(night.app.terminations == [])
  }

  @Test(.world()) func `a dataSync service has no time limit before API 35 (AN6)`() async throws {
    let night = try await RecordingNight.start(api: 34, leavingOut: ["health-type"])
    try await night.begin(hours: 8)
    try await night.world.pass(.hours(8.2))
    night.expectCompleteAccount(hours: 8)
    #expect(night.collector.gaps("accelerometer") == [])
  }

  @Test(.world(), arguments: [28, 36])
  func `a recording that is stopped before its service has started does not end the app (AN1)`(
    _ level: Int
  ) async throws {
    let night = try await RecordingNight.start(api: level)
    await night.phone.touch(night.app, "both") {
      NotificationCenter.default.post(
        name: Foundation.Notification.Name("StartNight"), object: nil, userInfo: ["hours": 1.0])
      NotificationCenter.default.post(
        name: Foundation.Notification.Name("StopNight"), object: nil)
    }
    await night.phone.lock()
    try await night.world.pass(.minutes(15))
    #expect(night.world.crashes == [] && night.app.terminations == [])
    #expect(night.world.log.texts.contains("recording is complete"))
    #expect(!night.phone.android.isProcessorAwake)
  }

  static let kills: [(api: Int, isExempt: Bool)] = [
    (26, false), (33, false), (34, true), (36, true),
  ]

  @Test(.world(), arguments: kills)
  func `after a kill the system restarts the service, and the recording continues`(
    _ row: (api: Int, isExempt: Bool)
  ) async throws {
    let night = try await RecordingNight.start(api: row.api, isExempt: row.isExempt)
    try await night.begin(hours: 2)
    try await night.world.pass(.minutes(47))
    night.app.process?.kill(.jetsam)
    try await night.world.pass(.minutes(90))
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.killed])
    #expect(night.missing("accelerometer") < 60)
    #expect(night.world.log.texts.contains("recording continues after killed"))
    #expect(night.app.launches.count == 2)
    #expect(night.app.launches.last == .component("service NightRecorderService"))
  }

  @Test(.world())
  func `a restarted service that may not enter the foreground waits for the user (AN4)`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34)
    try await night.begin(hours: 2)
    try await night.world.pass(.minutes(30))
    night.app.process?.kill(.jetsam)
    try await night.world.pass(.minutes(30))
    #expect(!night.phone.android.isProcessorAwake)
    await night.phone.open(night.app)
    try await night.world.pass(.seconds(5))
    await night.phone.lock()
    try await night.world.pass(.minutes(90))
    night.expectCompleteAccount(hours: 2)
    let missing = night.missing("accelerometer")
    #expect(missing > 29 * 60 && missing < 31 * 60)
    #expect(night.world.log.texts.filter { $0.hasPrefix("keep-alive: serviceRefused") }.count == 1)
  }

  @Test(.world(), arguments: [26, 34, 36])
  func `after a reboot the recording continues, because a health service may start at boot (AN6)`(
    _ level: Int
  )
    async throws
  {
    let night = try await RecordingNight.start(api: level)
    try await night.begin(hours: 2)
    try await night.world.pass(.minutes(30))
    try await night.phone.reboot()
    try await night.world.pass(.minutes(110))
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.rebooted])
    #expect(night.missing("accelerometer") < 600)
    #expect(night.world.log.texts.contains("recording continues after rebooted"))
  }

  @Test(.world()) func `an upload that a kill interrupts is sent again, and stored once`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34, isExempt: true)
    // At this rate, 10 min of one sensor take about a minute.
    night.phone.network.uplinkBytesPerSecond = 500
    try await night.begin(hours: 1)
    for _ in 0..<5 {
      try await night.world.pass(.minutes(10.3))
      night.app.process?.kill(.jetsam)
    }
    night.phone.network.uplinkBytesPerSecond = 1_000_000
    try await night.world.pass(.hours(1))
    night.expectCompleteAccount(hours: 1)
    #expect(night.collector.gaps("accelerometer").count == 5)
  }

  @Test(.world()) func `a night without a network is sent when the network is available again`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34)
    night.phone.network.path = .offline
    try await night.begin(hours: 2)
    try await night.world.pass(.hours(2.1))
    #expect(night.collector.chunks.isEmpty)
    night.phone.network.path = .wifi
    try await night.world.pass(.minutes(20))
    night.expectCompleteAccount(hours: 2)
    #expect(night.collector.gaps("gyroscope") == [])
  }

  @Test(.world()) func `the stop button ends the recording, and the remaining chunks are sent`()
    async throws
  {
    let night = try await RecordingNight.start(api: 34)
    await night.press("StartNight")
    try await night.world.pass(.minutes(30))
    await night.press("StopNight")
    try await night.world.pass(.minutes(5))
    night.expectCompleteAccount(hours: 0.5)
    #expect(night.world.log.texts.suffix(2) == ["stopped", "recording is complete"])
  }

  /// The values of `maxReportLatency` in milliseconds, from less than a sample interval to many
  /// ticks.
  static let batches = [200, 1_300, 20_000, 600_000]

  @Test(arguments: batches)
  func `a recording with batches is complete at its end, also after a stop (AN16)`(_ batch: Int)
    async throws
  {
    for isStopped in [false, true] {
      let night = try await withWorld { _ in
        let night = try await RecordingNight.start(api: 34, batchMilliseconds: batch)
        await night.press("StartNight", hours: isStopped ? 2 : 0.5)
        try await night.world.pass(.minutes(30))
        if isStopped { await night.press("StopNight") }
        try await night.world.pass(.minutes(15))
        return night
      }
      night.expectCompleteAccount(hours: 0.5)
      #expect(night.collector.gaps("accelerometer") == [])
    }
  }

  @Test(.world(), arguments: batches)
  func `a kill loses only the samples in the FIFO, and they are in a gap (AN16)`(_ batch: Int)
    async throws
  {
    let night = try await RecordingNight.start(api: 34, isExempt: true, batchMilliseconds: batch)
    try await night.begin(hours: 2)
    for pause in [17.0, 23.3, 31.7] {
      try await night.world.pass(.minutes(pause))
      night.app.process?.kill(.jetsam)
    }
    try await night.world.pass(.minutes(70))
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.killed, .killed, .killed])
    #expect(night.missing("accelerometer") < 3 * (60 + Double(batch) / 1_000))
  }

  @Test(.world(), arguments: batches)
  func `samples in the FIFO of a sleeping CPU are read when it wakes, or are in a gap (AN7, AN16)`(
    _ batch: Int
  ) async throws {
    let night = try await RecordingNight.start(
      api: 34, leavingOut: ["wake-lock"], batchMilliseconds: batch)
    try await night.begin(hours: 3)
    try await night.world.pass(.hours(4))
    await night.phone.open(night.app)
    try await night.world.pass(.minutes(20))
    night.expectCompleteAccount(hours: 3)
  }

  @Test func `the same seed gives the same trace`() async throws {
    var digests: [String] = []
    for _ in 0..<2 {
      let night = try await withWorld(seed: 7) { _ in
        let night = try await RecordingNight.start(api: 34, isExempt: true)
        try await night.begin(hours: 1)
        try await night.world.pass(.minutes(20))
        night.app.process?.kill(.jetsam)
        try await night.world.pass(.hours(1))
        return night
      }
      digests.append("\(night.world.trace.digest)")
    }
    #expect(digests[0] == digests[1])
  }
}
