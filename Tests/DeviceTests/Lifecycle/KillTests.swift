import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The ends of a process that the app does not cause.
@Suite(.world()) struct KillTests {
  /// An app that prints its last callbacks, and a line each second.
  private static func app() -> AppFixture {
    var app = AppFixture { _ in
      DispatchQueue.global().async {
        while true {
          Thread.sleep(forTimeInterval: 1)
          print("alive")
        }
      }
    }
    app.scene = SceneFixture()
    app.scene?.disconnected = { print("disconnected") }
    app.terminates = { print("terminates") }
    app.plist = InfoPlist(["UIBackgroundModes": ["fetch"]])
    return app
  }

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
    let f = try await startApp(Self.app())
    if state != .active { await f.phone.goHome() }
    if state == .suspended { try await f.world.pass(.seconds(10)) }
    #expect(f.app.state == state)
    try await way.end(f.app, f.phone)
    #expect(f.app.state == .notRunning && f.app.process == nil)
    try await f.world.pass(.seconds(100))
    #expect(f.world.ends == [way.reason])
    let end = try #require(f.world.momentsOfEnd.first)
    #expect(f.world.trace.events.filter { $0.instant > end && $0.process != nil } == [])
    #expect(f.world.log.texts.allSatisfy { $0 == "alive" })
  }

  @Test(arguments: Way.allCases)
  func `a process that has just been started can be ended at once (L8)`(_ way: Way) async throws {
    let f = try await startApp(Self.app(), opened: false)
    f.phone.performBackgroundFetch(f.app)
    try await way.end(f.app, f.phone)
    try await f.world.pass(.seconds(100))
    #expect(f.app.process == nil)
    #expect(f.world.ends == [way.reason])
    #expect(f.world.callbacks.isEmpty && f.world.log.isEmpty)
  }

  @Test func `a scenario can kill with a code that nothing else causes (L10)`() async throws {
    let f = try await startApp(AppFixture(), opened: false)
    f.phone.kill(f.app, .thermal)
    await f.phone.open(f.app)
    f.phone.kill(f.app, .thermal)
    #expect(f.world.ends == [.killed(.thermal, "killed by the scenario")])
  }

  @Test func `a touch returns even if its app is killed in the meantime`() async throws {
    var app = AppFixture()
    app.enteredBackground = { Thread.sleep(forTimeInterval: 100) }
    let f = try await startApp(app)
    async let home: Void = f.phone.goHome()
    try await f.world.pass(.seconds(1))
    await f.touch { print("must not run") }
    await home
    #expect(f.app.state == .notRunning)
    #expect(f.world.log.isEmpty && f.world.momentsOfEnd == [at(5)])
  }

  @Test
  func `every launch has its own number, even after the app was deleted and installed again`()
    async throws
  {
    let fixture = AppFixture { _ in print(UUID()) }
    let phone = try World.current.addPhone()
    for _ in 1...2 {
      let app = try phone.install(fixture)
      await phone.open(app)
      phone.jetsam(app)
      await phone.open(app)
      phone.delete(app)
    }
    #expect(phone.log.map(\.launch) == [1, 2, 3, 4])
    #expect(Set(phone.log.texts).count == 4)
  }

  @Test func `after a reboot the uptime starts again, the virtual time does not (L17)`()
    async throws
  {
    let f = try await startApp(
      AppFixture { _ in print(Int(ProcessInfo.processInfo.systemUptime)) }, opened: false)
    let before = f.phone.uptime
    #expect(before == .seconds(26 * 3600))
    await f.phone.open(f.app)
    try await f.world.pass(.seconds(1000))
    #expect(f.phone.uptime == before + .seconds(1000))
    try await f.phone.reboot()
    #expect(f.phone.uptime == f.phone.profile.bootDuration)
    try await f.world.pass(.seconds(100))
    await f.phone.open(f.app)
    // An app reads its device's uptime: 26 h after the first boot, then 130 s after the reboot.
    #expect(f.world.log.texts == ["93600", "130"])
    #expect(f.app.launches == [.user, .user])
    #expect(f.world.now == at(1000 + 30 + 100))
  }
}
