import Foundation
import YobanNight
import Testing
import YobanReports
import YobanSimulatedOS
import YobanVirtualTime

/// Bluetooth, location and job policies in one app for 24 hours, with a force-quit, a reboot and a
/// system update; docs/reading-a-trace.md explains the trace.
@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct DayTests {
  @Test func `one app loses in a day only the time that the system takes, and recovers by itself`()
    async throws
  {
    var plan = NightPlan.day()
    plan.rateHz = 2  // the result is the same at 100 Hz, which takes longer
    let (summary, run) = try await night(plan)
    #expect(summary.isComplete, "\(summary.json())")
    let events = run.world.trace.events

    // After the force-quit a region relaunches the app (L16), after a reboot the strap does (BT27,
    // L17).
    let gaps = summary.gaps.filter { $0.stream == "accelerometer" }
    #expect(gaps.map(\.cause) == ["terminated", "rebooted", "rebooted"])
    let launches = events.compactMap { event in
      if case .launched(let cause) = event.kind.app { cause } else { nil }
    }
    let strap = LaunchCause.bluetooth(centrals: ["strap"], peripherals: [])
    #expect(launches == [.user, .location, strap, strap])

    // The beacons on the way, including those that were only passed (BC3).
    let rooms = events.compactMap { event in
      if let line = event.kind.output, line.hasPrefix("in the ") { line } else { nil }
    }
    #expect(
      rooms.map { $0.dropFirst(7) } == [
        "bedroom", "kitchen", "office", "kitchen", "office", "workshop", "garden", "workshop",
        "office", "kitchen", "bedroom",
      ])

    // The nightly task ran once, while the phone was charging with its screen off (FT4).
    let runs = events.filter {
      if case .launched(_, _) = $0.kind.scheduledTask { true } else { false }
    }
    #expect(runs.count == 1)
    let hour = Int((runs.first?.instant ?? .start).nanoseconds / 3_600_000_000_000)
    #expect((14..<23).contains(hour))
    #expect(events.contains { $0.kind == .output("tidied up") })

    #expect(run.world.trace.findings.map(\.kind) == [.relaunchAfterForceQuit])
    #expect(run.world.simulation.escapes.isEmpty)
    try checkPage(events)
  }

  /// Checks that every line that the page quotes is in this trace.
  private func checkPage(_ events: [TraceEvent]) throws {
    var recorder = TextRecorder()
    let lines = Set(events.map { squeezed(recorder.line($0)) })
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/reading-a-trace.md"), encoding: .utf8)
    let quoted = page.split(separator: "\n").filter {
      $0.wholeMatch(of: /\d\d:\d\d:\d\d\.\d{3}  .*/) != nil
    }
    #expect(quoted.count >= 40)
    for line in quoted where !lines.contains(squeezed(String(line))) {
      Issue.record("docs/reading-a-trace.md quotes a line that is not in the trace: \(line)")
    }
  }

  /// Columns may have another width on the page.
  private func squeezed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ")
  }
}
