import Foundation
import Testing
import WatchKit
import YobanTesting

@Suite struct WatchKitTests {
  @Test(.world())
  func `an app with the wrist down is inactive, suspended, and active again within 2 min (WK1)`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture {})
    try await fixture.world.pass(.seconds(10))
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .inactive)
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.app.state == .suspended)
    try await fixture.world.pass(.seconds(107))
    await fixture.watch.raiseWrist()
    #expect(fixture.app.state == .active)
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(125))
    await fixture.watch.raiseWrist()
    #expect(fixture.app.state == .suspended)
    await fixture.watch.open(fixture.app)
    #expect(
      fixture.world.log.timedTexts == [
        "0.0 launched inactive", "0.0 didBecomeActive active", "10.0 willResignActive active",
        "120.0 didBecomeActive active", "120.0 willResignActive active",
        "240.0 didEnterBackground background", "245.0 willEnterForeground background",
        "245.0 didBecomeActive active",
      ])
  }

  static let timeouts: [(version: SystemVersion, seconds: Int)] = [
    (3, 120), (4, 480), (6, 480), (7, 120), (10, 120),
  ]

  @Test(.world(), arguments: timeouts.indices)
  func `an extended timeout keeps the app frontmost for 8 min on watchOS 4 to 6 (WK1)`(_ row: Int)
    async throws
  {
    let (version, seconds) = Self.timeouts[row]
    let fixture = try await startWatchApp(
      WatchAppFixture { WKExtension.shared().setExtended() }, watchOS: version)
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.world.log.timedTexts.last == "\(seconds).0 didEnterBackground background")
  }

  @Test(.world()) func `the crown or another app moves an app to background`() async throws {
    let fixture = try await startWatchApp(WatchAppFixture {})
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.state == .suspended)
    await fixture.watch.open(fixture.app)
    await fixture.watch.swipeAway(fixture.app)
    #expect(fixture.app.state == .notRunning)
    #expect(
      fixture.world.log.texts == [
        "launched inactive", "didBecomeActive active", "willResignActive active",
        "didEnterBackground background", "willEnterForeground background",
        "didBecomeActive active", "willResignActive active", "didEnterBackground background",
      ])
  }

  @Test(.world()) func `opening one app sends the frontmost one to background (WK1)`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture {})
    var other = WatchAppFixture {}
    (other.name, other.bundleIdentifier) = ("Other", "example.other")
    let second = try fixture.watch.install(other)
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(30))
    await fixture.watch.open(second)
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.state == .suspended)
    #expect(second.state == .active)
    await fixture.watch.lowerWrist()
    fixture.watch.jetsam(second)
    await fixture.watch.raiseWrist()
    #expect(second.state == .notRunning)
    #expect(fixture.app.log.timedTexts.last == "30.0 didEnterBackground background")
    #expect(second.log.texts.last == "willResignActive active")
  }

  @Test(.world()) func `background refreshes need a complication, and are 15 min apart (WK9)`()
    async throws
  {
    var appFixture = WatchAppFixture { scheduleRefresh(after: 60) }
    appFixture.tasks = { task in
      print((task.userInfo as? NSDictionary)?["n"] as? Int ?? 0)
      scheduleRefresh(after: 60)
      task.setTaskCompletedWithSnapshot(false)
    }
    let fixture = try await startWatchApp(appFixture)
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(3600))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("WK") } == [])
    fixture.watch.activeComplications = [fixture.app]
    try await fixture.world.pass(.seconds(2 * 3600 - 1))
    fixture.watch.activeComplications = []
    fixture.watch.dock = [fixture.app]
    try await fixture.world.pass(.seconds(3 * 3600))
    fixture.watch.setBackgroundRefresh(false, for: fixture.app)
    try await fixture.world.pass(.seconds(3 * 3600))
    let moments = fixture.world.log.timedTexts.filter {
      $0.contains("WKApplicationRefreshBackgroundTask background")
    }.map { $0.split(separator: " ")[0] }
    // At once, then four an hour; in the dock one hour after the last one.
    #expect(
      moments == [
        "3600.0", "4500.0", "5400.0", "6300.0", "7200.0", "8100.0", "9000.0", "9900.0",
        "13500.0", "17100.0", "20700.0",
      ])
    #expect(fixture.world.log.texts.contains("7"))
    let finding = try #require(fixture.world.findings.first)
    #expect(finding.matches(.watchRefreshWithoutComplication.by(.wk9)))
    #expect(fixture.app.terminations == [])
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
      let fixture = try await withWorld { [appFixture] _ in
        let fixture = try await startWatchApp(appFixture)
        await fixture.watch.pressCrown()
        try await fixture.world.pass(.seconds(60))
        fixture.watch.watchService.wake(fixture.app, for: kind)
        try await fixture.world.pass(.seconds(60))
        return fixture
      }
      #expect(fixture.world.log.timedTexts.contains("73.0 expires"))
      guard case .killed(.watchOutOfTime, _)? = fixture.app.terminations.first else {
        Issue.record("\(fixture.app.terminations)")
        continue
      }
      let end = fixture.world.trace.events.first {
        if case .terminated = $0.kind.app { true } else { false }
      }
      #expect(end?.instant == .start + .seconds(75))
    }
  }

  @Test(.world()) func `each kind of background task has its class (WK9, WK10)`() async throws {
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
    let fixture = try await startWatchApp(appFixture, opened: false)
    for kind in kinds {
      fixture.watch.watchService.wake(fixture.app, for: kind)
      try await fixture.world.pass(.seconds(60))
      #expect(fixture.app.state == .suspended)
    }
    #expect(
      fixture.world.log.texts == [
        "launched background", "WKApplicationRefreshBackgroundTask background",
        "WKSnapshotRefreshBackgroundTask background",
        "WKURLSessionRefreshBackgroundTask background", "a",
        "WKWatchConnectivityRefreshBackgroundTask background",
        "WKRelevantShortcutRefreshBackgroundTask background",
        "WKIntentDidRunRefreshBackgroundTask background",
        "WKBluetoothAlertRefreshBackgroundTask background",
      ])
    #expect(fixture.app.terminations == [])
  }

  @Test(.world()) func `WKInterfaceDevice describes the simulated watch`() async throws {
    let fixture = try await startWatchApp(
      WatchAppFixture {
        let device = WKInterfaceDevice.current()
        print(device.model, device.systemName, device.systemVersion, device.batteryLevel)
        device.isBatteryMonitoringEnabled = true
        print(device.batteryLevel > 0.9, device.batteryState == .unplugged)
        print(device.wristLocation == .left, device.crownOrientation == .right)
        print(device === WKInterfaceDevice.current())
        print(WKApplication.shared().isApplicationRunningInDock)
      })
    #expect(
      fixture.world.log.texts.dropFirst().prefix(5) == [
        "Apple Watch watchOS 10.0 -1.0", "true true", "true true", "true", "false",
      ])
  }
}

