import Foundation
import Testing
import YobanTesting

/// The life cycle of an app of SwiftUI is that of an app of UIKit with scenes.
@Suite(.world()) struct LifeCycleTests {
  private static func install(_ values: [String: Any] = [:]) throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    var plist: [String: Any] = [
      "UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": ["refresh"],
      "CFBundleURLTypes": [["CFBundleURLSchemes": ["pulse"]]],
    ]
    plist.merge(values) { _, new in new }
    return (phone, try phone.install(.swiftUI(LifeCycleApp.self), infoPlist: InfoPlist(plist)))
  }

  @Test func `an app that the user opens appears before it is active (L1, SU1)`() async throws {
    let (phone, app) = try Self.install()
    await phone.open(app)
    #expect(
      app.log.texts == [
        "init", "did finish launching", "appear", "app background to inactive",
        "view background to inactive", "app inactive to active", "view inactive to active",
      ])
    #expect(try await app.shows("Launches: 1"))
  }

  @Test func `the scene phase follows the app into the background and back (L2, L3)`() async throws
  {
    let (phone, app) = try Self.install()
    await phone.open(app)
    let before = app.log.texts.count
    await phone.goHome()
    #expect(
      Array(app.log.texts.dropFirst(before)) == [
        "app active to inactive", "view active to inactive", "app inactive to background",
        "view inactive to background",
      ])
    try await World.current.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    await #expect(throws: TouchError.self) { try await app.texts }
    let suspended = app.log.texts.count
    await phone.open(app)
    #expect(
      Array(app.log.texts.dropFirst(suspended)) == [
        "app background to inactive", "view background to inactive", "app inactive to active",
        "view inactive to active",
      ])
  }

  @Test func `a task stops while the app is suspended, and ends with the process`() async throws {
    let (phone, app) = try Self.install()
    await phone.open(app)
    try await World.current.pass(.seconds(3.5))
    #expect(try await app.shows("Ticks: 3"))
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.shows("Ticks: 0"))
    #expect(!app.log.contains("disappear"))
  }

  @Test func `user defaults outlive the process, and state does not`() async throws {
    let (phone, app) = try Self.install()
    await phone.open(app)
    try await phone.tap("Count")
    try await phone.tap("Count")
    #expect(try await app.shows("Opened: 2"))
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.shows("Opened: 2"))
  }

  @Test func `scene storage outlives a killed process, and not a swipe`() async throws {
    let (phone, app) = try Self.install()
    await phone.open(app)
    try await phone.type("hello", into: "Draft")
    await phone.goHome()
    phone.jetsam(app)
    await phone.open(app)
    #expect(try await app.value(of: "Draft") == "hello")
    await phone.swipeAway(app)
    await phone.open(app)
    #expect(try await app.value(of: "Draft") == "")
  }

  @Test func `a launch in background evaluates the app and shows no view (L13, SU1, SU2)`()
    async throws
  {
    let (phone, app) = try Self.install()
    await phone.open(app)
    try await Self.scheduleRefresh(phone, app)
    phone.jetsam(app)
    let before = app.log.texts.count
    #expect(phone.runScheduledTask(app, "refresh"))
    try await World.current.pass(.seconds(1))
    #expect(
      Array(app.log.texts.dropFirst(before)) == ["init", "did finish launching", "refresh begins"])
    #expect(try await app.texts == [])
    phone.expireScheduledTask(app, "refresh")
    try await World.current.pass(.seconds(1))
    #expect(app.log.texts.last == "refresh is canceled")
    try await World.current.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    #expect(app.terminations == [.jetsam])
  }

  @Test func `a URL launches an app, and reaches a running app (SU3)`() async throws {
    let (phone, app) = try Self.install()
    try await phone.open(URL(string: "pulse://first")!, in: app)
    #expect(app.state == .active)
    #expect(try await app.shows("Link: pulse://first"))
    await phone.goHome()
    try await phone.open(URL(string: "pulse://second")!, in: app)
    #expect(try await app.shows("Link: pulse://second"))
    try await phone.open(URL(string: "pulse://third")!, in: app)
    #expect(try await app.shows("Link: pulse://third"))
    #expect(app.launches.count == 1)
  }

  @Test func `a URL with an unknown scheme is an error that names the known ones`() async throws {
    let (phone, app) = try Self.install()
    let error = await #expect(throws: OpenURLError.self) {
      try await phone.open(URL(string: "other://x")!, in: app)
    }
    #expect(error?.description.contains("it declares pulse") == true)
    #expect(app.state == .notRunning)
  }
}

extension LifeCycleTests {
  @Test func `a transfer that ends launches the app for its background task (SU2)`() async throws {
    let world = try World.current
    let server = try world.addServer("example.com")
    server.respond(to: "POST", "/upload") { _ in .text("ok").after(.seconds(60)) }
    let (phone, app) = try Self.install()
    await phone.open(app)
    await phone.touch(app, "upload") { Upload.begin() }
    await phone.goHome()
    try await world.pass(.seconds(5))
    phone.jetsam(app)
    let before = app.log.texts.count
    try await world.wait(for: "the launch", atMost: .minutes(10)) {
      app.log.contains("uploads are complete")
    }
    #expect(
      Array(app.log.texts.dropFirst(before)) == [
        "init", "did finish launching", "uploads are complete",
      ])
    try await world.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
  }

  private static func scheduleRefresh(_ phone: Phone, _ app: InstalledApp) async throws {
    await phone.touch(app, "schedule") { RefreshRequest.submit() }
  }
}
