import BackgroundTasks
import Foundation
import SimulatedOS
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit

/// The code of tutorials for BackgroundTasks compiles unchanged; here it runs, too.
@Suite struct BackgroundTasksTutorialTests {
  private static func plist(_ identifiers: [String]) -> InfoPlist {
    InfoPlist([
      "BGTaskSchedulerPermittedIdentifiers": identifiers,
      "UIBackgroundModes": ["fetch", "processing"],
    ])
  }

  @Test func `the refresh and the clean-up of the tutorials run through a night (FT3, FT4)`()
    async throws
  {
    let world = try World()
    let name = NSStringFromClass(RefreshingAppDelegate.self)
    try await world.run {
      let phone = world.addDevice("phone", .iPhone(iOS: 17))
      let app = try phone.install(
        AppDefinition(
          bundleIdentifier: "com.example.tutorial", name: "Tutorial",
          infoPlist: Self.plist([
            "com.example.tutorial.refresh", "com.example.tutorial.db_cleaning",
          ])
        ) {
          _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name)
        })
      await phone.open(app)
      await phone.lock()
      phone.power.isCharging = true
      try await Task.sleep(for: .seconds(8 * 3600))
    }
    let lines = world.trace.events.compactMap {
      if case .output(let line) = $0.kind { line } else { nil }
    }
    // A refresh every 25 to 75 minutes, one clean-up.
    #expect((5...20).contains(lines.filter { $0 == "fetched" }.count))
    #expect(lines.filter { $0 == "cleaned" }.count == 1)
    #expect(Set(lines) == ["fetched", "cleaned"])
    #expect(world.trace.findings.isEmpty)
  }

  @Test func `the continued task of Apple's session goes on in background (FT5)`() async throws {
    var script = AppScript()
    script.bundleIdentifier = "com.example.tutorial"
    script.plist = Self.plist(["com.example.tutorial.export.*"])
    let stage = try await play(script, iOS: 26) { stage in
      await stage.touch { ExportButton().tapped() }
      await stage.phone.goHome()
      try await stage.wait(.seconds(600))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.lines == ["exported"])
    #expect(stage.terminations.isEmpty)
  }

  @Test func `stopped by the person it says so (FT5)`() async throws {
    var script = AppScript()
    script.bundleIdentifier = "com.example.tutorial"
    script.plist = Self.plist(["com.example.tutorial.export.*"])
    let stage = try await play(script, iOS: 26) { stage in
      await stage.touch { ExportButton().tapped() }
      await stage.phone.goHome()
      try await stage.wait(.seconds(34))
      stage.phone.cancelContinuedProcessing(stage.app, "com.example.tutorial.export.1")
      try await stage.wait(.seconds(60))
    }
    // Its loop looks at the flag every ten seconds: too late for the five that the handler has.
    #expect(stage.lines.isEmpty)
    #expect(stage.terminations.count == 1)
  }

  @Test func `the asynchronous names say what is pending (FT2)`() async throws {
    var script = AppScript { _ in
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.tutorial.refresh", using: .main
      ) { $0.setTaskCompleted(success: true) }
    }
    script.plist = Self.plist(["com.example.tutorial.refresh"])
    let stage = try await play(script) { stage in
      await stage.touch {
        do { try Refreshes.schedule() } catch { print(error) }
        Task { @MainActor in print(await Refreshes.pending()) }
      }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == [#"["com.example.tutorial.refresh"]"#])
  }
}
