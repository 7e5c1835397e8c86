import Synchronization
import Testing
import YobanTesting
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

  @Test func `a weaker kind that was not asked for is not taken`() async throws {
    let shrinker = Shrinker(
      fails: { !$0.faults.isEmpty }, runsMax: 100, apps: ["phone/App"], kinds: [.reboot, .lock])
    let reboot = Fault(
      .reboot, "phone", at: Anchor(subject: Subject(device: "phone"), event: "a"))
    let result = try await shrinker.shrink(Schedule(faults: [reboot]))
    #expect(result.schedule.faults.map(\.kind) == [.lock])
    #expect(result.isMinimal)
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

  private static func choice(_ name: String, number: Int = 1) -> ChoiceOverride {
    ChoiceOverride(ChoicePlace(name, of: "phone/App", number: number), value: 1)
  }

  @Test func `a decision of the system that does not matter becomes the usual one`() async throws {
    let (a, b) = (Self.choice("a"), Self.choice("b"))
    let schedule = Schedule(seed: 3, faults: [Self.fault(.jetsam, "x")], choices: [a, b])
    let result = try await Shrinker(fails: { $0.choices.contains(b) }, runsMax: 100)
      .shrink(schedule)
    #expect(result.schedule == Schedule(seed: 3, choices: [b]))
    #expect(result.isMinimal)
  }

  /// The first run of the shrinking has none of the decisions, because a failure without them rests on no
  /// assumption.
  @Test func `the usual decisions are tried first`() async throws {
    let ran = Mutex<[Schedule]>([])
    let faults = [Self.fault(.jetsam, "x"), Self.fault(.jetsam, "y")]
    let schedule = Schedule(seed: 3, faults: faults, choices: [Self.choice("a"), Self.choice("b")])
    _ = try await Shrinker(
      fails: { schedule in
        ran.withLock { $0.append(schedule) }
        return schedule.faults == faults
      }, runsMax: 100
    ).shrink(schedule)
    #expect(ran.withLock { $0.first } == Schedule(seed: 3, faults: faults))
    #expect(ran.withLock { $0.dropFirst().allSatisfy { $0.choices.isEmpty } })
  }

  @Test func `an earlier decision is taken if it fails, too`() async throws {
    let schedule = Schedule(seed: 3, choices: [Self.choice("a", number: 4)])
    let result = try await Shrinker(
      fails: { $0.choices.contains { $0.place.number >= 2 } }, runsMax: 100
    ).shrink(schedule)
    #expect(result.schedule.choices == [Self.choice("a", number: 2)])
  }

  /// A reboot ends the processes of all apps of its device; one of them is enough here.
  @Test func `a fault of a device becomes one of an app of that device`() async throws {
    let reboot = Fault(
      .reboot, "phone", at: Anchor(subject: Subject(device: "phone"), event: "a"))
    let shrinker = Shrinker(
      fails: {
        $0.faults.contains { $0.kind == .reboot || $0.kind == .jetsam && $0.target == "phone/B" }
      }, runsMax: 100, apps: ["phone/A", "phone/B", "phone2/B"])
    let result = try await shrinker.shrink(Schedule(faults: [reboot]))
    #expect(result.schedule.faults.map(\.kind) == [.jetsam])
    #expect(result.schedule.faults.map(\.target) == ["phone/B"])
  }
}
