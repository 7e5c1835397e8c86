import Foundation
import YobanNight
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Tests that after any incident on the phone or the collector, every recorded sample is stored
/// exactly once, and every missing sample is in a gap with its true cause.
@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct IncidentTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var incidents: [NightPlan.Incident]
    /// The causes of the gaps of one stream, in order.
    var causes: [String]
    var testDescription: String { name }
  }

  private static let minute = Duration.seconds(60)

  static let table: [Row] = [
    Row(
      name: "jetsam", incidents: [.init(.jetsam(reopenedAfter: minute * 5), after: minute * 10)],
      causes: ["killed"]),
    Row(
      name: "force-quit",
      incidents: [.init(.forceQuit(reopenedAfter: minute * 5), after: minute * 10)],
      causes: ["terminated"]),
    Row(
      name: "reboot", incidents: [.init(.reboot(reopenedAfter: minute * 5), after: minute * 10)],
      causes: ["rebooted"]),
    Row(
      name: "offline", incidents: [.init(.offline(for: minute * 12), after: minute * 5)], causes: []
    ),
    Row(
      name: "offline, then jetsam",
      incidents: [
        .init(.offline(for: minute * 20), after: minute * 2),
        .init(.jetsam(reopenedAfter: minute), after: minute * 10),
      ], causes: ["killed"]),
    Row(
      name: "collector killed",
      incidents: [.init(.collectorKilled(restartedAfter: minute * 3), after: minute * 10)],
      causes: []),
    Row(
      name: "collector killed twice, phone rebooted meanwhile",
      incidents: [
        .init(.collectorKilled(restartedAfter: minute * 4), after: minute * 3),
        .init(.reboot(reopenedAfter: minute), after: minute * 5),
        .init(.collectorKilled(restartedAfter: minute), after: minute * 15),
      ], causes: ["rebooted"]),
    Row(
      name: "everything",
      incidents: [
        .init(.jetsam(reopenedAfter: .seconds(7)), after: minute * 3),
        .init(.forceQuit(reopenedAfter: .seconds(13)), after: minute * 6),
        .init(.reboot(reopenedAfter: .seconds(31)), after: minute * 9),
        .init(.offline(for: minute * 3), after: minute * 12),
        .init(.jetsam(reopenedAfter: .seconds(59)), after: minute * 13),
        .init(.collectorKilled(restartedAfter: .seconds(47)), after: minute * 16),
      ], causes: ["killed", "terminated", "rebooted", "killed"]),
  ]

  /// Returns a plan with uploads each minute, so that an upload is always near the incident. The
  /// result is the same at 100 Hz.
  private static func plan(
    hours: Double, seed: UInt64 = 1, _ incidents: [NightPlan.Incident]
  ) -> NightPlan {
    var plan = NightPlan(hours: hours, seed: seed, incidents: incidents)
    plan.chunkSeconds = 60
    plan.rateHz = 20
    return plan
  }

  @Test(arguments: table)
  func `an incident costs at most the time in which the app did not run`(_ row: Row) async throws {
    let (summary, run) = try await night(Self.plan(hours: 0.5, row.incidents))
    #expect(summary.isComplete, "\(summary.json())")
    let gaps = summary.gaps.filter { $0.stream == "accelerometer" }
    #expect(gaps.map(\.cause) == row.causes)
    #expect(summary.gaps.count == 2 * row.causes.count)
    #expect(run.world.simulation.escapes.isEmpty)
  }

  @Test
  func
    `a Bluetooth heart rate is recorded, lost, found again and stored like the values of any sensor`()
    async throws
  {
    var plan = Self.plan(
      hours: 0.5,
      [
        .init(.strapAway(for: Self.minute * 4), after: Self.minute * 5),
        .init(.offline(for: Self.minute * 3), after: Self.minute * 12),
        .init(.reboot(reopenedAfter: Self.minute * 2), after: Self.minute * 20),
      ])
    plan.hasStrap = true
    let (summary, run) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    let gaps = summary.gaps.filter { $0.stream == "heart-rate" }
    let away = gaps.filter { $0.cause == "sensor-off" && $0.samples >= 239 }
    #expect(away.count == 1)
    #expect(gaps.contains { $0.cause == "rebooted" })
    #expect(run.world.trace.findings.filter { $0.name.hasPrefix("ble.") } == [])
  }

  /// Moments near uploads, ticks and chunk ends, with fractions of a second.
  static let moments: [Duration] = [
    .milliseconds(59_990), .milliseconds(60_000), .milliseconds(60_005), .milliseconds(60_045),
    .milliseconds(60_050),
    .milliseconds(60_090), .milliseconds(60_137), .milliseconds(60_500), .milliseconds(61_000),
    .milliseconds(90_003),
  ]

  @Test(arguments: moments, 0..<3)
  func `a kill at any moment of an upload loses nothing and stores nothing twice`(
    _ moment: Duration, _ kind: Int
  ) async throws {
    let what: NightPlan.Incident.What =
      switch kind {
      case 0: .jetsam(reopenedAfter: .seconds(20))
      case 1: .forceQuit(reopenedAfter: .seconds(20))
      default: .reboot(reopenedAfter: .seconds(20))
      }
    let (summary, _) = try await night(
      Self.plan(hours: 0.1, [.init(what, after: moment)]))
    #expect(summary.isComplete, "\(summary.json())")
    // A kill can lose at most one second of samples, plus the time until the app is opened again.
    for gap in summary.gaps { #expect((gap.to - gap.from).seconds < 20 + 30 + 1.1) }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func
    `a collector that is killed during many uploads keeps the chunks of all receipts that it sent`(
      _ seed: UInt64
    ) async throws
  {
    // The phone is offline for ten minutes, then sends all chunks at once, and the collector is
    // killed during that.
    var plan = Self.plan(
      hours: 0.4, seed: seed,
      [
        .init(.offline(for: .seconds(600)), after: .seconds(120)),
        .init(
          .collectorKilled(restartedAfter: .seconds(30)),
          after: .seconds(720) + .milliseconds(Int64(seed) * 97)),
      ])
    // A higher rate and chunks that are not packed, so that the uploads take longer.
    plan.rateHz = 100
    plan.leftOut = [.packing]
    let (summary, run) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    let failed = run.world.trace.events.contains {
      if case .failed = $0.kind.transfer { true } else { false }
    }
    #expect(failed, "the kill must interrupt an upload, otherwise the test checks nothing")
  }
}
