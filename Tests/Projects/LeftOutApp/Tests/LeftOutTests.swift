import Testing
import YobanTesting

@testable import LeftOutApp

/// Code that does not compile is left out, and the rest is the app's own.
@Suite(.world()) struct LeftOutTests {
  private func open() async throws -> (phone: Phone, app: InstalledApp) {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(AppDelegate.self), infoPlist: .file("Info.plist"),
      resources: .file("Resources.json"))
    await phone.open(app)
    return (phone, app)
  }

  @Test func `the app starts, and what draws is skipped`() async throws {
    let (phone, app) = try await open()
    #expect(app.state == .active, "\(app.terminations)")
    #expect(try await app.texts.contains("Good evening"), "the greeting is in the app's resources")
    try await phone.tap("Count")
    try await phone.tap("Count")
    #expect(try await app.texts.contains("2 notes"))
  }

  @Test func `what stores ends the app with a finding, as a crash does`() async throws {
    let (phone, app) = try await open()
    try await phone.tap("Save")
    #expect(app.state == .notRunning)
    #expect(app.log.contains("saved") == false)
    let finding = try World.current.findings.last { $0.name == "port.left-out" }
    #expect(finding?.what.contains("NotesViewController.swift:40") == true)
    await phone.open(app)
    #expect(app.state == .active)
    try await phone.tap("Export")
    #expect(app.state == .notRunning)
  }
}
