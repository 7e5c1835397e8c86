import Testing
import UIKit
import YobanTesting

/// The settings of the user (L18, L19), and the screen (L2).
@Suite(.world()) struct SettingsTests {
  private static let observing = AppFixture { _ in
    let center = NotificationCenter.default
    _ = center.addObserver(
      forName: UIApplication.backgroundRefreshStatusDidChangeNotification, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated {
        print(UIApplication.shared.backgroundRefreshStatus == .available ? "available" : "denied")
      }
    }
    _ = center.addObserver(
      forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
    ) { _ in print("power state", ProcessInfo.processInfo.isLowPowerModeEnabled) }
  }

  @Test func `Background App Refresh is denied unless it is on for device and app (L18)`()
    async throws
  {
    let f = try await startApp(Self.observing)
    for (isOn, isGlobal) in [(false, true), (false, false), (true, true), (true, false)] {
      f.phone.setBackgroundRefresh(isOn, for: isGlobal ? nil : f.app)
      try await f.world.pass(.seconds(1))
    }
    #expect(f.app.log.texts == ["denied", "denied", "denied", "available"])
  }

  @Test func `a suspended app is notified of changed settings when it runs next (L19)`()
    async throws
  {
    let f = try await startApp(Self.observing)
    await f.phone.goHome()
    try await f.world.pass(.seconds(10))
    f.phone.power.isLowPowerMode = true
    f.phone.power.isLowPowerMode = true
    try await f.world.pass(.seconds(10))
    #expect(f.app.log.isEmpty)
    await f.phone.open(f.app)
    try await f.world.pass(.seconds(1))
    #expect(f.app.log.texts == ["power state true"], "once")
  }

  @Test(arguments: [false, true])
  func `an unused device locks itself, unless the foreground app keeps the screen lit (L2)`(
    _ keepsScreenOn: Bool
  ) async throws {
    let f = try await startApp(
      AppFixture { $0.isIdleTimerDisabled = keepsScreenOn }, opened: false)
    f.phone.autoLock = .seconds(60)
    await f.phone.open(f.app)
    try await f.world.pass(.seconds(59))
    #expect(f.app.state == .active)
    await f.touch {}
    try await f.world.pass(.seconds(59))
    #expect(f.app.state == .active)
    try await f.world.pass(.seconds(3))
    #expect(f.phone.isScreenOn == keepsScreenOn)
    #expect((f.app.state == .active) == keepsScreenOn)
  }

  @Test func `background modes without an effect are reported once (L7)`() async throws {
    var app = AppFixture()
    app.plist = InfoPlist(["UIBackgroundModes": ["location", "push-to-talk", "bluetooth-centrl"]])
    let f = try await startApp(app)
    await f.phone.swipeAway(f.app)
    await f.phone.open(f.app)
    #expect(f.world.kinds == [.plistModeNotSimulated.by(.l7), .plistUnknownMode.by(.l7)])
  }
}
