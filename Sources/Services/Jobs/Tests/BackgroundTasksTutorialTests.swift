import BackgroundTasks
import Foundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs code in the style of BackgroundTasks tutorials, which compiles unchanged.
@Suite struct BackgroundTasksTutorialTests {
  private static func plist(_ identifiers: [String]) -> InfoPlist {
    InfoPlist([
      "BGTaskSchedulerPermittedIdentifiers": identifiers,
      "UIBackgroundModes": ["fetch", "processing"],
    ])
  }

  @Test(.world())
  func `the refresh and the cleanup of the tutorials run during a night (FT3, FT4)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(
      .delegate(RefreshingAppDelegate.self),
      infoPlist: Self.plist([
        "com.example.tutorial.refresh", "com.example.tutorial.db_cleaning",
      ]), bundleIdentifier: "com.example.tutorial")
    await phone.open(app)
    await phone.lock()
    phone.power.isCharging = true
    try await Task.sleep(for: .seconds(8 * 3600))
    let lines = app.log.texts
    // A refresh every 25 to 75 minutes, and one cleanup.
    #expect((5...20).contains(lines.filter { $0 == "fetched" }.count))
    #expect(lines.filter { $0 == "cleaned" }.count == 1)
    #expect(Set(lines) == ["fetched", "cleaned"])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `the continued task of Apple's session continues in background (FT5)`()
    async throws
  {
    var appFixture = AppFixture()
    appFixture.bundleIdentifier = "com.example.tutorial"
    appFixture.plist = Self.plist(["com.example.tutorial.export.*"])
    let fixture = try await startApp(appFixture, iOS: 26)
    await fixture.touch { ExportButton().tapped() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts == ["exported"])
    #expect(fixture.app.terminations.isEmpty)
  }

  @Test(.world())
  func `a continued task whose loop reacts too late is ended when the user stops it (FT5)`()
    async throws
  {
    var appFixture = AppFixture()
    appFixture.bundleIdentifier = "com.example.tutorial"
    appFixture.plist = Self.plist(["com.example.tutorial.export.*"])
    let fixture = try await startApp(appFixture, iOS: 26)
    await fixture.touch { ExportButton().tapped() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(34))
    fixture.phone.cancelContinuedProcessing(fixture.app, "com.example.tutorial.export.1")
    try await fixture.world.pass(.seconds(60))
    // The loop checks the flag every ten seconds, which is too late for the five seconds of the
    // handler.
    #expect(fixture.world.log.texts.isEmpty)
    #expect(fixture.app.terminations.count == 1)
  }

  @Test(.world()) func `the async methods return the pending requests (FT2)`() async throws {
    var appFixture = AppFixture { _ in
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.tutorial.refresh", using: .main
      ) { $0.setTaskCompleted(success: true) }
    }
    appFixture.plist = Self.plist(["com.example.tutorial.refresh"])
    let fixture = try await startApp(appFixture)
    await fixture.touch {
      do { try Refreshes.schedule() } catch { print(error) }
      Task { @MainActor in print(await Refreshes.pending()) }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts == [#"["com.example.tutorial.refresh"]"#])
  }
}
