import Testing
import YobanTesting

@testable import OldApp

/// A project of Swift 4 with a package in its folder.
@Suite(.world()) struct OldAppTests {
  @Test func `old names, packages, resources and entitlements are those of a device`() async throws
  {
    let phone = try World.current.addPhone(iOS: 11)
    let app = try phone.install(
      .delegate(AppDelegate.self), infoPlist: .file("Info.plist"),
      entitlements: .file("App.entitlements"), resources: .file("Resources.json"))
    await phone.open(app)
    try await World.current.pass(.seconds(1))
    try await phone.tap("Zones")
    await phone.goHome()
    #expect(app.log.texts == ["bluetooth true", "zones easy, steady", "left"])
    #expect(app.state != .notRunning, "\(app.terminations)")
  }
}
