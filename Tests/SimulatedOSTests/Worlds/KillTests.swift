import Dispatch
import Foundation
import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct KillTests {
  /// An app that prints its callbacks and counts seconds.
  private static let app: TestApp = {
    var app = TestApp()
    app.onStep = { _, callback in
      print("\(callback)")
      if callback == .didFinishLaunching {
        DispatchQueue.global().async {
          while true {
            Thread.sleep(forTimeInterval: 1)
            print("alive")
          }
        }
      }
    }
    return app
  }()

  enum Way: String, CaseIterable, Sendable {
    case jetsam, reboot, delete

    func end(_ app: InstalledApp, _ phone: Phone) async throws {
      switch self {
      case .jetsam: phone.jetsam(app)
      case .reboot: try await phone.reboot()
      case .delete: phone.delete(app)
      }
    }

    var reason: TerminationReason {
      switch self {
      case .jetsam: .jetsam
      case .reboot: .reboot
      case .delete: .uninstalled
      }
    }
  }

  @Test(arguments: Way.allCases, [AppState.active, .background, .suspended])
  func `the system ends a process without any callback, in every state (L8)`(
    _ way: Way, _ state: AppState
  ) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      if state != .active { await phone.goHome() }
      if state == .suspended { try await sleep(10) }
      #expect(app.state == state)
      try await way.end(app, phone)
      #expect(app.state == .notRunning && app.process == nil)
      try await sleep(100)
    }
    #expect(world.ends == [way.reason])
    let end = try #require(world.momentsOfEnd.first)
    let later = world.trace.events.filter { $0.instant > end && $0.process != nil }
    #expect(later == [])
    #expect(
      !world.callbacks.contains(.applicationWillTerminate)
        && !world.callbacks.contains(.sceneDidDisconnect))
  }

  @Test func `swiping an app away notifies it if it runs, not if it is suspended (L4)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      await phone.swipeAway(app)
      #expect(app.state == .notRunning)
      await phone.open(app)
      await phone.goHome()
      try await sleep(10)
      await phone.swipeAway(app)
      #expect(app.state == .notRunning && app.launchCount == 2)
    }
    #expect(world.ends == [.forceQuit, .forceQuit])
    #expect(world.callbacks.filter { $0 == .applicationWillTerminate }.count == 1)
    #expect(world.callbacks.last == .sceneDidEnterBackground)
  }

  // MARK: Watchdogs

  struct Slow: Sendable, CustomTestStringConvertible {
    var rule: String
    var callback: LifecycleCallback
    var limit: Double
    var testDescription: String { "\(rule) \(callback)" }
  }

  static let slow: [Slow] = [
    .init(rule: "L6", callback: .sceneDidEnterBackground, limit: 5),
    .init(rule: "L9", callback: .didFinishLaunching, limit: 20),
    .init(rule: "L9", callback: .sceneWillConnect, limit: 20),
  ]

  @Test(arguments: slow, [-0.1, 0.1])
  func `a main thread that sleeps too long in a callback is killed at the limit`(
    _ row: Slow, _ beyond: Double
  ) async throws {
    let app = TestApp().on(row.callback) { _ in
      print("slow")
      Thread.sleep(forTimeInterval: row.limit + beyond)
      print("returned")
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(60)
    }
    guard beyond > 0 else {
      #expect(world.output == ["slow", "returned"] && world.ends == [])
      return
    }
    #expect(world.output == ["slow"])
    guard case .killed(.watchdog, _)? = world.ends.first else {
      Issue.record("\(world.ends)")
      return
    }
    let began = try #require(world.moments { $0 == .output("slow") }.first)
    #expect(world.momentsOfEnd == [began + .seconds(Int(row.limit))])
  }

  @Test func `the launch watchdog includes the time before the first callback (L9)`() async throws {
    var app = TestApp()
    app.beforeMain = { Thread.sleep(forTimeInterval: 30) }
    let definition = app.definition
    let world = try await withPhone { phone in
      await phone.open(try phone.install(definition))
      try await sleep(60)
    }
    #expect(world.momentsOfEnd == [at(20)] && world.callbacks == [])
  }

  @Test func `a touch returns even if its app is killed in the meantime`() async throws {
    let app = TestApp().on(.sceneDidEnterBackground) { _ in Thread.sleep(forTimeInterval: 100) }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      await phone.open(app)
      async let home: Void = phone.goHome()
      try await sleep(1)
      await phone.touch(app, "a button") { print("must not run") }
      await home
      #expect(app.state == .notRunning)
    }
    #expect(world.output == [] && world.momentsOfEnd == [at(5)])
  }

  @Test(arguments: Way.allCases)
  func `a process that has just been started can be ended at once`(_ way: Way) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      phone.launch(app, .backgroundTransfer)
      try await way.end(app, phone)
      try await sleep(100)
      #expect(app.process == nil)
    }
    #expect(world.ends == [way.reason] && world.callbacks == [] && world.output == [])
  }

  @Test
  func `every launch has its own number, even after the app was deleted and installed again`()
    async throws
  {
    let identity = TestApp().on(.didFinishLaunching) { launch in
      print("\(launch.process.name) \(UUID())")
    }
    let world = try await withPhone { phone in
      for _ in 1...2 {
        let app = try phone.install(identity.definition)
        await phone.open(app)
        phone.jetsam(app)
        await phone.open(app)
        phone.delete(app)
      }
    }
    let names = world.output.map { $0.prefix { $0 != " " } }
    let identities = world.output.map { $0.drop { $0 != " " } }
    #expect(names == ["App#1", "App#2", "App#3", "App#4"])
    #expect(Set(identities).count == 4)
  }

  // MARK: Reboot

  @Test func `after a reboot the uptime starts again, the virtual time does not (L17)`()
    async throws
  {
    let app = TestApp().on(.didFinishLaunching) { _ in
      print("\(Int(ProcessInfo.processInfo.systemUptime.rounded(.down)))")
    }
    let world = try await withPhone { phone in
      let app = try phone.install(app.definition)
      let before = phone.uptime
      #expect(before == .seconds(26 * 3600))
      await phone.open(app)
      try await sleep(1000)
      #expect(phone.uptime == before + .seconds(1000))
      try await phone.reboot()
      #expect(phone.uptime == phone.profile.bootDuration)
      try await sleep(100)
      await phone.open(app)
    }
    // An app reads its device's uptime: 26 h after the first boot, then 130 s after the reboot.
    #expect(world.output == ["93600", "130"])
    #expect(world.launches == [.user, .user])
    #expect(world.now == at(1000 + 30 + 100))
  }
}
