import Foundation
import YobanNight
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite(.enabled(if: TemporaryCollector.isBuilt, TemporaryCollector.isBuiltComment))
struct NightTests {
  @Test func `an undisturbed night is recorded and stored completely`() async throws {
    let (summary, run) = try await night(NightPlan(hours: 0.5))
    #expect(summary.isComplete)
    #expect(summary.gaps.isEmpty)
    #expect(summary.sensed == 2 * 1800 * 100)
    #expect(run.world.trace.findings.isEmpty)
    #expect(run.world.simulation.escapes.isEmpty)
  }

  @Test func `the same seed gives the same digest, with any port and token of the collector`()
    async throws
  {
    let first = try await night(NightPlan(hours: 0.1, seed: 5)).summary.digest
    #expect(try await night(NightPlan(hours: 0.1, seed: 5)).summary.digest == first)
    #expect(try await night(NightPlan(hours: 0.1, seed: 6)).summary.digest != first)
  }

  /// A part that is left out, and when the recording then stops, in seconds since the app was
  /// opened (E5).
  struct LeftOut: CustomTestStringConvertible {
    var part: NightPlan.RecipePart
    var stop: ClosedRange<Double>
    var testDescription: String { "without \(part.rawValue)" }
  }

  static let recipe: [LeftOut] = [
    // The user locks the phone at 15 s; the budget of iOS 13 and later is 30 s, and the expiration
    // handler is called 5 s before its end (BG1, BG3).
    LeftOut(part: .location, stop: 38...45),
    // 29 to 31 minutes after the location updates or the background time began (LOC8).
    LeftOut(part: .renewal, stop: 29 * 60...31 * 60 + 20),
    // The phone lies still for 10 to 20 minutes (LOC3), then the background task budget is used up.
    LeftOut(part: .noAutoPause, stop: 10 * 60...21 * 60),
  ]

  @Test(arguments: recipe, [1, 2, 3] as [UInt64])
  func `leaving out a part of the recipe stops the recording as E5 says, without data loss`(
    _ leftOut: LeftOut, _ seed: UInt64
  ) async throws {
    var plan = NightPlan(hours: 2, seed: seed, leftOut: [leftOut.part])
    plan.rateHz = 20  // the result is the same at 100 Hz, which takes longer
    let (summary, _) = try await night(plan)
    #expect(summary.isComplete)
    #expect(summary.gaps.count == 2)
    for gap in summary.gaps {
      #expect(leftOut.stop.contains(gap.from.seconds), "stopped at \(gap.from.seconds) s")
      #expect(abs(gap.to.seconds - 7205) < 0.1)
      #expect(gap.cause == "suspended")
    }
  }

  /// Real recordings, stored outside of the package.
  static let recordings = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(
      path: "../../../shared/data", directoryHint: .isDirectory
    )
    .standardizedFileURL
  static let haveRecordings = FileManager.default.fileExists(
    atPath: recordings.appending(path: "ip12_acc.csv.gz").path)

  @Test(.enabled(if: haveRecordings, "no recordings in ../shared/data"))
  func `the looped recording of a real iPhone is stored completely`() async throws {
    let (summary, _) = try await night(NightPlan(hours: 0.3, motion: .recorded(Self.recordings)))
    #expect(summary.isComplete)
    #expect(summary.gaps.isEmpty)
    // A recording of 363 s at 100.46 Hz, played three times in 18 minutes.
    #expect(summary.sensed > 2 * 1080 * 100 && summary.sensed < 2 * 1080 * 101)
  }

  @Test func `leaving out all parts still causes no data loss`() async throws {
    let (summary, _) = try await night(
      NightPlan(hours: 1, leftOut: Set(NightPlan.RecipePart.allCases)))
    #expect(summary.isComplete)
    #expect(summary.stored > 0 && summary.inGaps > 0)
  }
}
