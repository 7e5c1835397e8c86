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
}
