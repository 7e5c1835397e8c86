import Testing
import YobanVirtualTime

@testable import YobanExploration

/// The searching itself, with a runner that plays nothing.
@Suite struct ExplorerTests {
  /// Answers each schedule from a table, as the run of an app with two moments.
  private struct Runner: ScheduleRunner {
    let jobs = 1
    let answer: @Sendable (Schedule) -> (failure: String?, error: String?)

    func run(_ request: RunRequest) async throws -> RunResult {
      let (failure, error) = answer(request.schedule)
      let places = [1.0, 2].map { second in
        YobanExploration.Place(
          anchor: Anchor(
            subject: Subject(device: "phone", app: "App", launch: 1), event: "event \(second)",
            occurrence: 1, delay: .zero),
          instant: .start + .seconds(second))
      }
      return RunResult(
        schedule: request.schedule,
        failure: failure.map { RunFailure(.property($0), at: RunMoment(.start, after: 0)) },
        happened: request.schedule.faults.map { .init(fault: $0, instant: .start, after: 0) },
        places: places, findings: [], seen: [], hoped: [], digest: "", error: error,
        targets: .init(apps: ["phone/App"], devices: ["phone"], accessories: []))
    }
  }

  private static var explorer: Explorer {
    var explorer = Explorer()
    explorer.kinds = [.jetsam, .lock]
    explorer.depth = 1
    explorer.runsMax = 20
    explorer.explains = false
    return explorer
  }

  @Test func `an error of the scenario in a run with faults is no failure, and is reported`()
    async throws
  {
    let runner = Runner { schedule in
      (nil, schedule.faults.contains { $0.kind == .lock } ? "no button\nwith this title" : nil)
    }
    let result = try await Self.explorer.explore(with: runner)
    #expect(result.found.isEmpty && result.verdict == .clean)
    let early = try #require(result.endedEarly)
    #expect(early.runs > 1 && early.runs < result.runs)
    #expect(early.schedule.faults.map(\.kind) == [.lock])
    let text =
      "In \(early.runs) runs the scenario ended early, which is not a failure. The first: no button\n"
    #expect(result.description.contains(text + "  \(early.schedule)\n"))
  }

  @Test func `the result says how much was played and what was left`() async throws {
    // Two moments with two kinds each, for one app and one device.
    let all = try await Self.explorer.explore(with: Runner { _ in (nil, nil) })
    #expect(all.reach.singles == 4 && all.reach.singlesPlayed == 4)
    #expect(all.reach.pairsPlayed == 0 && all.reach.combinationsPlayed == 16)
    #expect(
      all.description.hasSuffix(
        "All 4 single faults and other decisions of the systems were played. No two faults in one run."
      ))
    var short = Self.explorer
    short.runsMax = 3
    short.depth = 3
    let part = try await short.explore(with: Runner { _ in (nil, nil) })
    #expect(
      part.description.hasSuffix(
        "3 of 4 single faults and other decisions of the systems were played: more runs play the others. No pair of faults was played."
      ))
  }

  @Test func `no run that ended early is reported if there was none, or if it failed, too`()
    async throws
  {
    #expect(try await Self.explorer.explore(with: Runner { _ in (nil, nil) }).endedEarly == nil)
    let result = try await Self.explorer.explore(
      with: Runner { $0.faults.isEmpty ? (nil, nil) : ("it counts", "no button") })
    #expect(result.found.count == 1 && result.endedEarly == nil)
  }
}
