import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The system's decisions about background transfers: delays, cancellations and launches (FT7, L10,
/// L16, L18, L19).
@Suite struct TransferDecisionTests {
  private static let bytes = 20_000  // Ten seconds.
  private static let length = SlowUplink.time(of: bytes)

  private static func upload(_ phone: Phone, _ app: InstalledApp) async {
    await phone.upload(app, bytes: bytes)
  }

  // MARK: Delays

  @Test func `a discretionary transfer waits for Wi-Fi and power (FT7)`() async throws {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      let app = try await phone.start(uploadingApp { $0.isDiscretionary = true })
      await Self.upload(phone, app)
      try await phone.world.pass(.minutes(60))
      #expect(gateway.requests.isEmpty)
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(1))
      #expect(gateway.moments == [at(3600) + Self.length])
      // 95 % minus 3 % an hour is below 20 % after 25 hours.
      try await phone.world.pass(.minutes(26 * 60))
      await Self.upload(phone, app)
      try await phone.world.pass(.minutes(60))
      #expect(gateway.requests.count == 1)
      phone.power.isCharging = true
      try await phone.world.pass(.minutes(1))
      #expect(gateway.requests.count == 2)
    }
  }

  @Test(arguments: [true, false])
  func `Low Power Mode pauses discretionary transfers only (L19)`(_ isDiscretionary: Bool)
    async throws
  {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      let app = try await phone.start(uploadingApp { $0.isDiscretionary = isDiscretionary })
      await Self.upload(phone, app)
      try await phone.world.pass(.seconds(5))
      phone.power.isLowPowerMode = true
      try await phone.world.pass(.minutes(10))
      phone.power.isLowPowerMode = false
      try await phone.world.pass(.minutes(1))
    }
    #expect(gateway.moments == [at(isDiscretionary ? 605 : 0) + Self.length])
  }

  @Test func `a transfer created in background is discretionary, whatever its session says (FT7)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      let app = try await phone.startLocated()
      await Self.upload(phone, app)
      try await phone.world.pass(.minutes(1))
      #expect(gateway.requests.count == 1, "in foreground it is as the session says")
      await phone.goHome()
      await Self.upload(phone, app)
      try await phone.world.pass(.minutes(60))
      #expect(gateway.requests.count == 1)
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(1))
      #expect(gateway.requests.count == 2)
    }
  }

  @Test func `without cellular access a transfer waits for Wi-Fi, also after losing it (FT7)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      let app = try await phone.start(uploadingApp { $0.allowsCellularAccess = false })
      await Self.upload(phone, app)
      try await phone.world.pass(.seconds(100))
      phone.network.path = .wifi
      try await phone.world.pass(.seconds(5))
      phone.network.path = .cellular
      try await phone.world.pass(.seconds(95))
      phone.network.path = .wifi
      try await phone.world.pass(.seconds(60))
    }
    #expect(gateway.moments == [at(200) + Self.length])
  }

  // MARK: Responses

  @Test func `receiving the bytes of a response takes time (FT7)`() async throws {
    let gateway = FakeGateway(body: String(repeating: "x", count: 5_000))
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.downlinkBytesPerSecond = 1_000
      let app = try await phone.start()
      await phone.upload(app, bytes: 2_000, names: ["1", "2"])
      try await phone.world.pass(.minutes(1))
    }
    // Sent after 1 and 2 s. The responses take 5 s each, one after the other.
    #expect(gateway.moments == [at(1.04), at(2.04)])
    #expect(world.log.timedTexts == ["6.0 done 1 200", "11.0 done 2 200"])
  }

  @Test func `a response that is lost makes the system send the request to the server again (FT7)`()
    async throws
  {
    let gateway = FakeGateway(body: String(repeating: "x", count: 5_000))
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.downlinkBytesPerSecond = 1_000
      let app = try await phone.start()
      await Self.upload(phone, app)
      try await phone.world.pass(.seconds(12))
      phone.network.path = .offline
      try await phone.world.pass(.seconds(8))
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(1))
    }
    #expect(gateway.moments == [.start + Self.length, at(20) + Self.length])
    #expect(world.log.texts == ["done 1 200"])
  }

  // MARK: Cancellation by the system

  @Test
  func `Background App Refresh off cancels with reason 1, reported at the next launch (FT7, L18)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await phone.start()
      await Self.upload(phone, app)
      phone.jetsam(app)
      phone.setBackgroundRefresh(false, for: app)
      try await phone.world.pass(.minutes(60))
      #expect(app.process == nil)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.log.texts == ["failed 1 -999, reason 1"])
    #expect(world.launches == [.user, .user])
    #expect(gateway.requests.isEmpty)
  }

  @Test func `an app in the foreground keeps its transfers (FT7, L18)`() async throws {
    let world = try await withPhone(gateway: FakeGateway(body: "")) { phone in
      let app = try await phone.start()
      await Self.upload(phone, app)
      phone.setBackgroundRefresh(false)
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.log.texts == ["done 1 200"])
  }

  @Test func `a system short of resources cancels with reason 2, and the app is notified (FT7)`()
    async throws
  {
    let world = try await withPhone(gateway: FakeGateway(body: "")) { phone in
      let app = try await phone.start()
      await Self.upload(phone, app)
      phone.jetsam(app)
      try await phone.world.pass(.seconds(1))
      phone.cancelTransfers(of: app)
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.log.texts == ["events uploads", "failed 1 -999, reason 2", "all events"])
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  // MARK: Launches

  @Test func `a crash does not end transfers (FT7)`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await phone.start()
      await Self.upload(phone, app)
      app.process?.kill(.crash("a trap"))
      try await phone.world.pass(.minutes(1))
    }
    #expect(gateway.requests.count == 1)
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  @Test
  func `an app that does not answer all sessions' events is killed, with its code (L10, FT7)`()
    async throws
  {
    // Two sessions end within a second of each other: the app answers the first, not the second.
    var app = AppFixture { _ in
      _ = Uploader()
      _ = Uploader("second")
    }
    app.sessionEvents = { session, completion in
      print("events \(session)")
      if session == "uploads" { completion() }
    }
    let world = try await withPhone(gateway: FakeGateway(body: "")) { [app] phone in
      let app = try await phone.start(app)
      await phone.touch(app, "upload") {
        Uploader.current.upload(bytes: 20_000)
        Uploader.named("second").upload(bytes: 20_000, name: "second")
      }
      await phone.goHome()
      try await phone.world.pass(.minutes(2))
    }
    #expect(world.log.texts.contains("events second"))
    #expect(world.ends.count == 1)
    guard case .killed(.backgroundTransfer, _)? = world.ends.first else {
      Issue.record("ended as \(world.ends)")
      return
    }
  }

  @Test func `an app that calls the handler at once gets the results when it runs next (FT7)`()
    async throws
  {
    var app = uploadingApp()
    app.sessionEvents = { _, completion in
      print("events")
      completion()
    }
    let world = try await withPhone(gateway: FakeGateway(body: "")) { [app] phone in
      let app = try await phone.start(app)
      await Self.upload(phone, app)
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
      #expect(phone.world.log.texts == ["events"])
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.log.texts.starts(with: ["events", "done 1 200"]))
    #expect(world.ends.isEmpty)
  }

  @Test func `creating one task at a time in background is a finding, a batch is not (FT7)`()
    async throws
  {
    let chain = try await withPhone(gateway: FakeGateway(body: "")) { phone in
      let app = try await phone.start(uploadingApp(then: { $0.upload(bytes: Self.bytes) }))
      await Self.upload(phone, app)
      await phone.goHome()
      try await phone.world.pass(.minutes(30))
    }
    #expect(chain.kinds == [.urlsessionOneAtATime.by(.ft7)], "once")
    let batch = try await withPhone(gateway: FakeGateway(body: "")) { phone in
      let app = try await phone.start()
      for _ in 1...5 { await Self.upload(phone, app) }
      await phone.goHome()
      try await phone.world.pass(.minutes(30))
    }
    #expect(batch.kinds.isEmpty)
  }
}
