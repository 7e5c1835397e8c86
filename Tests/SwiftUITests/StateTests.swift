import Testing
import YobanTesting

/// State belongs to the identity of a view, and a change updates the views that depend on it.
@Suite(.world()) struct StateTests {
  private static func open() async throws -> InstalledApp {
    let phone = try World.current.addPhone()
    let app = try phone.install(.swiftUI(StateApp.self))
    await phone.open(app)
    return app
  }

  @Test func `an observable object of the environment updates its reader`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    #expect(try await app.shows("Rate: 60 bpm"))
    try await phone.tap("Beat")
    try await phone.tap("Set rate, Increment")
    #expect(try await app.shows("Rate: 62 bpm"))
  }

  @Test func `a property that no body has read causes no evaluation`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    let before = app.log.texts.count { $0 == "body" }
    try await phone.tap("Unread")
    #expect(app.log.texts.count { $0 == "body" } == before)
    try await phone.tap("Beat")
    #expect(app.log.texts.count { $0 == "body" } == before + 1)
  }

  @Test func `a state object is made once, and its change updates the view`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("Store")
    #expect(try await app.shows("Store: 1"))
    #expect(app.log.texts.count { $0 == "store made" } == 1)
  }

  @Test func `a condition makes a new view with new state`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("first: 0")
    #expect(try await app.shows("first: 1"))
    try await phone.tap("Switch")
    #expect(try await app.shows("second: 0"))
    try await phone.tap("Switch")
    #expect(try await app.shows("first: 0"))
    try await World.current.pass(.seconds(1))
    let events = app.log.texts.filter { $0.hasPrefix("first") || $0.hasPrefix("second") }
    #expect(
      events.filter { $0.hasSuffix("appears") && !$0.contains("dis") }
        == ["first appears", "second appears", "first appears"])
    #expect(
      events.filter { $0.hasSuffix("disappears") } == ["first disappears", "second disappears"])
    // The touch changed the identifier of the task; then the view disappeared.
    #expect(events.count { $0 == "first canceled" } == 2)
  }

  @Test func `a row keeps its state when it moves, and loses it when it is removed`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("a: 0")
    try await phone.tap("Reverse")
    let rows = try await app.texts.filter { $0.hasPrefix("a:") || $0.hasPrefix("b:") }
    #expect(rows == ["b: 0", "a: 1"])
    try await phone.tap("Drop")
    #expect(try await !app.shows("a: 1"))
    #expect(app.log.contains("a disappears"))
  }

  @Test func `another identifier makes another view`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("identified: 0")
    try await phone.tap("New identity")
    #expect(try await app.shows("identified: 0"))
    #expect(app.log.contains("generation 0 to 1"))
  }

  @Test func `a task ends when its identifier changes and when its view disappears`() async throws {
    let app = try await Self.open()
    let phone = try World.current.phone
    try await phone.tap("a: 0")
    try await World.current.pass(.seconds(1))
    #expect(app.log.texts.count { $0 == "a canceled" } == 1)
    try await phone.tap("Reverse")
    try await phone.tap("Drop")
    try await World.current.pass(.seconds(1))
    #expect(app.log.texts.count { $0 == "a canceled" } == 2)
  }

  @Test func `a publisher of time updates a view once a second`() async throws {
    let app = try await Self.open()
    try await World.current.pass(.seconds(4.5))
    #expect(try await app.shows("Ticks: 4"))
  }
}
