import Synchronization
import Testing
import YobanVirtualTime

@testable import YobanExploration

@Suite struct ShrinkerTests {
  private static func fault(
    _ kind: FaultKind, _ event: String, occurrence: Int = 1, delay: Duration = .zero,
    launch: Int = 1
  ) -> Fault {
    Fault(
      kind, "phone/App",
      at: Anchor(
        subject: Subject(device: "phone", app: "App", launch: launch), event: event,
        occurrence: occurrence, delay: delay))
  }

  private static func shrink(
    _ faults: [Fault], runs: Int = 1_000, _ fails: @escaping (Schedule) -> Bool
  ) async throws -> Shrinker.Result {
    try await Shrinker(fails: fails, runsMax: runs).shrink(Schedule(seed: 3, faults: faults))
  }

  @Test(arguments: 1...8)
  func `the two faults that matter are left, out of any number of others`(others: Int) async throws
  {
    let noise = (0..<others).map { Self.fault(.memoryWarning, "noise \($0)") }
    let (a, b) = (Self.fault(.memoryWarning, "a"), Self.fault(.memoryWarning, "b"))
    let faults = [a] + noise + [b]
    let result = try await Self.shrink(faults) {
      let events = $0.faults.map(\.anchor.event)
      return events.contains("a") && events.contains("b")
    }
    #expect(result.schedule == Schedule(seed: 3, faults: [a, b]))
    #expect(result.isMinimal)
  }

  @Test func `a weaker kind is taken if it fails, too`() async throws {
    let result = try await Self.shrink([Self.fault(.forceQuit, "a")]) {
      $0.faults.contains { [.jetsam, .forceQuit].contains($0.kind) }
    }
    #expect(result.schedule.faults.map(\.kind) == [.jetsam])
  }

  @Test func `delay, count and launch become as small as the failure allows`() async throws {
    let fault = Self.fault(.jetsam, "a", occurrence: 5, delay: .seconds(3), launch: 4)
    let result = try await Self.shrink([fault]) {
      $0.faults.contains {
        $0.kind == .jetsam && $0.anchor.occurrence >= 2 && $0.anchor.subject.launch >= 2
      }
    }
    #expect(
      result.schedule.faults == [Self.fault(.jetsam, "a", occurrence: 2, launch: 2)])
  }

  @Test func `no schedule runs twice, and the number of runs is limited`() async throws {
    let ran = Mutex<[Schedule]>([])
    let faults = (0..<5).map { Self.fault(.forceQuit, "\($0)", delay: .seconds(1)) }
    let result = try await Self.shrink(faults, runs: 12) { schedule in
      ran.withLock { $0.append(schedule) }
      return schedule.faults.count >= 3
    }
    let all = ran.withLock { $0 }
    #expect(all.count == 12)
    #expect(Set(all).count == 12)
    #expect(result.runs == 12)
    #expect(!result.isMinimal)
    #expect(result.schedule.faults.count == 5)
  }

  @Test func `a failure without any fault becomes an empty schedule`() async throws {
    let result = try await Self.shrink([Self.fault(.jetsam, "a")]) { _ in true }
    #expect(result.schedule == Schedule(seed: 3))
    #expect(result.isMinimal)
  }
}
