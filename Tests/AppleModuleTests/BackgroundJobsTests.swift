import Foundation
import Testing
import YobanTesting

import YobanSimulatedOS
@testable import UIKit

/// Tests the UIKit callbacks for fetches, pushes, settings and memory.
@Suite struct BackgroundJobsTests {
  private static func appFixture(
    modes: [String], entitlements: Entitlements = ["aps-environment"],
    _ launched: @escaping @MainActor @Sendable (UIApplication, AppFixture.Options) -> Void
  ) -> AppFixture {
    var appFixture = AppFixture()
    appFixture.launched = launched
    appFixture.entitlements = entitlements
    appFixture.plist = InfoPlist(["UIBackgroundModes": modes])
    return appFixture
  }

  // MARK: Fetch

  @Test func `the fetch intervals are Apple's constants (FT1)`() {
    #expect(UIApplication.backgroundFetchIntervalMinimum == 0)
    #expect(UIApplication.backgroundFetchIntervalNever == .greatestFiniteMagnitude)
  }

  @Test(.world())
  func `an app that requests fetches gets them until it sets the interval to never (FT1)`()
    async throws
  {
    let appFixture = Self.appFixture(modes: ["fetch"]) { application, _ in
      application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    }
    let fixture = try await startApp(appFixture, iOS: 12)
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(2 * 3600))
    await fixture.phone.open(fixture.app)
    await fixture.touch {
      print("never")
      UIApplication.shared.setMinimumBackgroundFetchInterval(
        UIApplication.backgroundFetchIntervalNever)
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(6 * 3600))
    #expect(fixture.world.log.texts.last == "never")
    #expect((2...13).contains(fixture.world.log.texts.count), "every 10 to 60 minutes of two hours")
    #expect(Set(fixture.world.log.texts.dropLast()) == ["fetch 2"])
  }

  // MARK: Pushes

  @Test(.world())
  func `an app gets a token, and then pushes in foreground and in background (FT6)`()
    async throws
  {
    let appFixture = Self.appFixture(modes: ["remote-notification"]) { application, options in
      print(application.isRegisteredForRemoteNotifications, options == nil)
      application.registerForRemoteNotifications()
    }
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    try fixture.phone.push(to: fixture.app, payload: #"{"aps":{"content-available":1},"n":1}"#)
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(10))
    try fixture.phone.push(to: fixture.app, payload: #"{"aps":{"content-available":1},"n":2}"#)
    try await fixture.world.pass(.seconds(5))
    fixture.phone.jetsam(fixture.app)
    try fixture.phone.push(to: fixture.app, payload: #"{"aps":{"content-available":1},"n":3}"#)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    // The app was suspended before the token was delivered, so it gets it when it runs again.
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.world.log.texts == [
        "false true", "token 32 true", "push 1 0", "push 2 2", "true false", "push 3 2",
        "token 32 true",
      ])
    #expect(fixture.app.terminations == [.jetsam])
  }

  @Test(.world()) func `without the entitlement the delegate gets error 3000 (FT6)`() async throws {
    let appFixture = Self.appFixture(modes: [], entitlements: []) { application, _ in
      application.registerForRemoteNotifications()
    }
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["NSCocoaErrorDomain 3000"])
  }

  @Test(.world()) func `a registration can be revoked (FT6)`() async throws {
    let appFixture = Self.appFixture(modes: []) { application, _ in
      application.registerForRemoteNotifications()
    }
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      UIApplication.shared.unregisterForRemoteNotifications()
      print(UIApplication.shared.isRegisteredForRemoteNotifications)
    }
    #expect(throws: PushError.notRegistered) {
      try fixture.phone.push(to: fixture.app, payload: #"{"aps":{}}"#)
    }
    #expect(fixture.world.log.texts == ["token 32 true", "false"])
  }

  // MARK: Launch options

  @Test(.world(), arguments: [13, 17, 26, "26.1"] as [SystemVersion], [true, false])
  func `launch options of an app without scenes name the location, with scenes they are nil (L13)`(
    _ version: SystemVersion, _ hasScene: Bool
  ) async throws {
    var appFixture = Self.appFixture(modes: ["location"]) { application, options in
      print(
        options?[.location] as? Bool == true, options == nil,
        application.applicationState == .background)
    }
    if hasScene {
      appFixture.plist = InfoPlist([
        "UIBackgroundModes": ["location"], "UIApplicationSceneManifest": [String: String](),
      ])
    }
    let fixture = try await startApp(appFixture, iOS: version, opened: false)
    fixture.phone.launch(fixture.app, .location)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["\(!hasScene) \(hasScene) true"])
  }

  @Test(.world())
  func `launch options name managers and the push, and nothing for a task or a fetch (L13)`()
    async throws
  {
    let appFixture = Self.appFixture(modes: []) { _, options in
      let keys = (options ?? [:]).keys.map(\.rawValue).sorted()
      print(keys, (options?[.bluetoothCentrals] as? [String]) ?? [])
      if let push = options?[.remoteNotification] as? [String: Any] { print(push.keys.sorted()) }
    }
    let causes: [LaunchCause] = [
      .bluetooth(centrals: ["a", "b"], peripherals: []), .remoteNotification(#"{"aps":{},"n":1}"#),
      .backgroundTask("a"), .backgroundFetch, .backgroundTransfer,
    ]
    let fixture = try await startApp(appFixture, opened: false)
    for cause in causes {
      fixture.phone.launch(fixture.app, cause)
      try await fixture.world.pass(.seconds(1))
      fixture.phone.jetsam(fixture.app)
    }
    #expect(
      fixture.world.log.texts == [
        #"["UIApplicationLaunchOptionsBluetoothCentralsKey"] ["a", "b"]"#,
        #"["UIApplicationLaunchOptionsRemoteNotificationKey"] []"#, #"["aps", "n"]"#, "[] []",
        "[] []", "[] []",
      ])
  }

  // MARK: Settings, memory, protected data

  @Test(.world())
  func
    `changes of Background App Refresh and Low Power Mode are delivered and can be read (L18, L19)`()
    async throws
  {
    let appFixture = Self.appFixture(modes: []) { application, _ in
      let center = NotificationCenter.default
      _ = center.addObserver(
        forName: UIApplication.backgroundRefreshStatusDidChangeNotification, object: nil, queue: nil
      ) { _ in
        MainActor.assumeIsolated { print(UIApplication.shared.backgroundRefreshStatus.rawValue) }
      }
      _ = center.addObserver(
        forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
      ) { _ in print(ProcessInfo.processInfo.isLowPowerModeEnabled, Thread.isMainThread) }
      print(application.backgroundRefreshStatus == .available)
    }
    let fixture = try await startApp(appFixture)
    fixture.phone.setBackgroundRefresh(false, for: fixture.app)
    try await fixture.world.pass(.seconds(1))
    fixture.phone.setBackgroundRefresh(true, for: fixture.app)
    fixture.phone.power.isLowPowerMode = true
    try await fixture.world.pass(.seconds(1))
    fixture.phone.power.isLowPowerMode = false
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["true", "1", "2", "true false", "false false"])
  }

  @Test(.world())
  func `a memory warning is delivered to delegate, view controller and observers (L8)`()
    async throws
  {
    final class Page: UIViewController {
      override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        print("controller")
      }
    }
    let appFixture = Self.appFixture(modes: []) { application, _ in
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = Page()
      window.makeKeyAndVisible()
      Kept.of("window", window)
      _ = NotificationCenter.default.addObserver(
        forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
      ) { _ in print("observer") }
    }
    let fixture = try await startApp(appFixture)
    fixture.phone.warnOfLowMemory()
    try await fixture.world.pass(.seconds(1))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(10))
    fixture.phone.warnOfLowMemory()
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == ["delegate", "controller", "observer"])
  }

  @Test(.world()) func `protected data is not available from a reboot to the first unlock (L17)`()
    async throws
  {
    let appFixture = Self.appFixture(modes: ["fetch"]) { application, _ in
      print(application.isProtectedDataAvailable)
    }
    let fixture = try await startApp(appFixture)
    fixture.phone.hasPasscode = true
    try await fixture.phone.reboot()
    fixture.phone.launch(fixture.app, .backgroundFetch)
    try await fixture.world.pass(.seconds(5))
    fixture.phone.unlock()
    await fixture.phone.open(fixture.app)
    await fixture.touch { print(UIApplication.shared.isProtectedDataAvailable) }
    #expect(fixture.world.log.texts == ["true", "false", "true"])
  }

  // MARK: VoIP

  @Test(.world(), arguments: [(6.1 as SystemVersion, true), (9, true), (10, false)])
  func `a VoIP app's keep-alive handler is called up to iOS 9 (BG8)`(
    _ version: SystemVersion, _ isKept: Bool
  ) async throws {
    let appFixture = Self.appFixture(modes: ["voip"]) { application, _ in
      print(application.setKeepAliveTimeout(600) { print("alive") })
    }
    let fixture = try await startApp(appFixture, iOS: version)
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(1900))
    await fixture.phone.open(fixture.app)
    await fixture.touch { UIApplication.shared.clearKeepAliveTimeout() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(1900))
    #expect(
      fixture.world.log.timedTexts == ["0.0 \(isKept)"]
        + (isKept ? ["600.0 alive", "1200.0 alive", "1800.0 alive"] : []))
  }
}
