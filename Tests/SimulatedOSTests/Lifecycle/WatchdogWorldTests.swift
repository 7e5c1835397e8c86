import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The wall-clock limits of transitions other than launch and entering the background (L9).
@Suite struct WatchdogWorldTests {

  @Test(arguments: [LifecycleKind.scenes, .applicationDelegate], [-0.1, 0.1])
  func `a return to foreground has a limit of 10 s (L9)`(
    _ kind: LifecycleKind, _ beyond: Double
  ) async throws {
    let callback: LifecycleCallback =
      kind == .scenes ? .sceneWillEnterForeground : .applicationWillEnterForeground
    let app = TestApp(kind: kind).on(callback) { launch in
      // With scenes this callback is also part of the launch.
      guard launch.process.app.device.world.now > at(1) else { return }
      print("slow")
      Thread.sleep(forTimeInterval: 10 + beyond)
      print("returned")
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(90)
      await phone.open(app)
      try await sleep(60)
    }
    guard beyond > 0 else {
      #expect(world.output == ["slow", "returned"] && world.ends == [])
      return
    }
    #expect(world.output == ["slow"])
    #expect(world.momentsOfEnd == [at(100)])
    guard case .killed(.watchdog, _)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
  }

  @Test(arguments: [-0.1, 0.1])
  func `applicationWillTerminate has a limit of 6 s (L9)`(_ beyond: Double) async throws {
    let app = TestApp().on(.applicationWillTerminate) { _ in
      print("slow")
      Thread.sleep(forTimeInterval: 6 + beyond)
      print("returned")
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      await phone.swipeAway(app)
      try await sleep(60)
    }
    #expect(world.output == (beyond > 0 ? ["slow"] : ["slow", "returned"]))
    #expect(world.momentsOfEnd == [at(beyond > 0 ? 6 : 5.9)])
    switch world.ends.first {
    case .killed(.watchdog, _)?: #expect(beyond > 0)
    case .forceQuit?: #expect(beyond < 0)
    default: Issue.record("\(world.ends)")
    }
  }

  @Test(arguments: [-0.1, 0.1])
  func `a launch in background also has a limit of 20 s (L9)`(_ beyond: Double) async throws {
    let app = TestApp(modes: ["fetch"]).on(.didFinishLaunching) { _ in
      Thread.sleep(forTimeInterval: 20 + beyond)
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      phone.performBackgroundFetch(app)
      try await minutes(2)
    }
    #expect(world.momentsOfEnd == (beyond > 0 ? [at(20)] : []))
  }
}
