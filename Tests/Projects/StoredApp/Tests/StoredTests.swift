import Testing
import YobanTesting

@testable import StoredApp

/// Classes that Xcode generates for a model of Core Data, and classes that an app writes.
@Suite(.world()) struct StoredTests {
  private func open() async throws -> (phone: Phone, app: InstalledApp) {
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(AppDelegate.self), infoPlist: .file("Info.plist"),
      resources: .file("Resources.json"))
    await phone.open(app)
    return (phone, app)
  }

  @Test func `what is saved is there after a kill, in objects of the app's classes`() async throws {
    let (phone, app) = try await open()
    for title in ["Add", "Add", "Add", "Remove first", "Save"] { try await phone.tap(title) }
    #expect(try await app.texts.contains("saved"), "\(app.terminations)")
    phone.jetsam(app)
    await phone.open(app)
    // An awakeFromInsert that runs again would count to 2.
    #expect(try await app.texts.contains("the first: 2 (1), 3 (1)"), "\(app.terminations)")
    try await phone.tap("Add")
    #expect(try await app.texts.contains("the first: 2 (1), 3 (1), 3 (1)"))
  }

  @Test func `paths of names in predicates and sort descriptors are those of the model`()
    async throws
  {
    let (phone, app) = try await open()
    for title in ["Add", "Add", "Add", "Save", "Count"] { try await phone.tap(title) }
    #expect(try await app.texts.contains("large: [3, 2]"), "\(app.terminations)")
  }

  @Test func `a kill before the save is a finding`() async throws {
    let (phone, app) = try await open()
    try await phone.tap("Add")
    phone.jetsam(app)
    #expect(try World.current.findings.contains { $0.name == "coredata.unsaved" })
    await phone.open(app)
    #expect(try await app.texts.contains("the first: "))
  }

  @Test func `a fetch of a view follows its context`() async throws {
    let (phone, app) = try await open()
    for title in ["Add", "Add", "Add"] { try await phone.tap(title) }
    try await World.current.pass(.seconds(1))
    #expect(try await app.texts.contains("newest: 3 2"), "\(app.terminations)")
    #expect(try await app.texts.contains("small: 1"))
    #expect(try await app.texts.contains("large: 2 3"))
    try await phone.tap("Reset")
    try await World.current.pass(.seconds(1))
    #expect(try await app.texts.contains("newest: "))
  }
}
