import Testing
import UIKit
import YobanTesting

/// Processes that are started before they are needed (L15), and processes that are reused (L14).
@Suite(.world()) struct PrewarmingTests {
  /// An app that prints a line before UIApplicationMain, and what it receives afterwards.
  private static func install(
    iOS version: SystemVersion = 17, change: (inout DeviceProfile) -> Void = { _ in }
  ) throws -> WorldFixture {
    var app = AppFixture { _ in
      print("launched")
      _ = NotificationCenter.default.addObserver(
        forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
      ) { _ in print("power state") }
    }
    app.plist = InfoPlist(["UIBackgroundModes": ["fetch"]])
    app.scene = .printing
    app.terminates = { print("terminates") }
    let world = try World.current
    let phone = try world.addPhone(iOS: version, change: change)
    let installed = try phone.install(
      .making { [app] in
        print("main")
        return ScriptedDelegate(app)
      }, of: app)
    return WorldFixture(world: world, phone: phone, app: installed)
  }

  private static let opened = [
    "connects background", "enters foreground background", "became active inactive",
  ]

  @Test func `a prewarmed process waits before main, for hours if necessary (L15)`() async throws {
    let f = try Self.install()
    f.phone.prewarm(f.app)
    try await f.world.pass(.hours(5))
    #expect(f.app.process != nil && f.app.state == .notRunning)
    f.phone.warnOfLowMemory()
    f.phone.power.isLowPowerMode = true
    await f.touch { print("touched") }
    try await f.world.pass(.minutes(1))
    #expect(f.app.launches == [.prewarming])
    #expect(f.app.log.isEmpty && f.world.callbacks.isEmpty)
  }

  @Test func `opened by the user an app launches as usual, in its prewarmed process (L1, L15)`()
    async throws
  {
    let f = try Self.install()
    f.phone.prewarm(f.app)
    f.phone.prewarm(f.app)
    try await f.world.pass(.hours(1))
    await f.phone.open(f.app)
    #expect(f.app.launchCount == 1 && f.app.state == .active)
    #expect(f.app.process?.cause == .user)
    #expect(f.app.log.texts == ["main", "launched"] + Self.opened)
    #expect(f.app.terminations.isEmpty)
  }

  @Test func `an event launches the app in the prewarmed process (L13, L15)`() async throws {
    let f = try Self.install()
    f.phone.prewarm(f.app)
    try await f.world.pass(.hours(1))
    f.phone.performBackgroundFetch(f.app)
    try await f.world.pass(.seconds(5))
    #expect(f.app.launchCount == 1 && f.app.state == .suspended)
    #expect(f.app.log.texts == ["main", "launched", "fetch 2"])
  }

  @Test(arguments: [(14.8 as SystemVersion, false), (15, true), (26, true)])
  func `processes are prewarmed from iOS 15 on (L15)`(_ version: SystemVersion, _ happens: Bool)
    async throws
  {
    let f = try Self.install(iOS: version)
    f.phone.prewarm(f.app)
    #expect((f.app.process != nil) == happens)
  }

  @Test func `an app that was force-quit is not prewarmed until it is opened (L15, L16)`()
    async throws
  {
    let f = try Self.install()
    await f.phone.open(f.app)
    await f.phone.swipeAway(f.app)
    f.phone.prewarm(f.app)
    #expect(f.app.process == nil)
    await f.phone.open(f.app)
    f.phone.jetsam(f.app)
    f.phone.prewarm(f.app)
    #expect(f.app.process != nil)
  }

  @Test func `a prewarmed process can be removed from memory, once (L8, L15)`() async throws {
    let f = try Self.install()
    f.phone.prewarm(f.app)
    let process = f.app.process
    f.phone.memoryPressure(removing: 1)
    #expect(f.app.process == nil)
    process?.kill(.crash("again"))
    await f.phone.open(f.app)
    #expect(f.app.launchCount == 2)
    #expect(f.app.terminations == [.jetsam])
  }

  @Test func `a prewarmed process is swiped away without a callback (L4, L15)`() async throws {
    let f = try Self.install()
    f.phone.prewarm(f.app)
    await f.phone.swipeAway(f.app)
    #expect(f.app.process == nil)
    #expect(f.app.terminations == [.forceQuit])
    #expect(f.app.log.isEmpty && f.world.callbacks.isEmpty)
  }

  @Test func `the variant that field reports describe also runs didFinishLaunching (L15)`()
    async throws
  {
    let f = try Self.install { $0.lifecycle.prewarmingLaunches = true }
    f.phone.prewarm(f.app)
    try await f.world.pass(.hours(1))
    #expect(f.app.state == .suspended)
    #expect(f.app.log.texts == ["main", "launched"])
    await f.phone.open(f.app)
    #expect(f.app.state == .active && f.app.launchCount == 1)
    #expect(f.app.log.texts == ["main", "launched"] + Self.opened)
  }

  @Test func `a second event uses the existing process, without a second launch (L14)`()
    async throws
  {
    let f = try Self.install()
    for _ in 1...3 {
      f.phone.performBackgroundFetch(f.app)
      try await f.world.pass(.minutes(5))
    }
    #expect(f.app.launches == [.backgroundFetch])
    #expect(f.app.log.texts == ["main", "launched", "fetch 2", "fetch 2", "fetch 2"])
  }
}
