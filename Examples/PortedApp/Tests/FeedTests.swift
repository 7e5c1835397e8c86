import Testing
import YobanTesting

@testable import PortedApp

@Suite(.world()) struct FeedTests {
  @Test func `the app refreshes its feed when it comes to the foreground`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(AppDelegate.self, infoPlist: .file("Info.plist"))
    await phone.open(app)
    try await world.wait(for: "the first answer", atMost: .minutes(2)) {
      app.log.lines(containing: "finished with").count == 1
    }
    try await app.tap("Refresh")
    try await world.wait(for: "the second answer", atMost: .minutes(2)) {
      app.log.lines(containing: "finished with").count == 2
    }
    await phone.goHome()
    try await world.pass(.hours(1))
    await phone.open(app)
    try await world.wait(for: "the third answer", atMost: .minutes(2)) {
      app.log.lines(containing: "finished with").count == 3
    }
  }
}
