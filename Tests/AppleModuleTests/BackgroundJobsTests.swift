import Foundation
import Testing
import VirtualTime

@testable import SimulatedOS
@testable import UIKit

/// What UIKit tells an app of fetches, pushes, settings and memory.
@Suite struct BackgroundJobsTests {
  private static func script(
    modes: [String], entitlements: [String] = ["aps-environment"],
    _ launched: @escaping @MainActor @Sendable (UIApplication, AppScript.Options) -> Void
  ) -> AppScript {
    var script = AppScript()
    script.launched = launched
    script.entitlements = entitlements
    script.plist = InfoPlist(["UIBackgroundModes": modes])
    return script
  }

  // MARK: Fetch

  @Test func `the fetch intervals are Apple's constants (FT1)`() {
    #expect(UIApplication.backgroundFetchIntervalMinimum == 0)
    #expect(UIApplication.backgroundFetchIntervalNever == .greatestFiniteMagnitude)
  }

  @Test func `an app that asks is fetched for, until it says never (FT1)`() async throws {
    let script = Self.script(modes: ["fetch"]) { application, _ in
      application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    }
    let stage = try await play(script, iOS: 12) { stage in
      await stage.phone.goHome()
      try await stage.wait(.seconds(2 * 3600))
      await stage.phone.open(stage.app)
      await stage.touch {
        print("never")
        UIApplication.shared.setMinimumBackgroundFetchInterval(
          UIApplication.backgroundFetchIntervalNever)
      }
      await stage.phone.goHome()
      try await stage.wait(.seconds(6 * 3600))
    }
    #expect(stage.lines.last == "never")
    #expect((2...13).contains(stage.lines.count), "every 10 to 60 minutes of two hours")
    #expect(Set(stage.lines.dropLast()) == ["fetch 2"])
  }

  // MARK: Pushes

