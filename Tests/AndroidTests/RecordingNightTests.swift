import Chunks
import Foundation
import SimulatedOS
import Testing
import VirtualTime

/// The runtime on Android: a night of 12 hours, and what each part of the recipe is for.
@Suite struct RecordingNightTests {
  @Test(arguments: [26, 31, 34, 36])
  func `a foreground service and a wake lock record 12 h without a gap (AN7)`(_ level: Int)
    async throws
  {
    let night = try await RecordingNight.play(api: level) { night in
      try await night.begin(hours: 12)
      try await hours(12.2)
    }
    night.expectCompleteAccount(hours: 12)
    for (stream, _) in RecordingNight.streams {
      #expect(night.collector.gaps(stream) == [], "\(stream)")
      // The sensors give the nearest rate that they have.
      let perSecond = Double(night.collector.times(stream).count) / (12 * 3600)
      #expect(abs(perSecond - Double(RecordingNight.rateHz)) < 0.1)
    }
    #expect(night.collector.repeats == 0)
    #expect(night.world.output == ["recording", "recording began", "recording is complete"])
    #expect(night.world.findings == [])
    #expect(night.world.ends == [])
    // When all is sent, the service and the wake lock are let go.
    #expect(!night.phone.android.isProcessorAwake)
    #expect(night.phone.android.importance(of: night.app) == .cached)
  }

  @Test func `without the wake lock the CPU sleeps, and most of the night is a gap (AN7)`()
    async throws
  {
    let night = try await RecordingNight.play(api: 34, leavingOut: ["wake-lock"]) { night in
      try await night.begin(hours: 8)
      try await hours(9)
      await night.phone.open(night.app)
      try await minutes(20)
    }
    night.expectCompleteAccount(hours: 8)
    #expect(night.missing("accelerometer") > 7 * 3600)
    #expect(night.missing("accelerometer", because: .suspended) > 7 * 3600)
    #expect(night.world.moments { $0 == .cpu(isAwake: false) }.count >= 1)
    #expect(!night.world.findings.isEmpty)
  }

