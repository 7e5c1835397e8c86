import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// Disks that are full, and chunks that the collector does not want.
@Suite struct DiskTests {
  @Test func `a phone without room takes nothing, and nothing is lost`() async throws {
    let appFixture = RelayAppFixture()
    let fixture = try await play(
      appFixture, before: { _ in appFixture.phoneDisk.reservedByteCount = .max }
    ) { fixture in
      try await fixture.wait(minutes: 30)
      #expect(fixture.collector.stored.isEmpty)
      #expect(fixture.chunks(fixture.watchApp).count == 40)
      #expect(fixture.chunks(fixture.phoneApp) == [])
      #expect(fixture.lines(fixture.phone).contains { $0.hasSuffix("disk-full") })
      // The user makes room.
      appFixture.phoneDisk.reservedByteCount = 0
      fixture.phone.jetsam(fixture.phoneApp)
      await fixture.watch.raiseWrist()
      await fixture.watch.open(fixture.watchApp)
      try await fixture.wait(minutes: 150)
    }
    try expectWholeNight(fixture.collector, minutes: 10)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  /// While nothing leaves the watch: its bound is reached, what is recorded is whole, and the rest
  /// is a gap that says why. When chunks leave, it goes on by itself.
  @Test func `a watch that may store no more drops nothing, and names what it could not store`()
    async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.byteCountMax = 40_000
    let fixture = try await play(appFixture, minutes: 60) { fixture in
      fixture.collector.isUp = false
      try await fixture.wait(minutes: 30)
      let kept = fixture.chunks(fixture.watchApp)
      #expect((4...30).contains(kept.count))
      #expect(fixture.lines(fixture.watch).contains("storage failed accelerometer disk-full"))
      // The oldest are there.
      #expect(kept.contains { $0.hasSuffix("accelerometer/0.chunk") })
      fixture.collector.isUp = true
      try await fixture.wait(minutes: 60)
    }
    try expectWholeNight(fixture.collector, gaps: ["disk-full"], minutes: 60)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test func `what the collector refuses stays on the watch, and is quarantined on the phone once`()
    async throws
  {
    let fixture = try await play(minutes: 5) { fixture in
      fixture.collector.refusal = 401
      try await fixture.wait(minutes: 60)
      #expect(fixture.collector.stored.isEmpty)
      #expect(fixture.chunks(fixture.watchApp).count == 20)
      #expect(fixture.chunks(fixture.phoneApp, in: "quarantine").count == 20)
      fixture.collector.refusal = nil
      await fixture.phone.open(fixture.phoneApp)
      await fixture.usePhone { try? $0.requeueQuarantined() }
      await fixture.watch.raiseWrist()
      await fixture.watch.open(fixture.watchApp)
      try await fixture.wait(minutes: 10)
    }
    try expectWholeNight(fixture.collector, minutes: 5)
    #expect(fixture.chunks(fixture.watchApp) == [])
    #expect(fixture.chunks(fixture.phoneApp, in: "quarantine") == [])
  }

  @Test func `progress says where the chunks are`() async throws {
    let fixture = try await play(minutes: 10) { fixture in
      fixture.collector.isUp = false
      try await fixture.wait(minutes: 5.2)
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
      try await fixture.wait(minutes: 40)
      await fixture.watch.raiseWrist()
      await fixture.watch.open(fixture.watchApp)
      try await fixture.wait(minutes: 1)
      await fixture.useWatch {
        let progress = $0.relayProgress
        print("watch \(progress.recorded) \(progress.atServer) \(progress.bytesWaiting)")
      }
    }
    let lines = fixture.lines(fixture.watch)
    // Five minutes in chunks of half a minute, of two streams.
    #expect(lines.contains("watch 20 0 true"))
    #expect(lines.contains("true"))
    #expect(lines.contains("watch 40 40 0"))
  }
}
