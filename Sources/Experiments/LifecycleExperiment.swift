import Foundation
import LifecycleApp
import SimulatedOS
import UIKit
import VirtualTime

extension AppDefinition {
  /// Experiment E0's app, with or without a scene manifest in its Info.plist.
  public static func lifecycleApp(_ kind: LifecycleKind) -> AppDefinition {
    let manifest = InfoPlist.sceneManifest(delegate: "LifecycleApp.SceneDelegate")
    return AppDefinition(
      bundleIdentifier: "example.lifecycle", name: "LifecycleApp",
      infoPlist: InfoPlist(kind == .scenes ? ["UIApplicationSceneManifest": manifest] : [:])
    ) {
      UIApplicationMain(0, nil, nil, "LifecycleApp.AppDelegate")
    }
  }
}

extension Experiment {
  /// E0: which callbacks come, in which order, and which state an app reads in them (S0, iOS 15.1).
  static let lifecycle = Experiment(
    id: "E0", title: "The life cycle of an app",
    parts: [
      Part(name: "scenes", expected: scenesRows) { seed in try await record(.scenes, seed) },
      Part(name: "scenes, swiped away while suspended", expected: suspendedSwipeRows) { seed in
        try await recordSuspendedSwipe(seed)
      },
      Part(name: "application delegate", expected: delegateRows) { seed in
        try await record(.applicationDelegate, seed)
      },
    ])

  /// Launch, home, three minutes later back, swiped away while active (rules L1 to L5, L7).
  private static func record(_ kind: LifecycleKind, _ seed: UInt64) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = world.addDevice("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(.lifecycleApp(kind))
      await phone.open(app)
      try await Task.sleep(for: .seconds(30))
      await phone.goHome()
      try await Task.sleep(for: .seconds(180))
      await phone.open(app)
      try await Task.sleep(for: .milliseconds(500))
      await phone.swipeAway(app)
      try await Task.sleep(for: .seconds(60))
    }
    return Recording(world)
  }

  private static func recordSuspendedSwipe(_ seed: UInt64) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = world.addDevice("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(.lifecycleApp(.scenes))
      await phone.open(app)
      await phone.goHome()
      try await Task.sleep(for: .seconds(60))
      await phone.swipeAway(app)
      try await Task.sleep(for: .seconds(60))
    }
    return Recording(world)
  }

  private static let grace: ClosedRange<Duration> = .seconds(0)...(.seconds(1))

  private static let scenesRows: [ExpectedRow] = [
    .init("(person opens LifecycleApp)"),
    .init("didFinishLaunching", "background"),  // L1
    .init("viewDidLoad", "background"),
    .init("sceneWillEnterForeground", "background"),
    .init("sceneDidBecomeActive", "inactive"),
    .init("(person goes home)"),
    .init("sceneWillResignActive", "active"),  // L2
    .init("sceneDidEnterBackground", "background"),
    .init("tick 0", after: .seconds(1)...(.seconds(1))),  // one line, as S0 saw
    .init("(suspended)", after: grace),  // L7: 1 to 2 s after didEnterBackground
    .init("(person opens LifecycleApp)"),
    .init("tick 1", after: .zero...(.milliseconds(100))),  // the frozen loop goes on
    .init("sceneWillEnterForeground", "background"),  // L3
    .init("sceneDidBecomeActive", "inactive"),
    .init("(person swipes LifecycleApp away)"),
    .init("sceneWillResignActive", "active"),  // L4
    .init("sceneDidDisconnect", "background"),
    .init("applicationWillTerminate", "background"),
    .init("(process ended: force-quit by the user)"),
  ]

  private static let suspendedSwipeRows: [ExpectedRow] = [
    .init("(person opens LifecycleApp)"),
    .init("didFinishLaunching", "background"),
    .init("viewDidLoad", "background"),
    .init("sceneWillEnterForeground", "background"),
    .init("sceneDidBecomeActive", "inactive"),
    .init("(person goes home)"),
    .init("sceneWillResignActive", "active"),
    .init("sceneDidEnterBackground", "background"),
    .init("tick 0", after: .seconds(1)...(.seconds(1))),  // one line, as S0 saw
    .init("(suspended)", after: grace),
    .init("(person swipes LifecycleApp away)"),  // no callback at all (L4)
    .init("(process ended: force-quit by the user)"),
  ]

  private static let delegateRows: [ExpectedRow] = [
    .init("(person opens LifecycleApp)"),
    .init("didFinishLaunching", "inactive"),  // L5
    .init("viewDidLoad", "inactive"),
    .init("applicationDidBecomeActive", "active"),
    .init("(person goes home)"),
    .init("applicationWillResignActive", "active"),
    .init("applicationDidEnterBackground", "background"),
    .init("(suspended)", after: .seconds(1)...(.seconds(2))),
    .init("(person opens LifecycleApp)"),
    .init("applicationWillEnterForeground", "background"),
    .init("applicationDidBecomeActive", "active"),
    .init("(person swipes LifecycleApp away)"),
    .init("applicationWillResignActive", "active"),
    .init("applicationDidEnterBackground", "background"),
    .init("applicationWillTerminate", "background"),
    .init("(process ended: force-quit by the user)"),
  ]
}
