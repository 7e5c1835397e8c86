import Dispatch
import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct SuspensionTests {
  /// An app that counts seconds in the background for as long as it can.
  private static func ticking(_ kind: LifecycleKind) -> TestApp {
    var app = TestApp()
    app.kind = kind
    return app.on(app.didEnterBackground) { _ in
      DispatchQueue.global().async {
        for i in 0... {
          print("tick \(i)")
          Thread.sleep(forTimeInterval: 1)
        }
      }
    }
  }

  /// The time that the app ran after its callback had returned.
  private static func runTime(_ kind: LifecycleKind, seed: UInt64) async throws -> Duration {
    let app = ticking(kind)
    let world = try await withPhone(seed: seed) { phone in
      let installed = try phone.install(app.definition)
      await phone.open(installed)
      try await sleep(5)
      await phone.goHome()
      try await sleep(600)
      #expect(installed.state == .suspended)
    }
    let suspended = try #require(world.moments(of: .suspended).first)
    let left = try #require(world.moments(of: app.didEnterBackground).first)
    #expect(world.moments(of: .suspended).count == 1)
    // The app prints, then sleeps: one line at once, and none after it.
    #expect(world.output == ["tick 0"])
    return suspended - left
  }

  @Test(arguments: [LifecycleKind.scenes, .applicationDelegate])
  func
    `without a background task code stops less than 1 s after didEnterBackground (L7)`(
      _ kind: LifecycleKind
    ) async throws
  {
    var times: [Duration] = []
    for seed in UInt64(1)...50 { times.append(try await Self.runTime(kind, seed: seed)) }
    #expect(times.allSatisfy { $0 > .zero && $0 < .seconds(1) })
    let early = times.filter { $0 < .milliseconds(500) }.count
    // 50 fair draws are outside 10...40 once in 100,000.
    #expect((10...40).contains(early), "\(early) of 50 in the first half")
  }

  @Test func `a suspended loop continues with the next value when the app is reopened (L7, L3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.ticking(.scenes).definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(300)
      await phone.open(app)
      try await sleep(3.5)
    }
    #expect(world.output == (0...4).map { "tick \($0)" })
    #expect(world.ends == [])
    let reopened = world.moments(of: .active)[1]
    let late = world.moments { $0.output == "tick 1" }
    #expect(late == [reopened])
  }

  @Test
  func `states and callbacks of launch, home screen and reopening are as measured (L1, L2, L3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      #expect(app.state == .active)
      await phone.goHome()
      #expect(app.state == .background)
      try await sleep(10)
      #expect(app.state == .suspended)
      await phone.open(app)
      #expect(app.state == .active)
      await phone.lock()
      #expect(app.state == .background)
    }
    #expect(
      world.states == [
        .inactive, .active, .inactive, .background, .suspended, .inactive, .active, .inactive,
        .background,
      ])
    #expect(
      world.callbacks == [
        .didFinishLaunching, .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
        .sceneWillResignActive, .sceneDidEnterBackground, .sceneWillEnterForeground,
        .sceneDidBecomeActive,
        .sceneWillResignActive, .sceneDidEnterBackground,
      ])
  }

  @Test func `opening one app sends the other to background`() async throws {
    try await withPhone { phone in
      let (a, b) = (TestApp(name: "A"), TestApp(name: "B"))
      let (first, second) = (try phone.install(a.definition), try phone.install(b.definition))
      await phone.open(first)
      await phone.open(second)
      #expect(second.state == .active)
      try await sleep(10)
      #expect(first.state == .suspended && second.state == .active)
    }
  }

  @Test func `opening another app during a launch leaves only one in the foreground`()
    async throws
  {
    try await withPhone { phone in
      let slow = TestApp(name: "Slow").on(.didFinishLaunching) { _ in
        Thread.sleep(forTimeInterval: 3)
      }
      let (first, second) = (
        try phone.install(slow.definition), try phone.install(TestApp(name: "B").definition)
      )
      let opening = Task { await phone.open(first) }
      try await sleep(1)
      await phone.open(second)
      await opening.value
      try await sleep(10)
      #expect(second.state == .active)
      #expect(first.state == .suspended)
    }
  }

  @Test func `a user's actions have no effect on an app that is not running`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.goHome()
      await phone.lock()
      await phone.swipeAway(app)
      await phone.touch(app, "a button") { print("must not run") }
      phone.jetsam(app)
      try await sleep(100)
      #expect(app.state == .notRunning && app.launchCount == 0)
    }
    #expect(world.output == [] && world.ends == [] && world.states == [])
  }
}
