import BackgroundTasks
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// Decisions of the system that a schedule takes in its place.
@Suite struct FreedomTests {
  private static let scenario = scenario(inLowPowerMode: false)

  /// A phone with an app that has a refresh task and a processing task. The user locks the phone. Low Power Mode
  /// ends after six hours.
  private static func scenario(
    inLowPowerMode: Bool, _ end: @escaping @Sendable (InstalledApp) -> Void = { _ in }
  ) -> Scenario {
    { explored in
      let phone = try explored.world.addPhone()
      let app = try phone.install(
        .making { TasksApp() },
        infoPlist: InfoPlist([
          "CFBundleName": "Tasks", "UIBackgroundModes": ["fetch", "processing"],
          "BGTaskSchedulerPermittedIdentifiers": ["refresh", "processing"],
        ]))
      explored.always("two tasks do not run together") { !app.log.contains("together") }
      await phone.open(app)
      phone.power.isLowPowerMode = inLowPowerMode
      await phone.lock()
      if inLowPowerMode {
        phone.power.isCharging = true
        try await explored.world.pass(.hours(6))
        phone.power.isLowPowerMode = false
      }
      try await explored.world.pass(.hours(2))
      end(app)
    }
  }

  @Test
  func `the search finds tasks that run together, and the finding says what it rests on (FT10)`()
    async throws
  {
    var explorer = Explorer()
    explorer.kinds = []
    explorer.depth = 1
    explorer.runsMax = 60
    let result = try await explorer.explore(Self.scenario)
    #expect(result.baseline.failure == nil)
    let found = try #require(result.found.first).smallest
    #expect(found.schedule.faults.isEmpty)
    let choice = try #require(found.schedule.choices.first)
    #expect(found.schedule.choices.count == 1)
    #expect(choice.place == ChoicePlace("tasks-together", of: "phone/Tasks"))
    #expect(choice.value == 1)
    let taken = try #require(found.choices.first { $0.choice.place == choice.place })
    #expect(taken.choice.standard == 0)
    #expect(taken.choice.value == 1)
    // FT10 is reported.
    #expect(!taken.isAssumed)
    let schedule = try #require(Schedule("\(found.schedule)"))
    let again = try await Explorer.play(Self.scenario, schedule)
    #expect(again.digest == found.digest)
    #expect(again.failure == found.failure)
  }

  @Test func `tasks that became due in Low Power Mode come one after the other (FT10, L19)`()
    async throws
  {
    let tasks = Texts()
    let run = try await Explorer.play(
      Self.scenario(inLowPowerMode: true) { app in
        tasks.texts = app.events.compactMap {
          if case .launched(let task, _) = $0.kind.scheduledTask { task } else { nil }
        }
      }, Schedule())
    #expect(tasks.texts.sorted() == ["processing", "refresh"])
    #expect(run.failure == nil)
    #expect(run.findings.isEmpty)
  }

