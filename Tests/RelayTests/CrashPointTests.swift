import Foundation
import YobanNight
import Testing
import YobanTesting

@testable import Yoban

/// Kills an app at many points of a short night: the correct relay never loses a chunk, a relay
/// with a fault does.
@Suite struct CrashPointTests {
  enum Victim: String, CaseIterable, Sendable { case phone, watch }

  /// Plays two minutes and kills an app when the event with the given number is posted.
  private func night(
    _ appFixture: RelayAppFixture, _ victim: Victim, killedAt point: Int?
  ) async throws -> RelayFixture {
    try await withWorld(seed: 3) { world in
      let fixture = try RelayFixture(appFixture)
      let device = victim == .phone ? fixture.phone : fixture.watch
      var count = 0
      world.trace.onEvent = { _ in
        defer { count += 1 }
        guard count == point else { return }
        let app = victim == .phone ? fixture.phoneApp : fixture.watchApp
        guard let process = app.process else { return }
        world.simulation.scheduleNext { process.kill(.jetsam) }
      }
      try await fixture.openPhoneOnce()
      try await fixture.startNight(minutes: 2)
      try await world.pass(.minutes(3))
      if point != nil {
        await device.open(victim == .phone ? fixture.phoneApp : fixture.watchApp)
        try await world.pass(.seconds(10))
        await device.goHome()
      }
      try await world.pass(.minutes(30))
      await fixture.watch.raiseWrist()
      await fixture.watch.open(fixture.watchApp)
      try await world.pass(.minutes(15))
      world.trace.onEvent = nil
      return fixture
    }
  }

  /// Whether a chunk is neither at the collector nor on the watch. Only for a night in which the
  /// watch was not killed: it then has four chunks of each stream.
  private func hasLost(_ fixture: RelayFixture) -> Bool {
    for stream in ["accelerometer", "rotation-rate"] {
      let atCollector = fixture.collector.stored.keys.filter { $0.contains("/\(stream)/") }
      let numbers = Set(atCollector.compactMap { UInt64($0.split(separator: "/")[2]) })
      let kept = fixture.chunks(fixture.watchApp).filter { $0.contains("/\(stream)/") }
      let left = Set(kept.compactMap { UInt64($0.split(separator: "/").last!.dropLast(6)) })
      let all = numbers.union(left)
      if all != Set(0..<4) { return true }
    }
    return fixture.collector.conflictCount > 0
  }

  private func points(_ fixture: RelayFixture, _ isOne: (TraceEvent) -> Bool) -> [Int] {
    fixture.world.trace.events.indices.filter { isOne(fixture.world.trace.events[$0]) }
  }

  /// Kills at the events of the link, because the relay acts when something is transferred.
  @Test(arguments: Victim.allCases)
  func `a kill at every third event of the link loses nothing of the night (WC3, WC4, WC5)`(
    victim: Victim
  ) async throws {
    let quiet = try await night(RelayAppFixture(), victim, killedAt: nil)
    try expectWholeNight(quiet.collector, minutes: 2)
    let points = points(quiet) { $0.kind.watchLink != nil }
    #expect(points.count > 40)
    for (_, point) in points.enumerated().filter({ $0.offset % 3 == 0 }) {
      let fixture = try await night(RelayAppFixture(), victim, killedAt: point)
      // A kill of the watch after the end of the recording leaves no gap.
      try expectWholeNight(fixture.collector, gaps: victim == .watch ? nil : [], minutes: 2)
      #expect(fixture.collector.conflictCount == 0, "killed at event \(point)")
      #expect(fixture.chunks(fixture.watchApp) == [], "killed at event \(point)")
    }
  }

  /// Without a kill, each relay with a fault delivers everything; only a kill reveals the
  /// missing step.
  @Test(arguments: RelayFault.allCases)
  func `a relay with a fault loses a chunk at some kill (WC4, WC5)`(
    fault: RelayFault
  ) async throws {
    var appFixture = RelayAppFixture()
    appFixture.relayFaults = [fault]
    let quiet = try await night(appFixture, .phone, killedAt: nil)
    #expect(!hasLost(quiet))
    let points = points(quiet) { event in
      switch event.kind.watchLink {
      case .queued(.userInfo, _, _), .began(.file, _, _): true
      default: false
      }
    }
    var losses = 0
    for point in points.prefix(12) {
      if hasLost(try await night(appFixture, .phone, killedAt: point)) { losses += 1 }
      // The correct relay loses nothing when it is killed at the same event.
      if losses == 1 {
        #expect(!hasLost(try await night(RelayAppFixture(), .phone, killedAt: point)))
      }
    }
    #expect(losses > 0)
  }
}
