import Testing
import YobanTesting

@testable import PortedApp

@Suite(.world()) struct FeedTests {
  @Test func `the app loads its feed when it comes to the foreground and when the user asks`()
    async throws
  {
    let world = try World.current
    let server = try world.addServer("news.example.com")
    server.respond(to: "GET", "/headlines.json") { _ in
      .json(#"["Night watch", "Day watch"]"#).after(.milliseconds(300))
    }
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))
    await phone.open(app)
    try await world.wait(for: "the first answer", atMost: .minutes(2)) {
      app.log.lines(containing: "finished with 2 headlines").count == 1
    }
    try await phone.tap("Refresh")
    try await world.wait(for: "the second answer", atMost: .minutes(2)) {
      app.log.lines(containing: "finished with 2 headlines").count == 2
    }
    await phone.goHome()
    try await world.pass(.hours(1))
    server.isOn = false
    await phone.open(app)
    try await world.wait(for: "the failure", atMost: .minutes(2)) {
      app.log.contains("finished with 0 headlines")
    }
    #expect(
      app.log.texts.contains("refreshes from 1 to 2") && app.log.texts.contains("2 refreshes"))
    #expect(app.log.contains("no headlines: "))
    #expect(server.requests.count == 2)
    #expect(world.findings.isEmpty)
  }

  @Test func `the singleton is a new one after the system has removed the app`() async throws {
    let world = try World.current
    let server = try world.addServer("news.example.com")
    server.respond(to: "GET", "/headlines.json") { _ in .json("[]") }
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(.delegate(AppDelegate.self), infoPlist: .file("Info.plist"))
    func refreshes() async -> String? {
      await phone.touch(app, "count") { (_: AppDelegate) in
        print("refreshes: \(FeedStore.shared.refreshes)")
      }
      return app.log.texts.last { $0.hasPrefix("refreshes") }
    }
    await phone.open(app)
    try await world.pass(.seconds(5))
    try await phone.tap("Refresh")
    try await world.pass(.seconds(5))
    #expect(await refreshes() == "refreshes: 2")

    phone.jetsam(app)
    await phone.open(app)
    try await world.pass(.seconds(5))
    #expect(await refreshes() == "refreshes: 1")
  }
}
