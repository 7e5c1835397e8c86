import Foundation
import Testing
import YobanTesting

@testable import Yoban

/// Tests full disks, and chunks that the collector refuses.
@Suite(.world()) struct DiskTests {
  @Test func `a phone with a full disk accepts no chunks, and nothing is lost`() async throws {
    let appFixture = RelayAppFixture()
    let fixture = try await startRelay(
      appFixture, before: { _ in appFixture.phoneDisk.reservedByteCount = .max })
    try await fixture.world.pass(.minutes(30))
    #expect(fixture.collector.stored.isEmpty)
    #expect(fixture.chunks(fixture.watchApp).count == 40)
    #expect(fixture.chunks(fixture.phoneApp) == [])
    #expect(fixture.phoneApp.log.texts.contains { $0.hasSuffix("disk-full") })
    // The user frees disk space.
    appFixture.phoneDisk.reservedByteCount = 0
    fixture.phone.jetsam(fixture.phoneApp)
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(150))
    try expectWholeNight(fixture.collector, minutes: 10)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  /// The collector is down until the watch has reached its storage limit. The samples up to the
  /// limit are stored, and the rest is a gap with its cause. When chunks leave the watch again, the
  /// recording continues.
  @Test
  func
    `a watch at its storage limit deletes nothing and stores a gap for what it could not record`()
    async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.byteCountMax = 40_000
    let fixture = try await startRelay(appFixture, minutes: 60)
    fixture.collector.isUp = false
    try await fixture.world.pass(.minutes(30))
    let kept = fixture.chunks(fixture.watchApp)
    #expect((4...30).contains(kept.count))
    #expect(fixture.watchApp.log.texts.contains("storage failed accelerometer disk-full"))
    // The oldest chunks are still stored.
    #expect(kept.contains { $0.hasSuffix("accelerometer/0.chunk") })
    fixture.collector.isUp = true
    try await fixture.world.pass(.minutes(60))
    try expectWholeNight(fixture.collector, gaps: ["disk-full"], minutes: 60)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test
  func
    `a chunk that the collector refuses stays on the watch and is quarantined once on the phone`()
    async throws
  {
    let fixture = try await startRelay(minutes: 5)
    fixture.collector.refusal = 401
    try await fixture.world.pass(.minutes(60))
    #expect(fixture.collector.stored.isEmpty)
    #expect(fixture.chunks(fixture.watchApp).count == 20)
    #expect(fixture.chunks(fixture.phoneApp, in: "quarantine").count == 20)
    fixture.collector.refusal = nil
    await fixture.phone.open(fixture.phoneApp)
    await fixture.usePhone { try? $0.requeueQuarantined() }
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(10))
    try expectWholeNight(fixture.collector, minutes: 5)
    #expect(fixture.chunks(fixture.watchApp) == [])
    #expect(fixture.chunks(fixture.phoneApp, in: "quarantine") == [])
  }

  @Test func `the progress reports where the chunks are`() async throws {
    let fixture = try await startRelay(minutes: 10)
    fixture.collector.isUp = false
    try await fixture.world.pass(.minutes(5.2))
    await fixture.useWatch {
      let progress = $0.relayProgress
      print("watch \(progress.recorded) \(progress.atServer) \(progress.bytesWaiting > 1_000)")
      print(progress.waiting + progress.onTheLink + progress.handedOver == progress.recorded)
    }
    await fixture.usePhone {
      let progress = $0.progress
      print("phone \(progress.received) \(progress.waiting) \(progress.delivered)")
    }
    fixture.collector.isUp = true
    try await fixture.world.pass(.minutes(40))
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(1))
    await fixture.useWatch {
      let progress = $0.relayProgress
      print("watch \(progress.recorded) \(progress.atServer) \(progress.bytesWaiting)")
    }
    let lines = fixture.watchApp.log.texts
    // Five minutes of two streams, in chunks of half a minute.
    #expect(lines.contains("watch 20 0 true"))
    #expect(lines.contains("true"))
    #expect(lines.contains("watch 40 40 0"))
  }
}
