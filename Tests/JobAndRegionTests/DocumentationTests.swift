import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime
import Yoban

@Suite struct DocumentationTests {
  private static func definition(_ delegate: AnyClass, _ list: [String: Any]) -> AppDefinition {
    let name = NSStringFromClass(delegate)
    return AppDefinition(
      bundleIdentifier: "com.example.documented", name: "Documented", infoPlist: InfoPlist(list)
    ) { _ = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, name) }
  }

  private static func lines(_ world: World) -> [String] {
    world.trace.events.compactMap { if case .output(let line) = $0.kind { line } else { nil } }
  }

  @Test func `the documented jobs do what the page describes (BG3, FT4)`() async throws {
    let world = try World(seed: 1)
    let app = Self.definition(
      DiaryAppDelegate.self,
      [
        "UIBackgroundModes": ["processing"],
        "BGTaskSchedulerPermittedIdentifiers": ["com.example.diary.backup"],
      ])
    try await world.run {
      let phone = try world.addDevice("phone", .iPhone(iOS: 17))
      let app = try phone.install(app)
      await phone.open(app)
      await phone.touch(app, "export") {
        (UIApplication.shared.delegate as! DiaryAppDelegate).export()
      }
      try await Task.sleep(for: .seconds(10.5))
      await phone.goHome()
      try await Task.sleep(for: .seconds(60))
      phone.power.isCharging = true
      await phone.lock()
      try await Task.sleep(for: .seconds(3 * 24 * 3_600))
    }
    let lines = Self.lines(world)
    // Ten seconds in foreground, and the whole budget except its last five seconds.
    #expect(lines.prefix(2) == ["hurry", "export expired at 0.35"])
    #expect((2...3).contains(lines.filter { $0 == "backup completed" }.count))
    #expect(world.trace.findings.isEmpty)
  }

  @Test func `the documented region watch does what the page describes (BC3, BC16)`() async throws {
    let world = try World(seed: 1)
    let app = Self.definition(
      DoorsAppDelegate.self,
      [
        "NSLocationWhenInUseUsageDescription": "test",
        "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
      ])
    try await world.run {
      let phone = try world.addDevice("phone", .iPhone(iOS: 17))
      phone.place = Place(x: 1_000)
      let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
      try world.addBeacon("front", uuid: uuid, major: 1, minor: 1).switchOn()
      let app = try phone.install(app)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      try await Task.sleep(for: .seconds(60))
      await phone.swipeAway(app)
      try await phone.carry(to: Place(x: 0.1), at: 2)
      try await Task.sleep(for: .seconds(60))
      try await phone.carry(to: Place(x: 1_000), at: 2)
      try await Task.sleep(for: .seconds(120))
    }
    let lines = Self.lines(world)
    #expect(lines.filter { $0.hasPrefix("at ") } == ["at home", "at front"])
    #expect(lines.filter { $0.hasPrefix("left ") }.sorted() == ["left front", "left home"])
    #expect(lines.contains { $0.hasPrefix("front is ") })
    #expect(world.trace.findings.isEmpty)
  }

  /// Compares the code on the pages with the files in this folder, which are compiled.
  @Test(arguments: [
    ("DocumentedJobApp.swift", "runtime-jobs.md"),
    ("DocumentedRegionApp.swift", "runtime-regions.md"),
  ])
  func `the page shows the code of the tested app`(file: String, page: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let text = try String(
      contentsOf: folder.appending(path: "../../docs/\(page)"), encoding: .utf8)
    let shown = code.replacing(
      "/// The app delegate of docs/\(page), as it stands there.\n", with: "@main\n")
    #expect(text.contains(shown))
  }
}