/// Objects of a launch that has ended (L8).
@Suite(.world()) struct DeadWatchObjectTests {
  /// Sendable: used only by the code that holds the simulation's baton.
  private final class Old: @unchecked Sendable {
    var application: WKApplication!
    var session: WKExtendedRuntimeSession!
  }

  @Test func `calls of a launch that has ended do nothing and report a finding (L8)`()
    async throws
  {
    let old = Old()
    var appFixture = WatchAppFixture {
      if old.application == nil {
        (old.application, old.session) = (.shared(), WKExtendedRuntimeSession())
      }
    }
    appFixture.modes = ["self-care"]
    let fixture = try await startWatchApp(appFixture)
    fixture.watch.activeComplications = [fixture.app]
    fixture.watch.jetsam(fixture.app)
    await fixture.watch.open(fixture.app)
    await fixture.touch {
      let soon = Date(timeIntervalSinceNow: 60)
      old.application.scheduleBackgroundRefresh(withPreferredDate: soon, userInfo: nil) { _ in }
      old.application.scheduleSnapshotRefresh(withPreferredDate: soon, userInfo: nil) { _ in }
      old.session.start()
      old.session.start(at: soon)
      old.session.notifyUser(hapticType: .notification)
      old.session.invalidate()
      print(old.session.state)
    }
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(3600))
    #expect(fixture.world.findings.are(Array(repeating: .processDeadObject.by(.l8), count: 6)))
    #expect(fixture.world.log.texts.contains("notStarted"))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("WK") })
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
  func setExtended() { (self as any Extending).extend() }
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
  @Test(.world()) func `an extension delegate and a delegate with main can both be launched`()
    async throws
  {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil, watchOS: 6)
    let old = try watch.install(
      AppDefinition(bundleIdentifier: "example.old", name: "Old", infoPlist: InfoPlist()) {
        _ = WKApplicationMain(
          CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(OldWatchDelegate.self))
      })
    let new = try watch.install(.delegate(MainWatchDelegate.self), bundleIdentifier: "example.new")
    await watch.open(old)
    await watch.touch(old, "a button") { (_: OldWatchDelegate) in print("touched") }
    await watch.open(new)
    // The system completes every task of a delegate without the method.
    watch.watchService.wake(old, for: .snapshot)
    try await Task.sleep(for: .seconds(60))
    #expect(old.state == .suspended)
    #expect(new.state == .active)
    #expect(watch.log.texts == ["old inactive", "touched", "true", "main true"])
  }

  @Test(.world()) func `a finished upload wakes the watch app with its task (WK9, FT7)`()
    async throws
  {
    let world = try World.current
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
    let watch = try world.addWatch(pairedWith: nil)
    let app = try watch.install(appFixture)
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
    #expect(
      watch.log.texts.dropFirst(2) == [
        "launched background", "WKURLSessionRefreshBackgroundTask background", "chunks",
      ])
  }
}

@MainActor private func uploads(_ identifier: String) -> URLSession {
  URLSession(
    configuration: .background(withIdentifier: identifier), delegate: nil, delegateQueue: nil)
}
