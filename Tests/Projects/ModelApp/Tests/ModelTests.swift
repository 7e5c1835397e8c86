import Testing
import YobanTesting

@testable import ModelApp

/// SwiftData in an app of SwiftUI.
@Suite(.world()) struct ModelTests {
  private func open() async throws -> (phone: Phone, app: InstalledApp) {
    let phone = try World.current.addPhone(iOS: 18)
    let app = try phone.install(ModelApp.self, infoPlist: .file("Info.plist"))
    await phone.open(app)
    return (phone, app)
  }

  private func tap(_ titles: String..., on phone: Phone) async throws {
    for title in titles {
      try await phone.tap(title)
      try await World.current.pass(.milliseconds(100))
    }
  }

  @Test func `objects are stored with all kinds of values, and shown in order`() async throws {
    let (phone, app) = try await open()
    try await tap("Add night", "Add night", "Add sample", "Save", on: phone)
    let expected = ["night 2 (1)", "poor attic new", "night 1 (0)", "good attic new", "large: 1"]
    let before = try await app.texts
    #expect(Array(before.prefix(5)) == expected)
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.texts == before)
    #expect(try World.current.findings.isEmpty)
  }

  @Test func `a deletion deletes what belongs to the object`() async throws {
    let (phone, app) = try await open()
    try await tap("Add night", "Add sample", "Save", "Remove last", "Save", on: phone)
    #expect(try await app.texts.contains("large: "))
    #expect(try await !app.texts.contains { $0.hasPrefix("night") })
  }

  @Test func `an object with the unique name of another replaces it`() async throws {
    let (phone, app) = try await open()
    try await tap("Add night", "Save", "Same name", "Save", on: phone)
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.texts.filter { $0.hasPrefix("night 1") }.count == 1)
  }

  @Test func `a kill at once loses what is not saved, the background saves it (SD1)`() async throws
  {
    let (phone, app) = try await open()
    try await tap("Add night", on: phone)
    phone.jetsam(app)
    #expect(try World.current.findings.contains { $0.name == "coredata.unsaved" })
    await phone.open(app)
    #expect(try await !app.texts.contains { $0.hasPrefix("night") })

    try await tap("Add night", on: phone)
    await phone.goHome()
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.texts.contains("night 1 (0)"))
  }

  @Test func `an actor has a context of its own, which sees what is saved`() async throws {
    let (phone, app) = try await open()
    try await tap("Add night", "Read", on: phone)
    let texts = try await app.texts
    #expect(texts.contains("read: "))
    try await tap("Save", "Read", on: phone)
    #expect(try await app.texts.contains("read: night 1"))
  }
}
