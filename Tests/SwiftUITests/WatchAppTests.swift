import Foundation
import Testing
import YobanTesting

/// The life cycle of an app of SwiftUI on a watch is that of an app with a WatchKit delegate.
@Suite(.world()) struct WatchAppTests {
  private static func install(_ values: [String: Any] = [:]) throws -> (Watch, InstalledApp) {
    let watch = try World.current.addWatch(pairedWith: World.current.addPhone())
    let app = try watch.install(
      .swiftUI(PulseWatchApp.self),
      infoPlist: InfoPlist(values.merging(["WKApplication": true]) { own, _ in own }))
    // Refreshes come only to an app with a complication (WK9).
    watch.activeComplications = [app]
    return (watch, app)
  }

  @Test func `a watch app shows its views when the user opens it, and a test touches them`()
    async throws
  {
    let (watch, app) = try Self.install()
    await watch.open(app)
    #expect(
      app.log.texts == [
        "did finish launching", "appear", "did become active", "app background to active",
      ])
    try await watch.tap("Count")
    try await watch.tap("Count")
    #expect(try await app.texts.first == "Beats: 2")
    await #expect(throws: TouchError.self) { try await watch.tap("Stop") }
  }

  @Test func `the scene phase follows the wrist (WK1)`() async throws {
    let (watch, app) = try Self.install()
    await watch.open(app)
    let before = app.log.texts.count
    await watch.lowerWrist()
    try await World.current.pass(.seconds(60))
    await watch.raiseWrist()
    #expect(
      Array(app.log.texts.dropFirst(before)) == [
        "app active to inactive", "did become active", "app inactive to active",
      ])
    await watch.lowerWrist()
    // The app stays frontmost for 2 minutes.
    try await World.current.pass(.minutes(3))
    await watch.raiseWrist()
    #expect(app.state != .active)
    await watch.open(app)
    #expect(app.log.texts.suffix(1) == ["app inactive to active"])
  }

  @Test func `a background refresh runs its action, without a view (WK9)`() async throws {
    let (watch, app) = try Self.install()
    await watch.open(app)
    try await watch.tap("Refresh later")
    await watch.pressCrown()
    watch.jetsam(app)
    let before = app.log.texts.count
    try await World.current.wait(for: "the refresh", atMost: .minutes(60)) {
      app.log.contains("refresh ends")
    }
    #expect(
      Array(app.log.texts.dropFirst(before)) == [
        "did finish launching", "refresh begins", "refresh ends",
      ])
    #expect(try World.current.findings.isEmpty)
  }

  @Test func `a background refresh that lasts too long is canceled (WK9)`() async throws {
    let (watch, app) = try Self.install(["RefreshSeconds": 3600.0])
    await watch.open(app)
    try await watch.tap("Refresh later")
    await watch.pressCrown()
    try await World.current.wait(for: "the cancellation", atMost: .minutes(60)) {
      app.log.contains("refresh is canceled")
    }
    #expect(app.log.contains("refresh ends"))
  }

  @Test func `a background refresh without an action reaches the delegate`() async throws {
    let (watch, app) = try Self.install()
    await watch.open(app)
    try await watch.tap("Refresh something else later")
    await watch.pressCrown()
    try await World.current.pass(.minutes(60))
    await watch.open(app)
    #expect(try await app.shows("Tasks: 1"))
    #expect(!app.log.contains("refresh begins"))
  }

  @Test func `a watch app without SwiftUI has nothing to touch, and the error says so`()
    async throws
  {
    let watch = try World.current.addWatch(pairedWith: World.current.addPhone())
    let app = try watch.install(.delegate(PulseWatchDelegate.self))
    await watch.open(app)
    #expect(try await app.texts.isEmpty)
    let error = await #expect(throws: TouchError.self) { try await watch.tap("Start") }
    #expect(error?.description.contains("nothing that can be touched") == true)
  }
}
