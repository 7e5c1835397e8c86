import Dispatch
import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct BackgroundTaskWorldTests {
  /// The job of experiment E3: begins a background task when it enters the background, and counts
  /// seconds.
  private static func job(endsOnExpiry: Bool) -> TestApp {
    var app = TestApp().on(.sceneDidEnterBackground) { launch in
      guard launch.process.beginBackgroundTask(name: "job") != nil else { return print("refused") }
      DispatchQueue.global().async {
        for i in 0... {
          print(
            "\(i) \(launch.process.backgroundTimeRemaining.map { Int($0.seconds.rounded()) } ?? -1)"
          )
          Thread.sleep(forTimeInterval: 1)
        }
      }
    }
    app.onExpiry = { launch, id in
      print("expired, on main \(Thread.isMainThread)")
      if endsOnExpiry { launch.process.endBackgroundTask(id) }
    }
    return app
  }

  static let budgets: [(iOS: SystemVersion, seconds: Int)] = [
    (6, 600), (7.1, 180), (12, 180), (13, 30), (15.1, 30), (26, 30),
  ]

  @Test(arguments: budgets)
  func
    `a job runs to its expiration handler, is suspended, and continues when reopened (E3, BG1, BG3, BG5)`(
      _ version: SystemVersion, _ budget: Int
    ) async throws
  {
    let world = try await withPhone(iOS: version) { phone in
      let app = try phone.install(Self.job(endsOnExpiry: true).definition)
      await phone.open(app)
      try await sleep(10)
      await phone.goHome()
      try await sleep(3600)
      #expect(app.state == .suspended)
      await phone.open(app)
      try await sleep(2.5)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    let ended = left + .seconds(budget - 5)
    #expect(
      world.moments { if case .expired = $0.backgroundTask { true } else { false } } == [ended])
    #expect(world.moments(of: .suspended) == [ended])
    #expect(world.ends == [] && world.findings == [])
    // Counts down from the budget (BG6), then without a limit in the foreground.
    let counted = world.output.filter { !$0.hasPrefix("expired") }
    let inBackground = counted.prefix { !$0.hasSuffix(" -1") || $0 == "0 -1" }
    for (i, line) in inBackground.enumerated().dropFirst() { #expect(line == "\(i) \(budget - i)") }
    #expect((budget - 5...budget - 4).contains(inBackground.count))
    #expect(counted.dropFirst(inBackground.count).allSatisfy { $0.hasSuffix(" -1") })
    #expect((2...3).contains(counted.count - inBackground.count))
    #expect(world.output.filter { $0.hasPrefix("expired") } == ["expired, on main true"])
  }

  @Test(arguments: budgets)
  func `a task that is never ended gets the process killed at zero (E3, BG4)`(
    _ version: SystemVersion, _ budget: Int
  ) async throws {
    let world = try await withPhone(iOS: version) { phone in
      let app = try phone.install(Self.job(endsOnExpiry: false).definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(3600)
      #expect(app.state == .notRunning)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    #expect(world.momentsOfEnd == [left + .seconds(budget)])
    #expect(world.ends == [.watchdog("has active assertions beyond permitted time")])
    #expect(world.findings == [.bgtaskLeaked.by(.bg4)])
    #expect(!world.states.contains(.suspended))
  }

  @Test func `an app that returns to foreground in time is neither expired nor killed`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.job(endsOnExpiry: false).definition)
      await phone.open(app)
      for _ in 1...5 {
        await phone.goHome()
        try await sleep(24)
        await phone.open(app)
        try await sleep(100)
      }
    }
    #expect(world.ends == [] && !world.states.contains(.suspended))
    #expect(!world.output.contains { $0.hasPrefix("expired") })
  }

  @Test func `renewing a task every ten seconds gains no time (BG2, BG7)`() async throws {
    let app = TestApp().on(.sceneDidEnterBackground) { launch in
      DispatchQueue.global().async {
        var current = launch.process.beginBackgroundTask(name: nil)
        while true {
          Thread.sleep(forTimeInterval: 10)
          let next = launch.process.beginBackgroundTask(name: nil)
          if let id = current { launch.process.endBackgroundTask(id) }
          current = next
        }
      }
    }
    let world = try await withPhone { phone in
      await phone.open(try phone.install(app.definition))
      await phone.goHome()
      try await sleep(3600)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    let suspended = try #require(world.moments(of: .suspended).first)
    #expect(world.moments(of: .suspended).count == 1)
    #expect(suspended - left <= .seconds(30))
    #expect(world.ends == [])
  }

  @Test func `ending the last task suspends the process at once, between two statements (BG5)`()
    async throws
  {
    let app = TestApp().on(.sceneDidEnterBackground) { launch in
      let id = launch.process.beginBackgroundTask(name: nil)!
      DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
        print("before")
        launch.process.endBackgroundTask(id)
        Thread.sleep(forTimeInterval: 0.001)
        print("after")
      }
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(100)
      #expect(app.state == .suspended)
    }
    #expect(world.output == ["before"])
    let before = try #require(world.moments { $0 == .output("before") }.first)
    #expect(world.moments(of: .suspended) == [before])
  }

  @Test func `with several tasks each handler is called, and the last end suspends (BG3, BG5)`()
    async throws
  {
    var app = TestApp().on(.sceneDidEnterBackground) { launch in
      for name in ["a", "b", "c"] {
        print("began \(launch.process.beginBackgroundTask(name: name)!)")
      }
    }
    app.onExpiry = { launch, id in
      print("expired \(id)")
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(id)) {
        launch.process.endBackgroundTask(id)
      }
    }
    let definition = app.definition
    let world = try await withPhone { phone in
      await phone.open(try phone.install(definition))
      await phone.goHome()
      try await sleep(100)
    }
    let left = try #require(world.moments(of: .sceneDidEnterBackground).first)
    #expect(world.output == (1...3).map { "began \($0)" } + (1...3).map { "expired \($0)" })
    #expect(world.moments(of: .suspended) == [left + .seconds(25 + 3)])
  }
}
