import CoreLocation
import Foundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs code in the style of tutorials, which compiles unchanged.
@Suite struct TutorialTests {
  @Test(.world())
  func `an application delegate in the style of Swift 5 saves its state in background`()
    async throws
  {
    let world = try World.current
    let definition = TutorialApp.tutorial(ClassicAppDelegate.self)
    let phone = try world.addPhone(iOS: 15)
    let app = try phone.install(definition)
    await phone.open(app)
    try await Task.sleep(for: .seconds(90))
    await phone.goHome()
    try await Task.sleep(for: .seconds(10))
    #expect(app.state == .suspended)
    #expect(
      FileManager.default.fileExists(
        atPath: app.container.documents.appending(path: "state.json").path))
    #expect(world.lines().suffix(3) == ["active", "saved", "remaining true"])
  }

  @Test(.world()) func `a modern scene delegate finishes its work in background`() async throws {
    let world = try World.current
    let definition = TutorialApp.tutorial(
      ModernAppDelegate.self, InfoPlist(["UIApplicationSceneManifest": [String: Any]()]))
    let phone = try world.addPhone()
    let app = try phone.install(definition)
    await phone.open(app)
    await phone.goHome()
    try await Task.sleep(for: .seconds(60))
    #expect(
      FileManager.default.fileExists(
        atPath: app.container.documents.appending(path: "work.txt").path))
    #expect(
      !world.trace.events.contains {
        if case .expired = $0.kind.backgroundTask { true } else { false }
      })
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world())
  func `the async method for a background session's events calls the handler when it returns`()
    async throws
  {
    let world = try World.current
    world.gateway = FakeGateway()
    let definition = TutorialApp.tutorial(ModernAppDelegate.self)
    let phone = try world.addPhone()
    let app = try phone.install(definition)
    phone.network.latency = .seconds(60)
    await phone.open(app)
    await phone.touch(app, "upload") {
      let file = URL.documentsDirectory.appending(path: "a.txt")
      try! Data("x".utf8).write(to: file)
      let session = Uploads().makeSession()
      Task { await Uploads.send(file, over: session) }
    }
    await phone.goHome()
    try await Task.sleep(for: .seconds(90))
    #expect(app.state == .suspended)
    #expect(world.lines() == ["events of uploads"])
  }

  @Test(.world()) func `an older location tracker and a modern single request work as written`()
    async throws
  {
    var appFixture = AppFixture { _ in
      let tracker = LocationTracker()
      Kept.of("tracker", tracker)
      tracker.start()
      let fetcher = LocationFetcher()
      Task { print(await describe(fetcher)) }
    }
    appFixture.plist = InfoPlist([
      "UIBackgroundModes": ["location"], "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
      "NSLocationWhenInUseUsageDescription": "test",
    ])
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(15))
    #expect(fixture.world.log.texts.contains("status 3"))
    #expect(fixture.world.log.texts.contains("35.6586 139.7454"))
    #expect(fixture.world.log.texts.contains("somewhere"))
  }

  @Test(.world()) func `motion loggers get their samples`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      let logger = MotionLogger()
      Kept.of("logger", logger)
      logger.startAccelerometer()
      logger.startDeviceMotion { magnitude in Kept.of("magnitude", magnitude) }
      let stream = MotionStream()
      Kept.of("stream", stream)
      Task {
        for await _ in stream.tilts() {
          stream.stop()
          print("tilt")
          break
        }
      }
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch {
      print(
        Kept.get("logger", as: MotionLogger.self)!.samples.count / 10,
        Kept.get("magnitude", as: Double.self)! < 7)
    }
    #expect(
      fixture.world.log.texts == ["tilt", "50 true"]
        || fixture.world.log.texts == ["tilt", "49 true"])
  }

  @Test(.world()) func `a transfer class in the style of Swift 5 uploads and downloads`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let file = URL.documentsDirectory.appending(path: "up.bin")
        try! Data([1, 2, 3]).write(to: file)
        let manager = Transfers()
        Kept.of("manager", manager)
        manager.upload(file, to: URL(string: "http://collector/up")!)
        manager.download(URL(string: "http://collector/down.txt")!)
      }, gateway: FakeGateway(body: "12345"))
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      print(
        (try? String(contentsOf: URL.cachesDirectory.appending(path: "down.txt"), encoding: .utf8))
          ?? "nothing")
    }
    #expect(fixture.world.log.texts == ["progress 1.0", "up.bin 200 5", "download 200 0", "12345"])
  }
}
