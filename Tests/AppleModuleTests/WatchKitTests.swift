import Foundation
import HealthKit
import SimulatedOS
import Testing
import VirtualTime
import WatchKit

@Suite struct WatchKitTests {
  @Test
  func `an app with the wrist down is inactive, suspended, and active again within 2 min (WK1)`()
    async throws
  {
    let fixture = try await playWatch(WatchAppFixture {}) { fixture in
      try await fixture.wait(.seconds(10))
      await fixture.watch.lowerWrist()
      #expect(fixture.app.state == .inactive)
      try await fixture.wait(.seconds(10))
      #expect(fixture.app.state == .suspended)
      try await fixture.wait(.seconds(100))
      await fixture.watch.raiseWrist()
      #expect(fixture.app.state == .active)
      await fixture.watch.lowerWrist()
      try await fixture.wait(.seconds(125))
      await fixture.watch.raiseWrist()
      #expect(fixture.app.state == .suspended)
      await fixture.watch.open(fixture.app)
    }
    #expect(
      fixture.timedLines == [
        "0.0 launched inactive", "0.0 didBecomeActive active", "10.0 willResignActive active",
        "120.0 didBecomeActive active", "120.0 willResignActive active",
        "240.0 didEnterBackground background", "245.0 willEnterForeground background",
        "245.0 didBecomeActive active",
      ])
  }

  static let timeouts: [(version: SystemVersion, seconds: Int)] = [
    (3, 120), (4, 480), (7, 480), (8, 120), (10, 120),
  ]

  @Test(arguments: timeouts.indices)
  func `an extended timeout keeps the app frontmost for 8 min on watchOS 4 to 7 (WK1)`(_ row: Int)
    async throws
  {
    let (version, seconds) = Self.timeouts[row]
    let fixture = try await playWatch(
      WatchAppFixture { WKExtension.shared().setExtended() }, watchOS: version
    ) { fixture in
      await fixture.watch.lowerWrist()
      try await fixture.wait(.seconds(600))
    }
    #expect(fixture.timedLines.last == "\(seconds).0 didEnterBackground background")
  }

  @Test func `the crown or another app moves an app to background`() async throws {
    let fixture = try await playWatch(WatchAppFixture {}) { fixture in
      await fixture.watch.pressCrown()
      try await fixture.wait(.seconds(10))
      #expect(fixture.app.state == .suspended)
      await fixture.watch.open(fixture.app)
      await fixture.watch.swipeAway(fixture.app)
      #expect(fixture.app.state == .notRunning)
    }
    #expect(
      fixture.lines == [
        "launched inactive", "didBecomeActive active", "willResignActive active",
        "didEnterBackground background", "willEnterForeground background",
        "didBecomeActive active", "willResignActive active", "didEnterBackground background",
      ])
  }

  @Test func `the iPhone can start a workout on the watch (WK2)`() async throws {
    let world = try World()
    var appFixture = WatchAppFixture {}
    appFixture.workout = { configuration in
      print(configuration.activityType == .running, configuration.locationType == .outdoor)
      startWorkout()
    }
    let definition = appFixture.definition
    var phoneScript = AppFixture { _ in
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = .running
      configuration.locationType = .outdoor
      HKHealthStore().startWatchApp(with: configuration) { isLaunched, error in
        print("watch app", isLaunched, error == nil)
      }
    }
    phoneScript.bundleIdentifier = "example.vendor.phone"
    let phoneDefinition = phoneScript.definition
    try await world.run {
      let phone = try world.addDevice("phone", .iPhone(iOS: 17))
      let watch = try world.addDevice("watch", .watch(watchOS: 10))
      let phoneApp = try phone.install(phoneDefinition)
      await phone.open(phoneApp)
      try await Task.sleep(for: .seconds(1))
      try world.pair(watch, with: phone)
      let app = try watch.install(definition)
      phone.jetsam(phoneApp)
      await phone.open(phoneApp)
      try await Task.sleep(for: .seconds(3600))
      #expect(app.state == .background)
      #expect(watch.health.hasActiveWorkout(app))
    }
    #expect(world.lines() == ["watch app false false", "watch app true true"])
    #expect(
      world.lines(of: "watch").prefix(4) == [
        "launched background", "workout background", "true true",
        "notStarted to running late 0 false",
      ])
  }

  @Test func `background refreshes need a complication, and are 15 min apart (WK9)`() async throws {
    var appFixture = WatchAppFixture { scheduleRefresh(after: 60) }
    appFixture.tasks = { task in
      print((task.userInfo as? NSDictionary)?["n"] as? Int ?? 0)
      scheduleRefresh(after: 60)
      task.setTaskCompletedWithSnapshot(false)
    }
    let fixture = try await playWatch(appFixture) { fixture in
      await fixture.watch.pressCrown()
      try await fixture.wait(.seconds(3600))
      #expect(fixture.lines.filter { $0.hasPrefix("WK") } == [])
      fixture.watch.watch.activeComplications = [fixture.app]
      try await fixture.wait(.seconds(2 * 3600 - 1))
      fixture.watch.watch.activeComplications = []
      fixture.watch.watch.dock = [fixture.app]
      try await fixture.wait(.seconds(3 * 3600))
      fixture.watch.setBackgroundRefresh(false, for: fixture.app)
      try await fixture.wait(.seconds(3 * 3600))
    }
    let moments = fixture.timedLines.filter {
      $0.contains("WKApplicationRefreshBackgroundTask background")
    }.map { $0.split(separator: " ")[0] }
    // At once, then four an hour; in the dock one hour after the last one.
    #expect(
      moments == [
        "3600.0", "4500.0", "5400.0", "6300.0", "7200.0", "8100.0", "9000.0", "9900.0",
        "13500.0", "17100.0", "20700.0",
      ])
    #expect(fixture.lines.contains("7"))
    #expect(fixture.findings.first == "watch.refresh-without-complication WK9")
    #expect(fixture.terminations == [])
  }

  @Test func `a background task that is not completed causes a kill with 0xc51bad02 (WK9)`()
    async throws
  {
    var appFixture = WatchAppFixture {}
    appFixture.tasks = { task in
      task.expirationHandler = { print("expires") }
      Kept.of("task", task)
    }
    for kind in [WatchRefreshTask.Kind.application, .watchConnectivity] {
      let fixture = try await playWatch(appFixture) { fixture in
        await fixture.watch.pressCrown()
        try await fixture.wait(.seconds(60))
        fixture.watch.watch.wake(fixture.app, for: kind)
        try await fixture.wait(.seconds(60))
      }
      #expect(fixture.timedLines.contains("73.0 expires"))
      guard case .killed(.watchOutOfTime, _)? = fixture.terminations.first else {
        Issue.record("\(fixture.terminations)")
        continue
      }
      let end = fixture.world.trace.events.first {
        if case .terminated = $0.kind { true } else { false }
      }
      #expect(end?.instant == .start + .seconds(75))
    }
  }

  @Test func `each kind of background task has its class (WK9, WK10)`() async throws {
    let kinds: [WatchRefreshTask.Kind] = [
      .application, .snapshot, .urlSession("a"), .watchConnectivity, .relevantShortcut,
      .intentDidRun, .bluetoothAlert,
    ]
    var appFixture = WatchAppFixture {}
    appFixture.tasks = { task in
      if let task = task as? WKURLSessionRefreshBackgroundTask { print(task.sessionIdentifier) }
      if let task = task as? WKSnapshotRefreshBackgroundTask {
        return task.setTaskCompleted(
          restoredDefaultState: true, estimatedSnapshotExpiration: nil, userInfo: nil)
      }
      task.setTaskCompletedWithSnapshot(false)
      task.setTaskCompletedWithSnapshot(false)
    }
    let fixture = try await playWatch(appFixture, opened: false) { fixture in
      for kind in kinds {
        fixture.watch.watch.wake(fixture.app, for: kind)
        try await fixture.wait(.seconds(60))
        #expect(fixture.app.state == .suspended)
      }
    }
    #expect(
      fixture.lines == [
        "launched background", "WKApplicationRefreshBackgroundTask background",
        "WKSnapshotRefreshBackgroundTask background",
        "WKURLSessionRefreshBackgroundTask background", "a",
        "WKWatchConnectivityRefreshBackgroundTask background",
        "WKRelevantShortcutRefreshBackgroundTask background",
        "WKIntentDidRunRefreshBackgroundTask background",
        "WKBluetoothAlertRefreshBackgroundTask background",
      ])
    #expect(fixture.terminations == [])
  }

  @Test func `WKInterfaceDevice describes the simulated watch`() async throws {
    let fixture = try await playWatch(
      WatchAppFixture {
        let device = WKInterfaceDevice.current()
        print(device.model, device.systemName, device.systemVersion, device.batteryLevel)
        device.isBatteryMonitoringEnabled = true
        print(device.batteryLevel > 0.9, device.batteryState == .unplugged)
        print(device.wristLocation == .left, device.crownOrientation == .right)
        print(device === WKInterfaceDevice.current())
        print(WKApplication.shared().isApplicationRunningInDock)
      }
    ) { _ in }
    #expect(
      fixture.lines.dropFirst().prefix(5) == [
        "Apple Watch watchOS 10.0 -1.0", "true true", "true true", "true", "false",
      ])
  }
}

