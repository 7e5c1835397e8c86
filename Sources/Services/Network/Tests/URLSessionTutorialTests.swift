import Foundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs transfers in the style of tutorials, which compile unchanged.
@Suite struct URLSessionTutorialTests {
  @Test(.world())
  func `the async method for a background session's events calls the handler when it returns`()
    async throws
  {
    let world = try World.current
    world.gateway = FakeGateway()
    let phone = try world.addPhone()
    let app = try phone.install(
      ModernAppDelegate.self, infoPlist: InfoPlist(), bundleIdentifier: "example.tutorial")
    phone.network.latency = .seconds(60)
    await phone.open(app)
    await phone.touch(app, "upload") {
      let file = URL.documentsDirectory.appending(path: "a.txt")
      try! Data("x".utf8).write(to: file)
      let session = Uploads().makeSession()
      Task { await Uploads.send(file, over: session) }
    }
    await phone.goHome()
    try await world.pass(.seconds(90))
    #expect(app.state == .suspended)
    #expect(world.log.texts == ["events of uploads"])
  }

  @Test(.world()) func `a transfer class in the style of Swift 5 uploads and downloads`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let file = URL.documentsDirectory.appending(path: "up.bin")
        try! Data([1, 2, 3]).write(to: file)
        let manager = Transfers()
        Kept.of("manager", manager)
        manager.upload(file, to: URL(string: "http://collector/up")!)
        manager.download(URL(string: "http://collector/down.txt")!)
      }, gateway: FakeGateway(body: "12345"))
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      print(
        (try? String(contentsOf: URL.cachesDirectory.appending(path: "down.txt"), encoding: .utf8))
          ?? "nothing")
    }
    #expect(fixture.world.log.texts == ["progress 1.0", "up.bin 200 5", "download 200 0", "12345"])
  }
}
