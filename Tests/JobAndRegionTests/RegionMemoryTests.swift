import Foundation
import Testing
import YobanTesting

@testable import Yoban

@Suite(.world(findings: [])) struct RegionMemoryTests {
  @Test func `an unreadable file is reported, and the watch continues`() async throws {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    try Data("{".utf8).write(to: fixture.memory)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.linesWithoutProximity == [
        "launched", "watching", "entered door", "launched",
        RegionProblem.memoryUnreadable.message, "watching", "entered door",
      ])
    #expect(fixture.registrations == 1)
  }

  @Test func `a file that is lost while the app does not run does not end the watch (BC9)`()
    async throws
  {
    var appFixture = RegionAppFixture()
    appFixture.starts = { $0 == 0 }
    let fixture = try await startRegionApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    try FileManager.default.removeItem(at: fixture.memory)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.linesWithoutProximity == [
        "launched", "watching", "launched", "watching", "entered door (app did not run)",
      ])
    #expect(fixture.registrations == 1)
  }

  @Test func `a full disk is reported once, and the watch continues`() async throws {
    let fixture = try await startRegionApp()
    try await fixture.world.pass(.seconds(10))
    // A file in place of the folder makes all writes fail, as on a full disk.
    let folder = fixture.memory.deletingLastPathComponent()
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    try FileManager.default.removeItem(at: folder)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.linesWithoutProximity.filter { $0.contains("could not be stored") }.count == 1)
    #expect(fixture.reported == ["entered door", "exited door", "entered door"])
    #expect(try String(contentsOf: fixture.memory, encoding: .utf8).contains("\"inside\""))
  }
}
