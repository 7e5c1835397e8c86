import Foundation
import YobanLifecycleApp
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension AppDefinition {
  /// Returns the app of experiment E0, with or without a scene manifest in its Info.plist.
  public static func lifecycleApp(_ kind: LifecycleKind) -> AppDefinition {
    let manifest = InfoPlist.sceneManifest(delegate: "YobanLifecycleApp.SceneDelegate")
    return AppDefinition(
      bundleIdentifier: "example.lifecycle", name: "LifecycleApp",
      infoPlist: InfoPlist(kind == .scenes ? ["UIApplicationSceneManifest": manifest] : [:])
    ) {
      UIApplicationMain(0, nil, nil, "YobanLifecycleApp.AppDelegate")
    }
  }
}

extension Experiment {
  /// E0: the callbacks of an app, their order, and the state that the app reads in them (S0, iOS
  /// 15.1).
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

  /// The user opens the app, goes home, returns after three minutes, and swipes the app away while
  /// it is active (rules L1 to L5, L7).
  private static func record(_ kind: LifecycleKind, _ seed: UInt64) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 15.1))
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
      let phone = try world.addPhone("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(.lifecycleApp(.scenes))
      await phone.open(app)
      await phone.goHome()
      try await Task.sleep(for: .seconds(60))
      await phone.swipeAway(app)
      try await Task.sleep(for: .seconds(60))
    }
    return Recording(world)
  }

  /// The app runs for less than a second after didEnterBackground (L7).
  private static let suspended = ExpectedRow(
    "(suspended)", after: .nanoseconds(1)...(.milliseconds(999))
  ).by(.measured, "L7")

  private static let launchRows: [ExpectedRow] = [
    .init("(user opens LifecycleApp)"),
    .init("application(_:didFinishLaunchingWithOptions:)", "background"),
    .init("viewDidLoad()", "background"),
    .init("sceneWillEnterForeground(_:)", "background"),
    .init("sceneDidBecomeActive(_:)", "inactive"),
  ].by(.measured, "L1")

  private static let homeRows =
    [
      ExpectedRow("(user goes home)"),
      .init("sceneWillResignActive(_:)", "active"),
      .init("sceneDidEnterBackground(_:)", "background"),
    ].by(.measured, "L2")
    + [
      // The counter prints its first number at once, and no more before the suspension.
      ExpectedRow("Execute background processing"), .ticks(1...1),
    ].by(.measured, "L7") + [suspended]

  private static let scenesRows: [ExpectedRow] =
    launchRows + homeRows + [
      .init("(user opens LifecycleApp)"),
      // The suspended loop continues.
      ExpectedRow.ticks(1...1).by(.measured, "L7"),
    ]
    + [
      ExpectedRow("sceneWillEnterForeground(_:)", "background"),
      .init("sceneDidBecomeActive(_:)", "inactive"),
    ].by(.measured, "L3")
    + [
      ExpectedRow("(user swipes LifecycleApp away)"),
      .init("sceneWillResignActive(_:)", "active"),
      .init("sceneDidDisconnect(_:)", "background"),
      .init("applicationWillTerminate(_:)", "background"),
      .init("(process ended: force-quit by the user)"),
    ].by(.measured, "L4")

  /// A swipe in the app switcher while the app is suspended causes no callback.
  private static let suspendedSwipeRows: [ExpectedRow] =
    launchRows + homeRows
    + [
      ExpectedRow("(user swipes LifecycleApp away)"),
      .init("(process ended: force-quit by the user)"),
    ].by(.reported, "L4")

  private static let delegateRows: [ExpectedRow] =
    [
      ExpectedRow("(user opens LifecycleApp)"),
      .init("application(_:didFinishLaunchingWithOptions:)", "inactive"),
      .init("viewDidLoad()", "inactive"),
      .init("applicationDidBecomeActive(_:)", "active"),
      .init("(user goes home)"),
      .init("applicationWillResignActive(_:)", "active"),
      .init("applicationDidEnterBackground(_:)", "background"),
      suspended,
      .init("(user opens LifecycleApp)"),
      .init("applicationWillEnterForeground(_:)", "background"),
      .init("applicationDidBecomeActive(_:)", "active"),
      .init("(user swipes LifecycleApp away)"),
      .init("applicationWillResignActive(_:)", "active"),
      .init("applicationDidEnterBackground(_:)", "background"),
      .init("applicationWillTerminate(_:)", "background"),
      .init("(process ended: force-quit by the user)"),
    ].by(.reported, "L5")
}
