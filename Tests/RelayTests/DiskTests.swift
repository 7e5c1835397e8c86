import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// Disks that are full, and pieces that the collector does not want.
@Suite struct DiskTests {
  @Test func `a phone without room takes nothing, and nothing is lost`() async throws {
    let script = RelayScript()
    let stage = try await play(
      script, before: { _ in script.phoneDisk.reservedByteCount = .max }
    ) { stage in
      try await stage.wait(minutes: 30)
      #expect(stage.collector.stored.isEmpty)
      #expect(stage.chunks(stage.watchApp).count == 40)
      #expect(stage.chunks(stage.phoneApp) == [])
      #expect(stage.lines(stage.phone).contains { $0.hasSuffix("disk-full") })
      // The person makes room.
      script.phoneDisk.reservedByteCount = 0
      stage.phone.jetsam(stage.phoneApp)
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 150)
    }
    try expectWholeNight(stage.collector, minutes: 10)
    #expect(stage.chunks(stage.watchApp) == [])
  }

  /// While nothing leaves the watch: its bound is reached, what is recorded is whole, and the rest
  /// is a gap that says why. When pieces leave, it goes on by itself.
  @Test func `a watch that may store no more drops nothing, and names what it could not store`()
    async throws
  {
    var script = RelayScript()
    script.byteCountMax = 40_000
    let stage = try await play(script, minutes: 60) { stage in
      stage.collector.isUp = false
      try await stage.wait(minutes: 30)
      let kept = stage.chunks(stage.watchApp)
      #expect((4...30).contains(kept.count))
      #expect(stage.lines(stage.watch).contains("storage failed accelerometer disk-full"))
      // The oldest are there.
      #expect(kept.contains { $0.hasSuffix("accelerometer/0.chunk") })
      stage.collector.isUp = true
      try await stage.wait(minutes: 60)
    }
    try expectWholeNight(stage.collector, gaps: ["disk-full"], minutes: 60)
    #expect(stage.chunks(stage.watchApp) == [])
  }

  @Test func `what the collector refuses stays on the watch, and is put aside on the phone once`()
    async throws
  {
    let stage = try await play(minutes: 5) { stage in
      stage.collector.refusal = 401
      try await stage.wait(minutes: 60)
      #expect(stage.collector.stored.isEmpty)
      #expect(stage.chunks(stage.watchApp).count == 20)
      #expect(stage.chunks(stage.phoneApp, in: "quarantine").count == 20)
      stage.collector.refusal = nil
      await stage.phone.open(stage.phoneApp)
      await stage.usePhone { try? $0.requeueQuarantined() }
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 10)
    }
    try expectWholeNight(stage.collector, minutes: 5)
    #expect(stage.chunks(stage.watchApp) == [])
    #expect(stage.chunks(stage.phoneApp, in: "quarantine") == [])
  }

  @Test func `progress says where the pieces are`() async throws {
    let stage = try await play(minutes: 10) { stage in
      stage.collector.isUp = false
      try await stage.wait(minutes: 5.2)
      await stage.useWatch {
        let progress = $0.relayProgress
        print("watch \(progress.recorded) \(progress.atServer) \(progress.bytesWaiting > 1_000)")
        print(progress.waiting + progress.onTheLink + progress.handedOver == progress.recorded)
      }
      await stage.usePhone {
        let progress = $0.progress
        print("phone \(progress.received) \(progress.waiting) \(progress.delivered)")
      }
      stage.collector.isUp = true
      try await stage.wait(minutes: 40)
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 1)
      await stage.useWatch {
        let progress = $0.relayProgress
        print("watch \(progress.recorded) \(progress.atServer) \(progress.bytesWaiting)")
      }
    }
    let lines = stage.lines(stage.watch)
    // Five minutes in pieces of half a minute, of two streams.
    #expect(lines.contains("watch 20 0 true"))
    #expect(lines.contains("true"))
    #expect(lines.contains("watch 40 40 0"))
  }
}
