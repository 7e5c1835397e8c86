import Foundation
import Testing
import YobanTesting

/// A test touches and reads the controls of an app by their labels.
@Suite(.world()) struct FormTests {
  private static func open() async throws -> InstalledApp {
    let phone = try World.current.addPhone()
    let app = try phone.install(.swiftUI(FormApp.self))
    await phone.open(app)
    return app
  }

  @Test func `the texts are read in their order`() async throws {
    let app = try await Self.open()
    #expect(
      try await app.texts == [
        "Settings", "Reset", "Profile", "Name", "Password", "Notify me", "Interval", "Hourly",
        "Count: 1", "Submitted", "Monday", "Tuesday", "Delete all", "Details", "More",
      ])
  }

  @Test func `a switch is touched by its label, and a view depends on it`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(try await !app.isOn("Notify me"))
    try await phone.tap("Notify me")
    #expect(try await app.isOn("Notify me"))
    #expect(try await app.shows("You will be notified."))
    try await phone.tap("Notify me")
    #expect(try await !app.shows("You will be notified."))
  }

  @Test func `a text is typed into a field, and return submits it`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.type("Grace", into: "Name")
    #expect(try await app.value(of: "Name") == "Grace")
    #expect(try await app.value(of: "Submitted") == "Grace")
    try await phone.tap("Reset")
    #expect(try await app.value(of: "Name") == "")
  }

  @Test func `a password is not shown`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.type("secret", into: "Password")
    #expect(try await !app.texts.contains("secret"))
    #expect(try await app.value(of: "Password") == "••••••")
  }

  @Test func `a choice is selected, and a choice that is not there is an error`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.choose("Daily", in: "Interval")
    #expect(try await app.value(of: "Interval") == "Daily")
    let error = await #expect(throws: TouchError.self) {
      try await phone.choose("Weekly", in: "Interval")
    }
    #expect(error?.description.contains("There is: \"Hourly\", \"Daily\"") == true)
  }

  @Test func `a slider is set, within its range`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.set("Volume", to: 0.25)
    #expect(try await app.value(of: "Volume") == "0.25")
    try await phone.set("Volume", to: 7)
    #expect(try await app.value(of: "Volume") == "1.0")
  }

  @Test func `a stepper ends at the end of its range`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(try await !app.isEnabled("Count: 1, Decrement"))
    try await phone.tap("Count: 1, Increment")
    #expect(try await app.shows("Count: 2"))
    await #expect(throws: TouchError.self) { try await phone.tap("Count: 2, Increment") }
  }

  @Test func `an alert covers the screen, and its button ends it`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("Delete all")
    #expect(
      try await app.texts == ["Delete all rows?", "This cannot be undone.", "Delete", "Keep"])
    await #expect(throws: TouchError.self) { try await phone.tap("Details") }
    try await phone.tap("Keep")
    #expect(try await app.shows("Monday"))
    try await phone.tap("Delete all")
    try await phone.tap("Delete")
    #expect(try await !app.shows("Monday"))
    #expect(try await !app.isEnabled("Delete all"))
  }

  @Test func `a row is deleted`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.deleteRow("Monday")
    #expect(try await !app.shows("Monday"))
    #expect(try await app.shows("Tuesday"))
    await #expect(throws: TouchError.self) { try await phone.deleteRow("Details") }
  }

  @Test func `a page is pushed, changes a binding, and goes back`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("Details")
    #expect(try await app.texts == ["Settings", "Details", "Name: ", "Rename", "Done"])
    try await phone.tap("Rename")
    #expect(try await app.shows("Name: Ada"))
    try await phone.tap("Done")
    #expect(try await app.value(of: "Name") == "Ada")
    try await phone.tap("Details")
    try await phone.tap("Back")
    #expect(
      app.log.texts == [
        "details appear", "details disappear", "details appear", "details disappear",
      ])
  }

  @Test func `a sheet covers the screen until it is dismissed`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("More")
    #expect(try await app.texts == ["More options", "Close"])
    try await phone.tap("Close")
    #expect(try await app.shows("Settings"))
    #expect(app.log.texts == ["sheet dismissed"])
  }

  @Test func `an absent or disabled control is an error that lists the screen`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    let absent = await #expect(throws: TouchError.self) { try await phone.tap("Buy") }
    #expect(absent?.description.contains("\"Buy\"") == true)
    #expect(absent?.description.contains("switch \"Notify me\"") == true)
    let wrong = await #expect(throws: TouchError.self) {
      try await phone.type("x", into: "Notify me")
    }
    #expect(wrong?.description.contains("is a switch, and not a text field") == true)
  }

  @Test func `reading takes no time and leaves no event in the trace`() async throws {
    let app = try await Self.open()
    let world = try World.current
    let (time, events) = (world.now, world.trace.events.count)
    _ = try await app.texts
    _ = try await app.screen
    #expect(world.now == time)
    #expect(world.trace.events.count == events)
  }
}
