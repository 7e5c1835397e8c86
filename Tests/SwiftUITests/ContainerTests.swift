import Foundation
import Testing
import YobanTesting

/// Tabs, lists, pages, texts and wrong uses.
@Suite(.world()) struct ContainerTests {
  private static func open(tab: String? = nil) async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    let app = try phone.install(.swiftUI(ContainerApp.self))
    await phone.open(app)
    if let tab { try await phone.tap(tab) }
    return (phone, app)
  }

  @Test func `a tab is selected by its label, and the others disappear`() async throws {
    let (phone, app) = try await Self.open()
    #expect(try await app.isOn("Days"))
    try await phone.tap("Path")
    #expect(try await !app.isOn("Days"))
    #expect(try await app.shows("Number 0"))
    try await phone.tap("Days")
    #expect(app.log.texts == ["list appears", "list disappears", "list appears"])
  }

  @Test func `a row is selected, and a group is opened`() async throws {
    let (phone, app) = try await Self.open()
    try await phone.tap("Tuesday")
    #expect(try await app.shows("Selected 2"))
    #expect(try await app.isOn("Tuesday"))
    #expect(try await !app.shows("Inside"))
    try await phone.tap("More")
    #expect(try await app.shows("Inside"))
  }

  @Test func `an observable delegate is in the environment, and gets UIKit's calls`() async throws {
    let (phone, app) = try await Self.open()
    phone.warnOfLowMemory()
    try await World.current.pass(.seconds(1))
    #expect(try await app.shows("Warnings: 1"))
  }

  @Test func `values are pages of a path that the app keeps`() async throws {
    let (phone, app) = try await Self.open(tab: "Path")
    try await phone.tap("Number 1")
    #expect(try await app.texts.contains("Depth 1"))
    try await phone.tap("Next")
    #expect(try await app.texts.suffix(5) == ["Page 1", "Page 2", "Depth 2", "Next", "Root"])
    try await phone.tap("Back")
    #expect(try await app.shows("Depth 1"))
    try await phone.tap("Next")
    try await phone.tap("Root")
    #expect(try await app.shows("Number 0"))
  }

  @Test func `texts have their values and forms`() async throws {
    let (_, app) = try await Self.open(tab: "Texts")
    try await World.current.pass(.seconds(65))
    let texts = try await app.texts
    #expect(texts.contains("Percent: 50% of 0.25"))
    #expect(texts.contains("**plain** joined"))
    #expect(texts.contains("50%"))
    #expect(texts.contains("1:05"))
    #expect(!texts.contains("Hidden"))
    #expect(try await app.value(of: "Upload") == "75 %")
  }

  @Test func `a date is set`() async throws {
    let (phone, app) = try await Self.open(tab: "Texts")
    #expect(try await app.value(of: "Day") == "January 1, 1970")
    try await phone.set("Day", to: Date(timeIntervalSince1970: 86_400))
    #expect(try await app.value(of: "Day") == "January 2, 1970")
  }

  @Test func `a label of accessibility replaces the title as a name`() async throws {
    let (phone, app) = try await Self.open(tab: "Texts")
    await #expect(throws: TouchError.self) { try await phone.tap("Go") }
    try await phone.tap("Start now")
    #expect(try await app.texts == ["Sure?", "Break", "Finish", "Cancel"])
    try await phone.tap("Cancel")
    try await phone.tap("go-button")
    try await phone.tap("Finish")
    #expect(try await app.shows("done"))
  }

  @Test func `a missing object of the environment ends the app with a message`() async throws {
    let (phone, app) = try await Self.open(tab: "Texts")
    try await phone.tap("go-button")
    try await phone.tap("Break")
    #expect(app.state == .notRunning)
    guard case .crash(let reason)? = app.terminations.first else {
      Issue.record("the app has not ended")
      return
    }
    #expect(reason.contains("No ObservableObject of type Store found"))
  }
}
