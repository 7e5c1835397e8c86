import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// A short night, ended at many points: the correct relay loses nothing at any, a wrong one does.
@Suite struct CrashPointTests {
  enum Victim: String, CaseIterable, Sendable { case phone, watch }

  /// Plays two minutes and kills an app when the event of a number is posted.
  private func night(
    _ script: RelayScript, _ victim: Victim, killedAt point: Int?
  ) async throws -> RelayStage {
    let world = try World(seed: 3)
    let collector = RelayCollector()
    world.gateway = collector
    return try await world.run {
      let stage = try RelayStage(script, world, collector)
      let device = victim == .phone ? stage.phone : stage.watch
      var count = 0
      world.trace.onEvent = { _ in
        defer { count += 1 }
        guard count == point else { return }
        let app = victim == .phone ? stage.phoneApp : stage.watchApp
        guard let process = app.process else { return }
        world.simulation.scheduleNext { process.kill(.jetsam) }
      }
      try await stage.openPhoneOnce()
      try await stage.startNight(minutes: 2)
      try await stage.wait(minutes: 3)
      if point != nil {
        await device.open(victim == .phone ? stage.phoneApp : stage.watchApp)
        try await Task.sleep(for: .seconds(10))
        await device.goHome()
      }
      try await stage.wait(minutes: 30)
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 15)
      world.trace.onEvent = nil
      return stage
    }
  }

  /// Whether a piece is nowhere: neither at the collector nor on the watch. For a night whose watch
  /// was not killed: it then has four pieces of each stream.
  private func hasLost(_ stage: RelayStage) -> Bool {
    for stream in ["accelerometer", "rotation-rate"] {
      let atCollector = stage.collector.stored.keys.filter { $0.contains("/\(stream)/") }
      let numbers = Set(atCollector.compactMap { UInt64($0.split(separator: "/")[2]) })
      let kept = stage.chunks(stage.watchApp).filter { $0.contains("/\(stream)/") }
      let left = Set(kept.compactMap { UInt64($0.split(separator: "/").last!.dropLast(6)) })
      let all = numbers.union(left)
      if all != Set(0..<4) { return true }
    }
    return stage.collector.conflictCount > 0
  }

  private func points(_ stage: RelayStage, _ isOne: (TraceEvent) -> Bool) -> [Int] {
    stage.world.trace.events.indices.filter { isOne(stage.world.trace.events[$0]) }
  }

  /// Where the relay acts: what goes over the link, and what is sent.
  @Test(arguments: Victim.allCases)
  func `a kill at every third event of the link loses nothing of the night (WC3, WC4, WC5)`(
    victim: Victim
  ) async throws {
    let quiet = try await night(RelayScript(), victim, killedAt: nil)
    try expectWholeNight(quiet.collector, minutes: 2)
    let points = points(quiet) { if case .watchLink = $0.kind { true } else { false } }
    #expect(points.count > 40)
    for (_, point) in points.enumerated().filter({ $0.offset % 3 == 0 }) {
      let stage = try await night(RelayScript(), victim, killedAt: point)
      // A kill of the watch after the end of the recording leaves no gap.
      try expectWholeNight(stage.collector, gaps: victim == .watch ? nil : [], minutes: 2)
      #expect(stage.collector.conflictCount == 0, "killed at event \(point)")
      #expect(stage.chunks(stage.watchApp) == [], "killed at event \(point)")
    }
  }

  /// Each wrong relay is complete by itself; only a kill shows what it lacks.
  @Test(arguments: [
    RelayConfiguration.Shortcut.trustsReceiptBeforeStored, .deletesAtDidFinish,
  ])
  func `a relay with a shortcut loses a piece at some point (WC4, WC5)`(
    shortcut: RelayConfiguration.Shortcut
  ) async throws {
    var script = RelayScript()
    script.relay.shortcuts = [shortcut]
    let quiet = try await night(script, .phone, killedAt: nil)
    #expect(!hasLost(quiet))
    let points = points(quiet) { event in
      switch event.kind {
      case .watchLink(.queued(.userInfo, _, _)), .watchLink(.began(.file, _, _)): true
      default: false
      }
    }
    var losses = 0
    for point in points.prefix(12) {
      if hasLost(try await night(script, .phone, killedAt: point)) { losses += 1 }
      // The correct relay loses nothing at the same moment.
      if losses == 1 { #expect(!hasLost(try await night(RelayScript(), .phone, killedAt: point))) }
    }
    #expect(losses > 0)
  }
}
