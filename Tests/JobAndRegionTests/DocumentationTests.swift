import Foundation
import Testing
import YobanTesting

@Suite struct DocumentationTests {
  @Test(.world(findings: []))
  func `the documented jobs do what the page describes (BG3, FT4)`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    let app = try phone.install(
      .delegate(DiaryAppDelegate.self),
      infoPlist: InfoPlist([
        "UIBackgroundModes": ["processing"],
        "BGTaskSchedulerPermittedIdentifiers": ["com.example.diary.backup"],
      ]))
    await phone.open(app)
    await phone.touch(app, "export") { (delegate: DiaryAppDelegate) in delegate.export() }
    try await world.pass(.seconds(10.5))
    await phone.goHome()
    try await world.pass(.seconds(60))
    phone.power.isCharging = true
    await phone.lock()
    try await world.pass(.hours(3 * 24))
    let lines = app.log.texts
    // Ten seconds in the foreground, and the whole budget except its last five seconds.
    #expect(lines.prefix(2) == ["hurry", "export expired at 0.35"])
    #expect((2...3).contains(lines.filter { $0 == "backup completed" }.count))
  }

  @Test(.world(findings: []))
  func `the documented region watch does what the page describes (BC3, BC16)`() async throws {
    let world = try World.current
    let phone = try world.addPhone()
    phone.place = Place(x: 1_000)
    let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
    try world.addBeacon("front", uuid: uuid, major: 1, minor: 1).switchOn()
    let app = try phone.install(
      .delegate(DoorsAppDelegate.self),
      infoPlist: InfoPlist([
        "NSLocationWhenInUseUsageDescription": "test",
        "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
      ]))
    phone.location.setAuthorization(.always, for: app)
    await phone.open(app)
    try await world.pass(.seconds(60))
    await phone.swipeAway(app)
    try await phone.carry(to: Place(x: 0.1), at: 2)
    try await world.pass(.seconds(60))
    try await phone.carry(to: Place(x: 1_000), at: 2)
    try await world.pass(.seconds(120))
    let lines = app.log.texts
    #expect(lines.filter { $0.hasPrefix("at ") } == ["at home", "at front"])
    #expect(lines.filter { $0.hasPrefix("left ") }.sorted() == ["left front", "left home"])
    #expect(lines.contains { $0.hasPrefix("front is ") })
  }

  /// Compares the code on the pages with the files in this folder, which are compiled.
  @Test(arguments: [
    ("DocumentedJobApp.swift", "runtime-jobs.md"),
    ("DocumentedRegionApp.swift", "runtime-regions.md"),
    ("DocumentedStream.swift", "runtime-streams.md"),
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