@MainActor private func scheduleRefresh(after seconds: TimeInterval) {
  WKApplication.shared().scheduleBackgroundRefresh(
    withPreferredDate: Date(timeIntervalSinceNow: seconds),
    userInfo: NSDictionary(dictionary: ["n": NSNumber(value: 7)])
  ) { error in
    if error != nil { print("not scheduled") }
  }
}

extension WKExtension {
  @available(*, deprecated) fileprivate func extend() { isFrontmostTimeoutExtended = true }
  fileprivate func setExtended() { (self as any Extending).extend() }
}

/// A protocol for testing a deprecated property without a warning.
@MainActor private protocol Extending { func extend() }
extension WKExtension: Extending {}

/// An app with a WatchKit extension, as before watchOS 7.
final class OldWatchDelegate: NSObject, WKExtensionDelegate {
  func applicationDidFinishLaunching() { print("old", WKExtension.shared().applicationState) }
  func applicationDidEnterBackground() { print(WKExtension.shared().delegate === self) }
}

/// A delegate as apps mark it.
final class MainWatchDelegate: NSObject, WKApplicationDelegate {
  func applicationDidFinishLaunching() { print("main", WKApplication.shared().delegate === self) }
}

@Suite struct WatchKitEntryTests {
  @Test func `an extension delegate and a delegate with main can both be launched`() async throws {
    let world = try World()
    try await world.run {
      let watch = try world.addDevice("watch", .watch(watchOS: 6))
      let old = try watch.install(
        AppDefinition(bundleIdentifier: "example.old", name: "Old", infoPlist: InfoPlist()) {
          _ = WKApplicationMain(
            CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(OldWatchDelegate.self))
        })
      let new = try watch.install(
        AppDefinition(
          bundleIdentifier: "example.new", name: "New", infoPlist: InfoPlist(),
          main: MainWatchDelegate.main))
      await watch.open(old)
      await watch.open(new)
      // The system completes every task of a delegate without the method.
      watch.watch.wake(old, for: .snapshot)
      try await Task.sleep(for: .seconds(60))
      #expect(old.state == .suspended)
      #expect(new.state == .active)
    }
    #expect(world.lines(of: "watch") == ["old inactive", "true", "main true"])
  }