  /// Two hours without a foreground service; returns for how long there are samples.
  private static func playWithoutService(
    api level: Int
  ) async throws -> (night: RecordingNight, recorded: Duration) {
    let night = try await RecordingNight.play(api: level, leavingOut: ["foreground-service"]) {
      night in
      try await night.begin(hours: 2)
      try await hours(3)
      await night.phone.open(night.app)
      try await minutes(20)
    }
    night.expectCompleteAccount(hours: 2)
    #expect(night.missing("accelerometer") > 1.9 * 3600)
    let start = try #require(night.moment(of: "recording"))
    return (night, try #require(night.moments("accelerometer").last) - start)
  }

  @Test(arguments: [28, 34])
  func `without the foreground service nothing is recorded minutes after the screen went dark (AN1, AN2)`(
    _ level: Int
  ) async throws {
    let (night, recorded) = try await Self.playWithoutService(api: level)
    #expect(recorded < .seconds(300))
    #expect(night.world.findings.contains("android.sensor.background AN2"))
  }

  /// Before API 28 sensors are heard in background, too: what ends the recording is the service's end.
  @Test(arguments: [26, 27])
  func `without the foreground service it is stopped a minute after the app was left (AN1)`(
    _ level: Int
  ) async throws {
    let (night, recorded) = try await Self.playWithoutService(api: level)
    #expect(recorded >= .seconds(65) && recorded < .seconds(80))
    #expect(!night.world.findings.contains("android.sensor.background AN2"))
  }

  @Test func `dataSync is stopped after 6 h from API 35 on (AN6)`() async throws {
    let night = try await RecordingNight.play(api: 35, leavingOut: ["health-type"]) { night in
      try await night.begin(hours: 12)
      try await hours(13)
      await night.phone.open(night.app)
      try await minutes(20)
    }
    night.expectCompleteAccount(hours: 12)
    let start = try #require(night.moment(of: "recording"))
    let last = try #require(night.moments("accelerometer").last)
    #expect(last - start > .seconds(6 * 3600) && last - start < .seconds(6 * 3600 + 120))
    #expect(night.world.output.contains("keep-alive: serviceTimedOut"))
    #expect(night.world.ends == [])
  }

  @Test func `dataSync has no limit before API 35 (AN6)`() async throws {
    let night = try await RecordingNight.play(api: 34, leavingOut: ["health-type"]) { night in
      try await night.begin(hours: 8)
      try await hours(8.2)
    }
    night.expectCompleteAccount(hours: 8)
    #expect(night.collector.gaps("accelerometer") == [])
  }

  static let kills: [(api: Int, isExempt: Bool)] = [(26, false), (33, false), (34, true), (36, true)]

  @Test(arguments: kills)
  func `after a kill the system makes the service again, and the recording goes on`(
    _ row: (api: Int, isExempt: Bool)
  ) async throws {
    let night = try await RecordingNight.play(api: row.api, isExempt: row.isExempt) { night in
      try await night.begin(hours: 2)
      try await minutes(47)
      night.app.process?.kill(.jetsam)
      try await minutes(90)
    }
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.killed])
    #expect(night.missing("accelerometer") < 60)
    #expect(night.world.output.contains("recording goes on after killed"))
    #expect(night.world.launches.count == 2)
    #expect(night.world.launches.last == .component("service NightRecorderService"))
  }

  @Test func `a service that may not enter the foreground after a kill waits for the user (AN4)`()
    async throws
  {
    let night = try await RecordingNight.play(api: 34) { night in
      try await night.begin(hours: 2)
      try await minutes(30)
      night.app.process?.kill(.jetsam)
      try await minutes(30)
      #expect(!night.phone.android.isProcessorAwake)
      await night.phone.open(night.app)
      try await seconds(5)
      await night.phone.lock()
      try await minutes(90)
    }
    night.expectCompleteAccount(hours: 2)
    let missing = night.missing("accelerometer")
    #expect(missing > 29 * 60 && missing < 31 * 60)
    #expect(night.world.output.filter { $0.hasPrefix("keep-alive: serviceRefused") }.count == 1)
  }

  @Test(arguments: [26, 34, 36])
  func `after a reboot the recording goes on, for health may start at boot (AN6)`(_ level: Int)
    async throws
  {
    let night = try await RecordingNight.play(api: level) { night in
      try await night.begin(hours: 2)
      try await minutes(30)
      try await night.phone.reboot()
      try await minutes(110)
    }
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.rebooted])
    #expect(night.missing("accelerometer") < 600)
    #expect(night.world.output.contains("recording goes on after rebooted"))
  }

  @Test func `what was under way at a kill is sent again, and stored once`() async throws {
    let night = try await RecordingNight.play(api: 34, isExempt: true) { night in
      // 10 min of one sensor take about a minute.
      night.phone.network.uplinkBytesPerSecond = 500
      try await night.begin(hours: 1)
      for _ in 0..<5 {
        try await minutes(10.3)
        night.app.process?.kill(.jetsam)
      }
      night.phone.network.uplinkBytesPerSecond = 1_000_000
      try await hours(1)
    }
    night.expectCompleteAccount(hours: 1)
    #expect(night.collector.gaps("accelerometer").count == 5)
  }

  @Test func `a night without a network is sent when it comes back`() async throws {
    let night = try await RecordingNight.play(api: 34) { night in
      night.phone.network.path = .offline
      try await night.begin(hours: 2)
      try await hours(2.1)
      #expect(night.collector.chunks.isEmpty)
      night.phone.network.path = .wifi
      try await minutes(20)
    }
    night.expectCompleteAccount(hours: 2)
    #expect(night.collector.gaps("gyroscope") == [])
  }

  @Test func `the stop button ends it, and the rest is sent`() async throws {
    let night = try await RecordingNight.play(api: 34) { night in
      await night.press("StartNight")
      try await minutes(30)
      await night.press("StopNight")
      try await minutes(5)
    }
    night.expectCompleteAccount(hours: 0.5)
    #expect(night.world.output.suffix(2) == ["stopped", "recording is complete"])
  }

  /// `maxReportLatency` in milliseconds, from less than a sample's interval to many ticks.
  static let batches = [200, 1_300, 20_000, 600_000]

  @Test(arguments: batches)
  func `with batches nothing is missing at the end, whoever ends it (AN16)`(_ batch: Int) async throws {
    for isStopped in [false, true] {
      let night = try await RecordingNight.play(api: 34, batchMilliseconds: batch) { night in
        await night.press("StartNight", hours: isStopped ? 2 : 0.5)
        try await minutes(30)
        if isStopped { await night.press("StopNight") }
        try await minutes(15)
      }
      night.expectCompleteAccount(hours: 0.5)
      #expect(night.collector.gaps("accelerometer") == [])
    }
  }

  @Test(arguments: batches)
  func `a kill costs what the FIFO holds, and it lies in a gap (AN16)`(_ batch: Int) async throws {
    let night = try await RecordingNight.play(
      api: 34, isExempt: true, batchMilliseconds: batch
    ) { night in
      try await night.begin(hours: 2)
      for pause in [17.0, 23.3, 31.7] {
        try await minutes(pause)
        night.app.process?.kill(.jetsam)
      }
      try await minutes(70)
    }
    night.expectCompleteAccount(hours: 2)
    let gaps = night.collector.gaps("accelerometer")
    #expect(gaps.map(\.cause) == [.killed, .killed, .killed])
    #expect(night.missing("accelerometer") < 3 * (60 + Double(batch) / 1_000))
  }

  @Test(arguments: batches)
  func `a FIFO that a sleeping CPU fills is taken when it wakes, or lies in a gap (AN7, AN16)`(
    _ batch: Int
  ) async throws {
    let night = try await RecordingNight.play(
      api: 34, leavingOut: ["wake-lock"], batchMilliseconds: batch
    ) { night in
      try await night.begin(hours: 3)
      try await hours(4)
      await night.phone.open(night.app)
      try await minutes(20)
    }
    night.expectCompleteAccount(hours: 3)
  }

  @Test func `the same seed gives the same trace`() async throws {
    var digests: [String] = []
    for _ in 0..<2 {
      let night = try await RecordingNight.play(api: 34, isExempt: true, seed: 7) { night in
        try await night.begin(hours: 1)
        try await minutes(20)
        night.app.process?.kill(.jetsam)
        try await hours(1)
      }
      digests.append("\(night.world.trace.digest)")
    }
    #expect(digests[0] == digests[1])
  }
}