  @Test func `a decision about a time is overridden within its range`() async throws {
    let usual = try await Explorer.play(Self.scenario, Schedule())
    let place = ChoicePlace("grace", of: "phone/Tasks")
    let grace = try #require(usual.choices.first { $0.choice.place == place })
    // L7: 100 to 900 ms, by an assumption.
    #expect(grace.choice.range == 100...900)
    #expect(grace.isAssumed)
    #expect(grace.rule == "L7")
    for (value, expected) in [(100, 100), (900, 900), (5, 100), (100_000, 900)] as [(Int64, Int64)]
    {
      let run = try await Explorer.play(
        Self.scenario, Schedule(choices: [ChoiceOverride(place, value: value)]))
      let left = try #require(
        run.places.first { $0.anchor.event.contains("DidEnterBackground") })
      let suspended = try #require(
        run.places.first { $0.anchor.event == "app.state(suspended)" })
      #expect(suspended.instant - left.instant == .milliseconds(expected))
    }
  }

  /// After a reboot of a phone with a passcode, the system may prewarm an app before the first unlock (L15).
  @Test(arguments: [(0, []), (1, []), (2, ["launched, locked"])] as [(Int64, [String])])
  func `an app may be prewarmed after a boot, and may run its code (L15)`(
    value: Int64, lines: [String]
  ) async throws {
    let reboot = Fault(
      .reboot, "phone",
      at: Anchor(
        subject: Subject(device: "phone", app: "Boot", launch: 1), event: "app.state(suspended)"))
    let printed = Texts()
    let run = try await Explorer.play(
      { explored in
        let phone = try explored.world.addPhone()
        phone.hasPasscode = true
        let app = try phone.install(
          .making { BootApp() }, infoPlist: InfoPlist(["CFBundleName": "Boot"]))
        await phone.open(app)
        await phone.goHome()
        try await explored.world.pass(.minutes(5))
        printed.texts = Array(app.log.texts.dropFirst())
        #expect((app.process != nil) == (value > 0))
      },
      Schedule(
        faults: [reboot],
        choices: [ChoiceOverride(ChoicePlace("boot-prewarming", of: "phone/Boot"), value: value)]))
    #expect(run.happened.count == 1)
    #expect(printed.texts == lines)
    #expect(run.choices.contains { $0.choice.kind.name == "boot-prewarming" })
  }

  @Test
  func `a search finds an app that cannot start before the first unlock after a reboot (L15)`()
    async throws
  {
    var explorer = Explorer()
    explorer.kinds = [.reboot]
    let result = try await explorer.explore { run in
      let phone = try run.world.addPhone()
      phone.hasPasscode = true
      let app = try phone.install(
        .making { BootApp() }, infoPlist: InfoPlist(["CFBundleName": "Boot"]))
      run.always("the app does not start while its files are protected") {
        !app.log.contains("launched, locked")
      }
      await phone.open(app)
      await phone.goHome()
      try await run.world.pass(.minutes(5))
    }
    let found = try #require(result.found.first).smallest.schedule
    #expect(found.faults.map(\.kind) == [.reboot])
    #expect(found.choices.map(\.place) == [ChoicePlace("boot-prewarming", of: "phone/Boot")])
  }

  /// A story about an Android phone quotes no rule of Apple's systems, also where both share the code.
  @Test(.world(), arguments: [true, false])
  func `a decision names its rule only if a system of the run has it`(isApple: Bool) throws {
    let world = try World.current
    _ = isApple ? try world.addPhone() as Device : try world.addAndroidPhone()
    let kind = ChoiceKind("service-discovery", "lists its services after", basis: "BT9")
    let choice = Choice(
      ChoicePlace(kind.name, of: "strap"), kind, at: .start, in: 0...1_000, standard: 0, value: 0)
    #expect(TakenChoice(choice, in: world).rule == (isApple ? "BT9" : nil))
  }

  /// The usual values of all decisions give the run without overrides.
  @Test func `an override with the usual value changes nothing`() async throws {
    let usual = try await Explorer.play(Self.scenario, Schedule())
    let overrides = usual.choices.filter { !$0.choice.kind.isTime }.map {
      ChoiceOverride($0.choice.place, value: $0.choice.standard)
    }
    let again = try await Explorer.play(Self.scenario, Schedule(choices: overrides))
    #expect(again.digest == usual.digest)
  }

  /// Two processes sleep until the same instant; the first one began to sleep earlier.
  @Test(arguments: [0, 1])
  func `any process may come first at one instant, and its events stay in their order (TM4)`(
    first: Int64
  ) async throws {
    let simulation = Simulation(seed: 1)
    let choices = simulation.choices
    choices.notedMax = 10
    choices.overrides[ChoicePlace("order", of: "a and b")] = first
    let (a, b) = (simulation.makeProcess(named: "a#1"), simulation.makeProcess(named: "b#1"))
    // Sendable: used only by the simulation, and after it has ended.
    nonisolated(unsafe) let log = Log()
    nonisolated(unsafe) let processes = (a, b)
    try await simulation.run {
      for (process, name) in [(processes.0, "a1"), (processes.1, "b1"), (processes.0, "a2")] {
        simulation.schedule(at: .start + .seconds(1), Line(log, name), 0, in: process)
      }
      try await Task.sleep(for: .seconds(2))
    }
    #expect(log.lines == (first == 0 ? ["a1", "b1", "a2"] : ["b1", "a1", "a2"]))
    #expect(choices.noted.map(\.place) == [ChoicePlace("order", of: "a and b")])
  }
}

private final class Log { var lines: [String] = [] }

private final class Line: EventSink {
  private let log: Log
  private let text: String
  init(_ log: Log, _ text: String) { (self.log, self.text) = (log, text) }
  func handleEvent(_ number: Int) { log.lines.append(text) }
}

/// Prints a line if one task begins while the other one runs.
private final class TasksApp: UIResponder, UIApplicationDelegate {
  private var running = 0

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for identifier in ["refresh", "processing"] {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
        MainActor.assumeIsolated { self.run(task) }
      }
    }
    return true
  }

  private func run(_ task: BGTask) {
    if running > 0 { print("together") }
    running += 1
    Task {
      try? await Task.sleep(for: .seconds(2))
      running -= 1
      task.setTaskCompleted(success: true)
    }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "refresh"))
    try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "processing"))
  }
}

/// Says at its launch whether protected data is available.
private final class BootApp: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    print("launched, \(application.isProtectedDataAvailable ? "unlocked" : "locked")")
    return true
  }
}

private final class Texts: @unchecked SimulationConfined {
  var texts: [String] = []
}
