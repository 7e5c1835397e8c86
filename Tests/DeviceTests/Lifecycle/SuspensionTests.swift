import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@Suite struct SuspensionTests {
  /// The time that an app ran after its callback had returned.
  private static func runTime(seed: UInt64) async throws -> Duration {
    var app = AppFixture()
    app.enteredBackground = {
      DispatchQueue.global().async {
        for i in 0... {
          print("tick \(i)")
          Thread.sleep(forTimeInterval: 1)
        }
      }
    }
    return try await withWorld(seed: seed) { [app] world in
      let f = try await startApp(app)
      await f.phone.goHome()
      try await world.pass(.minutes(10))
      #expect(f.app.state == .suspended)
      // The app prints, then sleeps: one line at once, and none after it.
      #expect(f.app.log.texts == ["tick 0"])
      let suspended = world.moments(of: .suspended)
      #expect(suspended.count == 1)
      return suspended[0] - (try #require(f.app.log.first).instant)
    }
  }

  @Test func `without a background task code stops less than 1 s after didEnterBackground (L7)`()
    async throws
  {
    var times: [Duration] = []
    for seed in UInt64(1)...50 { times.append(try await Self.runTime(seed: seed)) }
    #expect(times.allSatisfy { $0 > .zero && $0 < .seconds(1) })
    let early = times.count { $0 < .milliseconds(500) }
    // 50 fair draws are outside 10...40 once in 100,000.
    #expect((10...40).contains(early), "\(early) of 50 in the first half")
  }

  @Test(.world()) func `opening one app sends the other to background (L2)`() async throws {
    let f = try await startApp(AppFixture())
    let second = try f.phone.install(Self.other)
    await f.phone.open(second)
    #expect(second.state == .active)
    try await f.world.pass(.seconds(10))
    #expect(f.app.state == .suspended && second.state == .active)
  }

  @Test(.world())
  func `opening another app during a launch leaves only one in the foreground (L2)`() async throws {
    let f = try await startApp(
      AppFixture { _ in Thread.sleep(forTimeInterval: 3) }, opened: false)
    let second = try f.phone.install(Self.other)
    let opening = Task { await f.phone.open(f.app) }
    try await f.world.pass(.seconds(1))
    await f.phone.open(second)
    await opening.value
    try await f.world.pass(.seconds(10))
    #expect(second.state == .active)
    #expect(f.app.state == .suspended)
  }

  @Test(.world()) func `a user's actions have no effect on an app that is not running`()
    async throws
  {
    let f = try await startApp(AppFixture(), opened: false)
    await f.phone.goHome()
    await f.phone.lock()
    await f.phone.swipeAway(f.app)
    await f.touch { print("must not run") }
    f.phone.jetsam(f.app)
    try await f.world.pass(.seconds(100))
    #expect(f.app.state == .notRunning && f.app.launchCount == 0)
    #expect(f.world.log.isEmpty && f.world.ends.isEmpty && f.world.states.isEmpty)
  }

  private static var other: AppFixture {
    var app = AppFixture()
    app.bundleIdentifier = "example.vendor.other"
    return app
  }
}
