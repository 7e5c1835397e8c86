import CoreBluetooth
import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth

@Suite struct WatchBluetoothTests {
  /// Runs a scenario on a watch with a suspended app that has subscribed to a strap.
  private static func suspended(
    watchOS version: SystemVersion = 10, modes: [String] = ["bluetooth-central"],
    _ scenario: @escaping @Sendable (Watch, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    try await withWatch(watchOS: version) { watch in
      let strap = try watch.world.strap()
      strap.switchOn()
      let app = try watch.installAllowed(modes: modes) { Central(Central.subscriber) }
      await watch.open(app)
      try await sleep(10)
      await watch.pressCrown()
      try await minutes(1)
      #expect(app.state == .suspended)
      try await scenario(watch, app, strap)
    }
  }

  @Test func `five alerts wake the app, then the budget is empty until a day has passed (WK10)`()
    async throws
  {
    let world = try await Self.suspended { _, app, strap in
      for number in 1...8 {
        strap.notify("2A37", Data([UInt8(number)]))
        try await minutes(10)
        #expect(app.state == .suspended)
      }
      try await minutes(24 * 60)
      strap.notify("2A37", Data([9]))
      try await minutes(1)
    }
    let received = world.output.filter { $0.hasPrefix("value") }
    // The fourth reports that one is left (18), the sixth that none is left (17), then nothing.
    #expect(
      received == [
        "value 01", "value 02", "value 03", "value C18", "value 05", "value C17", "value 09",
      ])
    let alerts = world.trace.events.count {
      $0.kind == .watch(.backgroundRefresh("Bluetooth alert began"))
    }
    #expect(alerts == 7)
    #expect(world.ends == [])
  }

  /// The versions of watchOS, and whether an app connects during a refresh.
  @Test(arguments: [(SystemVersion(7), false), (8, true), (26, true)])
  func `an app connects to its accessory during a background refresh from watchOS 8 on (WK10)`(
    _ version: SystemVersion, _ connects: Bool
  ) async throws {
    let world = try await withWatch(watchOS: version) { watch in
      let strap = try watch.world.strap()
      strap.switchOn()
      let app = try watch.installAllowed(modes: [], keeper: .refresh) {
        Central { central, event in if event.isPoweredOn { central.scan() } }
      }
      watch.dock = [app]
      await watch.open(app)
      try await sleep(10)
      await watch.pressCrown()
      try await minutes(120)
      #expect(app.state == .suspended)
    }
    #expect(world.output.contains("refresh"))
    #expect(world.output.contains { $0.hasPrefix("connected") } == connects)
  }

  @Test func `a launch by the user restores the alerts (WK10)`() async throws {
    let world = try await Self.suspended { watch, app, strap in
      for _ in 1...5 {
        strap.notify("2A37", Data([1]))
        try await minutes(10)
      }
      await watch.open(app)
      await watch.pressCrown()
      try await minutes(1)
      strap.notify("2A37", Data([2]))
      try await minutes(1)
    }
    #expect(world.output.last == "value 02")
  }

