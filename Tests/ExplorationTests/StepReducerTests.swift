import Synchronization
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// Steps of a scenario that are left out to make a story shorter.
@Suite struct StepReducerTests {
  private static let failure = RunFailure(.property("it works"), at: RunMoment(.start, after: 0))
  private static let schedule = Schedule(
    faults: [
      Fault(.reboot, "phone", at: Anchor(subject: Subject(device: "phone"), event: "power.booted"))
    ])

  /// Three actions, a device and a wait of 16 minutes.
  private static let steps: [Choice] = [
    step(ScenarioSteps.presence, "watch"),
    step(ScenarioSteps.action, "the user of phone opens Pulse"),
    step(ScenarioSteps.action, "the user of phone touches record"),
    step(ScenarioSteps.action, "the user of phone goes home"),
    step(ScenarioSteps.wait, "the scenario", 960_000),
  ]

  private static func step(_ kind: ChoiceKind, _ subject: String, _ standard: Int64 = 1) -> Choice {
    Choice(
      ChoicePlace(kind.name, of: subject), kind, at: .start, in: 0...standard, standard: standard,
      value: standard)
  }

  /// Plays runs whose failures are given by functions of the steps: the value of each subject.
  private static func reduce(
    runs: Int = 100, withFault fails: @escaping ([String: Int64]) -> Bool,
    withoutFault failsCalmly: @escaping ([String: Int64]) -> Bool = { _ in false }
  ) async throws -> (left: [String: Int64], result: StepReducer.Result) {
    func run(_ schedule: Schedule) -> RunResult {
      var values = Dictionary(uniqueKeysWithValues: steps.map { ($0.place.subject, $0.standard) })
      for reduction in schedule.reductions { values[reduction.place.subject] = reduction.value }
      let isFailing = schedule.faults.isEmpty ? failsCalmly(values) : fails(values)
      return RunResult(
        schedule: schedule, failure: isFailing ? failure : nil, happened: [], places: [],
        findings: [], seen: [], hoped: [], digest: "", targets: .init(),
        steps: steps.map { step in
          var step = step
          step.value = values[step.place.subject]!
          return step
        })
    }
    let reducer = StepReducer(play: { run($0) }, runsMax: runs)
    let result = try await reducer.reduce(run(schedule))
    let left = Dictionary(
      uniqueKeysWithValues: result.run.steps.map { ($0.place.subject, $0.value) })
    return (left, result)
  }

  @Test func `only the steps that the failure needs take place`() async throws {
    let (left, result) = try await Self.reduce { $0["the user of phone touches record"] == 1 }
    #expect(
      left == [
        "watch": 0, "the user of phone opens Pulse": 0, "the user of phone touches record": 1,
        "the user of phone goes home": 0,
        "the scenario": 0,
      ])
    #expect(result.isMinimal)
    #expect(
      Choice.leftOutWords(result.run.steps, result.run.schedule.reductions) == [
        "watch is on", "the user of phone opens Pulse", "the user of phone goes home",
        "all 16 min that the scenario waits",
      ])
  }

  @Test func `a step without which the scenario fails by itself takes place`() async throws {
    let (left, _) = try await Self.reduce(
      withFault: { _ in true }, withoutFault: { $0["the user of phone opens Pulse"] == 0 })
    #expect(left["the user of phone opens Pulse"] == 1)
    #expect(left["the user of phone touches record"] == 0)
  }

  @Test func `a step that becomes superfluous by another one is left out, too`() async throws {
    // The user goes home only to come back.
    let (left, _) = try await Self.reduce {
      $0["the user of phone goes home"] == 0
        || $0["the user of phone touches record"] == 1 && $0["watch"] == 1
    }
    #expect(left.values.allSatisfy { $0 == 0 })
  }

  /// The times that are tried are 0, 1 s, 10 s, 1 min and 10 min.
  @Test(arguments: [(0, 0), (1, 1_000), (10_000, 10_000), (10_001, 60_000), (600_001, 960_000)])
  func `a wait becomes as short as one of the usual times`(
    needed: Int64, expected: Int64
  ) async throws {
    let (left, _) = try await Self.reduce { $0["the scenario"]! >= needed }
    #expect(left["the scenario"] == expected)
  }

  /// The whole reduction needs 10 runs: 1 for all four steps, 2 for the device and the way home, 1 for the
  /// other two together, 1 + 2 + 1 for each alone, and 2 for the wait.
  @Test(arguments: 0...9) func `the number of runs is limited`(runs: Int) async throws {
    let (_, result) = try await Self.reduce(runs: runs) {
      $0["the user of phone touches record"] == 1
    }
    #expect(result.runs <= runs)
    #expect(!result.isMinimal)
    #expect(result.run.failure != nil)
  }

  @Test func `reductions are part of the text of a schedule`() throws {
    var schedule = Self.schedule
    schedule.reductions = [
      ChoiceOverride(ChoicePlace("action", of: "the user touches a;b*c|d", number: 3), value: 0),
      ChoiceOverride(ChoicePlace("wait", of: "the scenario", number: 1), value: 250),
    ]
    #expect(Schedule("\(schedule)") == schedule)
    #expect("\(schedule)".contains("less|wait|the scenario*1=250"))
  }

  /// A phone, a watch and an accessory; the failure needs only the phone, and not that its user looks at
  /// the app a second time.
  @Test func `devices, actions and times of a played scenario are left out`() async throws {
    let scenario: Scenario = { explored in
      let world = explored.world
      let phone = try world.addPhone()
      try world.addWatch(pairedWith: phone)
      let strap = try world.addAccessory("strap", advertising: Advertising(services: ["180D"]))
      strap.switchOn()
      let app = try phone.install(
        .making { PlainApp() }, infoPlist: InfoPlist(["CFBundleName": "Plain"]))
      explored.always("the app is not removed from memory") {
        !app.terminations.contains(.jetsam)
      }
      await phone.open(app)
      try await world.pass(.minutes(5))
      await phone.goHome()
      try await world.pass(.minutes(5))
      await phone.open(app)
      await phone.lock()
      try await world.pass(.minutes(5))
    }
    var explorer = Explorer()
    explorer.kinds = [.jetsam]
    explorer.explains = false
    let found = try #require(try await explorer.explore(scenario).found.first)
    let smallest = found.smallest
    let places = Set(smallest.schedule.reductions.map { "\($0.place.name) \($0.place.subject)" })
    #expect(places.isSuperset(of: ["presence watch", "action strap is switched on"]))
    // The anchor of the fault may be that the user locks the device.
    let kept = smallest.steps.filter { $0.kind == ScenarioSteps.action && $0.value == 1 }
      .map(\.place.subject).filter { $0 != "the user of phone locks the device" }
    #expect(kept == ["the user of phone opens Plain"], "\(smallest.schedule)")
    let again = try await Explorer.play(scenario, try #require(Schedule("\(smallest.schedule)")))
    #expect(again.digest == smallest.digest)
    #expect(again.failure == smallest.failure)
  }
}

private final class PlainApp: UIResponder, UIApplicationDelegate {}