  @Test func `a finished upload wakes the watch app with its task (WK9, FT7)`() async throws {
    let world = try World()
    world.gateway = FakeGateway()
    var appFixture = WatchAppFixture {}
    appFixture.tasks = { task in
      let task = task as! WKURLSessionRefreshBackgroundTask
      print(task.sessionIdentifier)
      Kept.of("session", uploads(task.sessionIdentifier))
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        task.setTaskCompletedWithSnapshot(false)
      }
    }
    let definition = appFixture.definition
    try await world.run {
      let watch = try world.addDevice("watch", .watch(watchOS: 10))
      let app = try watch.install(definition)
      await watch.open(app)
      await watch.touch(app, "upload") {
        let file = URL.temporaryDirectory.appending(path: "chunk")
        try! Data(count: 1000).write(to: file)
        var request = URLRequest(url: URL(string: "https://example.org/chunk")!)
        request.httpMethod = "PUT"
        uploads("chunks").uploadTask(with: request, fromFile: file).resume()
      }
      watch.jetsam(app)
      try await Task.sleep(for: .seconds(60))
      #expect(app.state == .suspended)
    }
    #expect(
      world.lines(of: "watch").dropFirst(2) == [
        "launched background", "WKURLSessionRefreshBackgroundTask background", "chunks",
      ])
  }
}

@MainActor private func uploads(_ identifier: String) -> URLSession {
  URLSession(
    configuration: .background(withIdentifier: identifier), delegate: nil, delegateQueue: nil)
}