  @Test func `raising the wrist does not restore the alerts, opening the app does (WK10)`()
    async throws
  {
    _ = try await withWatch { watch in
      let app = try watch.installAllowed(modes: []) {}
      await watch.open(app)
      func use() -> BluetoothAlertBudget.Outcome {
        watch.bluetooth.useBluetoothAlert(app)
      }
      for _ in 0..<5 { #expect(use() != .exceeded) }
      await watch.lowerWrist()
      await watch.raiseWrist()
      #expect(app.state == .active)
      #expect(use() == .exceeded)
      await watch.pressCrown()
      try await sleep(60)
      await watch.open(app)
      #expect(use() == .allowed)
    }
  }

  /// Scans of an app in the background: the services, the modes, and how many of seven accessories
  /// it discovers before it is opened again.
  static let scans: [(version: SystemVersion, modes: [String], services: [String]?, found: Int)] = [
    (10, ["bluetooth-central"], ["180D"], 5), (10, ["bluetooth-central"], nil, 0),
    (10, [], ["180D"], 0), (8, ["bluetooth-central"], ["180D"], 0),
  ]

  @Test(arguments: scans.indices)
  func `a scan for services in background discovers as many as the alerts allow (WK10)`(_ row: Int)
    async throws
  {
    let (version, modes, services, found) = Self.scans[row]
    let world = try await withWatch(watchOS: version) { watch in
      let straps = try (1...7).map { try watch.world.strap("strap \($0)") }
      let app = try watch.installAllowed(modes: modes) {
        Central { central, event in if event.isPoweredOn { central.scan(services) } }
      }
      await watch.open(app)
      try await sleep(10)
      await watch.pressCrown()
      try await minutes(1)
      for strap in straps {
        strap.switchOn()
        try await minutes(20)
        #expect(app.state == .suspended)
      }
      #expect(watch.world.discoveries == found)
      await watch.open(app)
      try await minutes(1)
    }
    // In the foreground it discovers the others.
    #expect(world.discoveries == 7)
    #expect(world.kinds.contains(.bleScanBackgroundBudget.by(.wk10)) == (found == 5))
    let alerts = world.trace.events.count {
      $0.kind == .watch(.backgroundRefresh("Bluetooth alert began"))
    }
    #expect(alerts == found)
    #expect(world.ends == [])
  }

  static let silent: [(version: SystemVersion, modes: [String])] = [
    (10, []), (8, ["bluetooth-central"]),
  ]

  @Test(arguments: silent.indices)
  func `without the mode, or before watchOS 9, values wait until the app is opened (WK10)`(
    _ row: Int
  ) async throws {
    let (version, modes) = Self.silent[row]
    let world = try await Self.suspended(watchOS: version, modes: modes) { watch, app, strap in
      for number in 1...3 {
        strap.notify("2A37", Data([UInt8(number)]))
        try await minutes(10)
      }
      #expect(watch.world.output.filter { $0.hasPrefix("value 0") } == [])
      await watch.open(app)
      try await sleep(1)
    }
    #expect(world.output.contains("value 03"))
  }

  /// A reason for which a watch app runs in the background, and its mode in Info.plist.
  enum Keeper: String {
    case workout = "workout-processing"
    case therapy = "physical-therapy"
    /// A background refresh, which needs no mode.
    case refresh = ""

    static let sessions: [Self] = [.workout, .therapy]
  }

  @Test(arguments: Keeper.sessions, [["bluetooth-central"], []])
  func `during a session Bluetooth works as in foreground, without alerts (WK2, WK5, WK10)`(
    _ keeper: Keeper, _ modes: [String]
  ) async throws {
    let world = try await withWatch { watch in
      let straps = try (1...2).map { try watch.world.strap("strap \($0)") }
      straps[0].switchOn()
      let app = try watch.installAllowed(modes: modes, keeper: keeper) {
        Central { central, event in
          Central.subscriber(central, event)
          if case .connected = event { central.scan() }
        }
      }
      await watch.open(app)
      try await sleep(10)
      await watch.pressCrown()
      try await minutes(1)
      #expect(app.state == .background)
      for number in 1...10 {
        straps[0].notify("2A37", Data([UInt8(number)]))
        try await minutes(1)
      }
      straps[1].switchOn()
      try await minutes(5)
      straps[0].switchOff()
      try await minutes(1)
      #expect(app.state == .background)
    }
    let received = world.output.filter { $0.hasPrefix("value") }
    #expect(received == (1...10).map { "value " + String(format: "%02x", $0) })
    #expect(world.discoveries == 2)
    #expect(world.output.contains { $0.hasPrefix("disconnected") })
    #expect(
      !world.trace.events.contains {
        $0.kind == .watch(.backgroundRefresh("Bluetooth alert began"))
      })
    #expect(world.kinds == [])
  }
}

/// Runs a scenario with one watch on a charger.
private func withWatch(
  watchOS version: SystemVersion = 10, _ scenario: @escaping @Sendable (Watch) async throws -> Void
) async throws -> World {
  let world = try World(seed: 1)
  try await world.run {
    let watch = try world.addWatch("watch", .watch(watchOS: version))
    watch.power.isCharging = true
    try await scenario(watch)
  }
  return world
}

extension Watch {
  /// Installs an app that may use Bluetooth and save workouts.
  ///
  /// - Parameter keeper: the session that it starts.
  fileprivate func installAllowed(
    modes: [String], keeper: WatchBluetoothTests.Keeper? = nil,
    _ launched: @escaping @MainActor @Sendable () -> Void
  ) throws -> InstalledApp {
    let app = try install(
      infoPlist: InfoPlist([
        "NSBluetoothAlwaysUsageDescription": "To test.", "UIBackgroundModes": modes,
        "NSHealthUpdateUsageDescription": "To test.", "NSHealthShareUsageDescription": "To test.",
        "WKBackgroundModes": [keeper?.rawValue ?? ""].filter { !$0.isEmpty },
      ]), bundleIdentifier: "example.watch", entitlements: ["com.apple.developer.healthkit"]
    ) { WatchDelegate(keeper, launched) }
    bluetooth.setAuthorization(.allowedAlways, for: app)
    health.setSharing(true, for: app)
    return app
  }
}

/// The delegate of a watch app. It completes each background task at once.
private final class WatchDelegate: NSObject, WKApplicationDelegate {
  private let keeper: WatchBluetoothTests.Keeper?
  private let launched: @MainActor @Sendable () -> Void

  init(
    _ keeper: WatchBluetoothTests.Keeper?, _ launched: @escaping @MainActor @Sendable () -> Void
  ) {
    (self.keeper, self.launched) = (keeper, launched)
  }

  func applicationDidFinishLaunching() {
    launched()
    guard keeper == .workout else { return }
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .mindAndBody
    let session = try? HKWorkoutSession(
      healthStore: HKHealthStore(), configuration: configuration)
    session?.startActivity(with: Date())
    Kept.of("session", session as Any)
  }

  func applicationDidBecomeActive() {
    if keeper == .refresh {
      WKApplication.shared().scheduleBackgroundRefresh(
        withPreferredDate: Date(timeIntervalSinceNow: 600), userInfo: nil
      ) { _ in }
    }
    guard keeper == .therapy else { return }
    let session = WKExtendedRuntimeSession()
    session.start()
    Kept.of("session", session)
  }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
      guard keeper == .refresh, task is WKApplicationRefreshBackgroundTask else {
        task.setTaskCompletedWithSnapshot(false)
        continue
      }
      print("refresh")
      Central.current.connect()
      DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
        task.setTaskCompletedWithSnapshot(false)
      }
    }
  }
}
