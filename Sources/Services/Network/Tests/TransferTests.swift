import Dispatch
import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Uploads of a background session, with and without their app.
@Suite struct TransferTests {
  private static let bytes = 40_000  // Twenty seconds.
  private static let reported = ["events uploads", "done 1 200", "all events"]

  private static func open(
    _ phone: Phone, _ app: AppFixture = uploadingApp(), uploads: Int = 1
  ) async throws -> InstalledApp {
    let app = try await phone.start(app)
    await phone.upload(app, bytes: bytes, names: (0..<uploads).map { "chunk\($0)" })
    return app
  }

  @Test func `a running app is notified at once, without a wake`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await phone.world.pass(.seconds(60))
      #expect(!phone.transfer.isBusy)
    }
    #expect(world.log.texts == ["done 1 200"])
    #expect(gateway.moments == [.start + SlowUplink.time(of: Self.bytes)])
    #expect(gateway.requests.map(\.body.count) == [Self.bytes])
    #expect(world.moments(printed: "done 1 200") == gateway.moments)
  }

  @Test func `a transfer continues while its app is suspended, and wakes it at the end (FT7)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await phone.goHome()
      try await phone.world.pass(.seconds(10))
      #expect(app.state == .suspended)
      try await phone.world.pass(.seconds(60))
      #expect(app.state == .suspended)
    }
    #expect(world.log.texts == Self.reported)
    #expect(world.launches == [.user])
    #expect(gateway.moments == [.start + SlowUplink.time(of: Self.bytes)])
    // The app is woken once, and suspended again as soon as the handler is called (L12).
    #expect(world.moments(of: .suspended).count == 2)
    #expect(world.moments(of: .suspended).last == gateway.moments.last)
  }

  @Test
  func
    `after jetsam the app is launched in background, and first gets handleEvents (FT7, L8, L13)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    var app = uploadingApp()
    app.plist = InfoPlist(["UIApplicationSceneManifest": [String: String]()])
    let world = try await withPhone(gateway: gateway) { [app] phone in
      let app = try await Self.open(phone, app)
      await phone.goHome()
      try await phone.world.pass(.seconds(10))
      phone.jetsam(app)
      try await phone.world.pass(.seconds(60))
      #expect(app.state == .suspended && app.launchCount == 2)
    }
    #expect(world.log.texts == Self.reported)
    #expect(world.launches == [.user, .backgroundTransfer])
    #expect(world.callbacks.suffix(1) == [.didFinishLaunching])
    #expect(world.callbacks.filter { $0 == .sceneWillConnect }.count == 1)  // No new scene.
    #expect(gateway.requests.count == 1)
  }

  @Test func `an app that does not call the handler is killed after 30 s (L10, L12)`() async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone, uploadingApp(callsHandler: false))
      phone.jetsam(app)
      try await phone.world.pass(.seconds(120))
    }
    #expect(world.log.texts == Self.reported)
    #expect(world.moments(of: .suspended).isEmpty)
    #expect(world.momentsOfEnd.last == gateway.moments[0] + .seconds(30))
    guard case .killed(.backgroundTransfer, _)? = world.ends.last else {
      Issue.record("ended as \(world.ends)")
      return
    }
  }

  @Test func `a woken app may begin a background task (L12, BG1)`() async throws {
    let gateway = FakeGateway(body: "")
    let app = uploadingApp(then: { _ in
      var id = UIBackgroundTaskIdentifier.invalid
      id = UIApplication.shared.beginBackgroundTask(withName: "tidy up") {
        UIApplication.shared.endBackgroundTask(id)
      }
      print("began \(id != .invalid)")
    })
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.path = .offline
      _ = try await Self.open(phone, app)
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(60))
    }
    #expect(world.log.texts.contains("began true"))
    #expect(world.ends == [])
    // The handler is called 5 s before the budget of 30 s ends, and ends the task (BG3).
    #expect(world.moments(of: .suspended).last == gateway.moments[0] + .seconds(25))
  }

  @Test func `the app is woken once, when all its tasks are done (FT7)`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone, uploads: 3)
      phone.jetsam(app)
      try await phone.world.pass(.minutes(10))
    }
    #expect(
      world.log.texts == ["events uploads", "done 1 200", "done 2 200", "done 3 200", "all events"])
    #expect(world.launches == [.user, .backgroundTransfer])
    // There is one uplink, so the transfers take turns.
    let each = SlowUplink.time(of: Self.bytes) - .milliseconds(40)
    let ends = (1...3).map { VirtualInstant.start + each * $0 + .milliseconds(40) }
    #expect(gateway.moments == ends)
    #expect(world.moments { $0 == .launched(.backgroundTransfer) } == [gateway.moments[2]])
  }

  @Test func `a session without launch events waits for the user to open the app`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone, uploadingApp { $0.sessionSendsLaunchEvents = false })
      phone.jetsam(app)
      try await phone.world.pass(.minutes(10))
      #expect(app.process == nil && gateway.requests.count == 1)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.log.texts == ["done 1 200"])
    #expect(world.launches == [.user, .user])
  }

  // MARK: Cancellation (L16)

  @Test(arguments: [AppState.active, .background, .suspended, .notRunning])
  func `a force-quit cancels with reason 0, which is reported at the next launch (L16)`(
    _ state: AppState
  ) async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone, uploads: 2)
      if state != .active { await phone.goHome() }
      if state == .suspended { try await phone.world.pass(.seconds(5)) }
      if state == .notRunning { phone.jetsam(app) }
      #expect(app.state == state)
      await phone.swipeAway(app)
      try await phone.world.pass(.minutes(60))
      #expect(app.process == nil)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
      #expect(!phone.transfer.isBusy)
    }
    #expect(world.log.texts == (1...2).map { "failed \($0) -999, reason 0" })
    #expect(world.launches == [.user, .user])
    #expect(gateway.requests.isEmpty)
  }

  @Test func `a transfer canceled by the app has no reason`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      try await phone.world.pass(.seconds(5))
      await phone.touch(app, "cancel") {
        Uploader.current.session.getAllTasks { for task in $0 { task.cancel() } }
      }
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts == ["failed 1 -999"])
    #expect(gateway.requests.isEmpty)
  }

  @Test func `deleting an app removes its transfers`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      phone.delete(app)
      try await phone.world.pass(.minutes(60))
      #expect(!phone.transfer.isBusy)
    }
    #expect(gateway.requests.isEmpty && world.log.texts == [] && world.launches == [.user])
  }

  @Test func `a result is not lost if the process ends before it is delivered`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "block") {
        DispatchQueue.main.async { Thread.sleep(forTimeInterval: 60) }
      }
      try await phone.world.pass(.seconds(30))
      #expect(gateway.requests.count == 1)
      phone.jetsam(app)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.log.texts == ["done 1 200"])
  }
}