  @Test func `a token, then a push, in foreground and in background (FT6)`() async throws {
    let script = Self.script(modes: ["remote-notification"]) { application, options in
      print(application.isRegisteredForRemoteNotifications, options == nil)
      application.registerForRemoteNotifications()
    }
    let stage = try await play(script) { stage in
      try await stage.wait(.seconds(5))
      try stage.phone.push(to: stage.app, payload: #"{"aps":{"content-available":1},"n":1}"#)
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      try await stage.wait(.seconds(10))
      try stage.phone.push(to: stage.app, payload: #"{"aps":{"content-available":1},"n":2}"#)
      try await stage.wait(.seconds(5))
      stage.phone.jetsam(stage.app)
      try stage.phone.push(to: stage.app, payload: #"{"aps":{"content-available":1},"n":3}"#)
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
      // Suspended before the token came, the app gets it when it runs next.
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(5))
    }
    #expect(
      stage.lines == [
        "false true", "token 32 true", "push 1 0", "push 2 2", "true false", "push 3 2",
        "token 32 true",
      ])
    #expect(stage.terminations == [.jetsam])
  }

  @Test func `without the entitlement the delegate hears of error 3000 (FT6)`() async throws {
    let script = Self.script(modes: [], entitlements: []) { application, _ in
      application.registerForRemoteNotifications()
    }
    let stage = try await play(script) { stage in try await stage.wait(.seconds(5)) }
    #expect(stage.lines == ["NSCocoaErrorDomain 3000"])
  }

  @Test func `a registration can be taken back (FT6)`() async throws {
    let script = Self.script(modes: []) { application, _ in
      application.registerForRemoteNotifications()
    }
    let stage = try await play(script) { stage in
      try await stage.wait(.seconds(5))
      await stage.touch {
        UIApplication.shared.unregisterForRemoteNotifications()
        print(UIApplication.shared.isRegisteredForRemoteNotifications)
      }
      #expect(throws: PushError.notRegistered) {
        try stage.phone.push(to: stage.app, payload: #"{"aps":{}}"#)
      }
    }
    #expect(stage.lines == ["token 32 true", "false"])
  }

  // MARK: Launch options

  @Test(arguments: [13, 17, 26, "26.1"] as [SystemVersion], [true, false])
  func `launch options of an app without scenes name the location, with scenes they are nil (L13)`(
    _ version: SystemVersion, _ hasScene: Bool
  ) async throws {
    var script = Self.script(modes: ["location"]) { application, options in
      print(
        options?[.location] as? Bool == true, options == nil,
        application.applicationState == .background)
    }
    if hasScene {
      script.plist = InfoPlist([
        "UIBackgroundModes": ["location"], "UIApplicationSceneManifest": [String: String](),
      ])
    }
    let stage = try await play(script, iOS: version, opened: false) { stage in
      stage.phone.launch(stage.app, .location)
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == ["\(!hasScene) \(hasScene) true"])
  }

  @Test func `launch options name managers and the push, and nothing for a task or a fetch (L13)`()
    async throws
  {
    let script = Self.script(modes: []) { _, options in
      let keys = (options ?? [:]).keys.map(\.rawValue).sorted()
      print(keys, (options?[.bluetoothCentrals] as? [String]) ?? [])
      if let push = options?[.remoteNotification] as? [String: Any] { print(push.keys.sorted()) }
    }
    let causes: [LaunchCause] = [
      .bluetooth(centrals: ["a", "b"], peripherals: []), .remoteNotification(#"{"aps":{},"n":1}"#),
      .backgroundTask("a"), .backgroundFetch, .backgroundTransfer,
    ]
    let stage = try await play(script, opened: false) { stage in
      for cause in causes {
        stage.phone.launch(stage.app, cause)
        try await stage.wait(.seconds(1))
        stage.phone.jetsam(stage.app)
      }
    }
    #expect(
      stage.lines == [
        #"["UIApplicationLaunchOptionsBluetoothCentralsKey"] ["a", "b"]"#,
        #"["UIApplicationLaunchOptionsRemoteNotificationKey"] []"#, #"["aps", "n"]"#, "[] []",
        "[] []", "[] []",
      ])
  }

  // MARK: Settings, memory, protected data

  @Test func `Background App Refresh and Low Power Mode are told and can be read (L18, L19)`()
    async throws
  {
    let script = Self.script(modes: []) { application, _ in
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
    let stage = try await play(script) { stage in
      stage.phone.setBackgroundRefresh(false, for: stage.app)
      try await stage.wait(.seconds(1))
      stage.phone.setBackgroundRefresh(true, for: stage.app)
      stage.phone.power.isLowPowerMode = true
      try await stage.wait(.seconds(1))
      stage.phone.power.isLowPowerMode = false
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == ["true", "1", "2", "true false", "false false"])
  }

  @Test func `a memory warning reaches delegate, view controller and observers (L8)`() async throws
  {
    final class Page: UIViewController {
      override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        print("controller")
      }
    }
    let script = Self.script(modes: []) { application, _ in
      let window = UIWindow(frame: UIScreen.main.bounds)
      window.rootViewController = Page()
      window.makeKeyAndVisible()
      Kept.of("window", window)
      _ = NotificationCenter.default.addObserver(
        forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
      ) { _ in print("observer") }
    }
    let stage = try await play(script) { stage in
      stage.phone.warnOfLowMemory()
      try await stage.wait(.seconds(1))
      await stage.phone.goHome()
      try await stage.wait(.seconds(10))
      stage.phone.warnOfLowMemory()
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == ["delegate", "controller", "observer"])
  }

  @Test func `protected data is not available from a reboot to the first unlock (L17)`()
    async throws
  {
    let script = Self.script(modes: ["fetch"]) { application, _ in
      print(application.isProtectedDataAvailable)
    }
    let stage = try await play(script) { stage in
      stage.phone.hasPasscode = true
      try await stage.phone.reboot()
      stage.phone.launch(stage.app, .backgroundFetch)
      try await stage.wait(.seconds(5))
      stage.phone.unlock()
      await stage.phone.open(stage.app)
      await stage.touch { print(UIApplication.shared.isProtectedDataAvailable) }
    }
    #expect(stage.lines == ["true", "false", "true"])
  }

  // MARK: VoIP

  @Test(arguments: [(6.1 as SystemVersion, true), (7, true), (8, false)])
  func `a VoIP app's keep-alive handler is called up to iOS 7 (BG8)`(
    _ version: SystemVersion, _ isKept: Bool
  ) async throws {
    let script = Self.script(modes: ["voip"]) { application, _ in
      print(application.setKeepAliveTimeout(600) { print("alive") })
    }
    let stage = try await play(script, iOS: version) { stage in
      await stage.phone.goHome()
      try await stage.wait(.seconds(1900))
      await stage.phone.open(stage.app)
      await stage.touch { UIApplication.shared.clearKeepAliveTimeout() }
      await stage.phone.goHome()
      try await stage.wait(.seconds(1900))
    }
    #expect(
      stage.timedLines == ["0.0 \(isKept)"]
        + (isKept ? ["600.0 alive", "1200.0 alive", "1800.0 alive"] : []))
  }
}
