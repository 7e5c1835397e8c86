import Foundation
import YobanNight
import Testing
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

/// Tests common mistakes of developers: each causes Apple's error or a kill, and a finding, but
/// nothing recorded is lost.
@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct MistakeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var mistake = CarelessApp.Mistake.nothing
    /// The text that the app prints about the mistake.
    var output: String?
    /// Whether a termination reason is the expected one; the default expects no termination.
    var end: @Sendable (TerminationReason) -> Bool = { _ in false }
    var isEnded = true
    var finding: Finding.Kind?
    /// The causes of the gaps of one sensor.
    var causes: [String]
    var happen: @Sendable (Phone, InstalledApp) async throws -> Void = { _, _ in }
  }

  private static func isKilled(_ code: TerminationCode) -> @Sendable (TerminationReason) -> Bool {
    { if case .killed(code, _) = $0 { true } else { false } }
  }

  static let rows: [Row] = [
    Row(
      testDescription: "the 21st region (BC1)", mistake: .twentyFirstRegion,
      output: "cannot watch place 21: 5", isEnded: false, finding: .regionLimit, causes: []),
    Row(
      testDescription: "an unknown task identifier (FT2)", mistake: .unknownTask,
      output: "refused with 3", isEnded: false, finding: .bgtaskRefused, causes: []),
    Row(
      testDescription: "a task registered after launch (FT2)", mistake: .taskRegisteredLate,
      end: { if case .crash(let why) = $0 { why.contains("launch") } else { false } },
      finding: .bgtaskRegisteredLate, causes: ["killed"]),
    Row(
      testDescription: "a task that is never completed (FT3)", mistake: .taskNeverCompleted,
      output: "the task began", end: isKilled(.backgroundTask), finding: .bgtaskLeaked,
      causes: ["killed"]
    ) { phone, app in
      try await Task.sleep(for: .seconds(300))
      _ = phone.runScheduledTask(app, CarelessApp.task)
    },
    Row(
      testDescription: "a fetch that is never completed (FT1)", mistake: .fetchNeverCompleted,
      output: "the fetch began", end: isKilled(.backgroundFetch), causes: ["killed"]
    ) { phone, app in
      try await Task.sleep(for: .seconds(300))
      phone.performBackgroundFetch(app)
    },
    Row(
      testDescription: "permission withdrawn meanwhile (LOC1)", isEnded: false,
      causes: ["suspended"]
    ) { phone, app in
      try await Task.sleep(for: .seconds(300))
      phone.location.setAuthorization(.denied, for: app)
    },
    Row(
      testDescription: "permission refused (LOC1)", isEnded: false, causes: ["suspended"]
    ) { phone, app in
      phone.location.setAuthorization(.denied, for: app)
    },
  ]

  @Test(arguments: rows)
  func `a mistake costs only the time that the system takes, and nothing that was recorded`(
    _ row: Row
  ) async throws {
    let collector = try TemporaryCollector()
    defer { collector.stop() }
    var plan = NightPlan(hours: 0.25)
    plan.rateHz = 10
    var run = try NightRun(plan, collector: collector.collector)
    run.app = { settings in
      var values = settings.values
      values["Mistake"] = row.mistake.rawValue
      values["UIBackgroundModes"] = ["location", "fetch", "processing"]
      values["NSLocationAlwaysAndWhenInUseUsageDescription"] = "To watch places."
      if row.mistake != .fetchNeverCompleted {
        values["BGTaskSchedulerPermittedIdentifiers"] = [CarelessApp.task]
      }
      return AppDefinition(
        bundleIdentifier: "example.careless", name: "CarelessApp", infoPlist: InfoPlist(values)
      ) {
        UIApplicationMain(0, nil, nil, NSStringFromClass(CarelessApp.self))
      }
    }
    let happen = row.happen
    run.concurrentActions = { device, app in
      try await happen(try #require(device as? Phone), app)
    }
    let summary = try await run.run()

    #expect(summary.isComplete, "\(summary.json())")
    #expect(summary.gaps.filter { $0.stream == "accelerometer" }.map(\.cause) == row.causes)
    let events = run.world.trace.events
    if let output = row.output {
      #expect(events.contains { $0.kind == .output(output) })
    }
    let ends = events.compactMap { if case .terminated(let why) = $0.kind.app { why } else { nil } }
    #expect(ends.count == (row.isEnded ? 1 : 0), "\(ends)")
    #expect(ends.allSatisfy(row.end), "\(ends)")
    let findings = run.world.trace.findings.map(\.kind)
    if let finding = row.finding { #expect(findings.contains(finding), "\(findings)") }
  }
}
