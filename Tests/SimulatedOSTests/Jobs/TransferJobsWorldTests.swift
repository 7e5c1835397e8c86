import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The system's decisions about background transfers: delays, cancellations and launches (FT7, L10,
/// L16, L18, L19).
@Suite struct TransferJobsWorldTests {
  private static let bytes = 20_000  // Ten seconds.
  private static let length = SlowUplink.time(of: bytes)

  private static func discretionary() -> TransferSettings {
    var settings = TransferSettings()
    settings.isDiscretionary = true
    return settings
  }

  private static func open(_ phone: Phone, _ app: TestApp = UploadApp.app()) async throws
    -> InstalledApp
  {
    SlowUplink.set(on: phone)
    let app = try phone.install(app.definition)
    await phone.open(app)
    return app
  }

  private static func upload(_ phone: Phone, _ app: InstalledApp) async {
    await phone.touch(app, "upload") { Uploader.current.upload(bytes: bytes) }
  }

  // MARK: Delays

  @Test func `a discretionary transfer waits for Wi-Fi and power (FT7)`() async throws {
    let gateway = FakeGateway()
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      let app = try await Self.open(phone, UploadApp.app(Self.discretionary()))
      await Self.upload(phone, app)
      try await minutes(60)
      #expect(gateway.requests.isEmpty)
      phone.network.path = .wifi
      try await minutes(1)
      #expect(gateway.moments == [at(3600) + Self.length])
      // 95 % minus 3 % an hour is below 20 % after 25 hours.
      try await minutes(26 * 60)
      await Self.upload(phone, app)
      try await minutes(60)
      #expect(gateway.requests.count == 1)
      phone.power.isCharging = true
      try await minutes(1)
      #expect(gateway.requests.count == 2)
    }
  }

  @Test func `Low Power Mode pauses discretionary transfers only (L19)`() async throws {
    for isDiscretionary in [true, false] {
      let gateway = FakeGateway()
      var settings = TransferSettings()
      settings.isDiscretionary = isDiscretionary
      let app = UploadApp.app(settings)
      try await withPhone(gateway: gateway) { phone in
        let app = try await Self.open(phone, app)
        await Self.upload(phone, app)
        try await sleep(5)
        phone.power.isLowPowerMode = true
        try await minutes(10)
        phone.power.isLowPowerMode = false
        try await minutes(1)
      }
      #expect(gateway.moments == [at(isDiscretionary ? 605 : 0) + Self.length])
    }
  }

  @Test func `a transfer created in background is discretionary, whatever its session says (FT7)`()
    async throws
  {
    let gateway = FakeGateway()
    var app = UploadApp.app().on(.didFinishLaunching) { LocationKeeper($0).start() }
    app.modes = ["location"]
    let definition = app.definition
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      SlowUplink.set(on: phone)
      let app = try phone.install(definition)
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await Self.upload(phone, app)
      try await minutes(1)
      #expect(gateway.requests.count == 1, "in foreground it is as the session says")
      await phone.goHome()
      await Self.upload(phone, app)
      try await minutes(60)
      #expect(gateway.requests.count == 1)
      phone.network.path = .wifi
      try await minutes(1)
      #expect(gateway.requests.count == 2)
    }
  }

  @Test func `without cellular access a transfer waits for Wi-Fi, also after losing it (FT7)`()
    async throws
  {
    let gateway = FakeGateway()
    var settings = TransferSettings()
    settings.allowsCellular = false
    let app = UploadApp.app(settings)
    try await withPhone(gateway: gateway) { phone in
      phone.network.path = .cellular
      let app = try await Self.open(phone, app)
      await Self.upload(phone, app)
      try await sleep(100)
      phone.network.path = .wifi
      try await sleep(5)
      phone.network.path = .cellular
      try await sleep(95)
      phone.network.path = .wifi
      try await sleep(60)
    }
    #expect(gateway.moments == [at(200) + Self.length])
  }

  @Test func `a transfer does not begin before its earliest date (FT7)`() async throws {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await phone.touch(app, "upload") {
        Uploader.current.upload(bytes: Self.bytes, afterAtLeast: .seconds(3600))
      }
      phone.jetsam(app)
      try await minutes(59)
      #expect(gateway.requests.isEmpty && phone.transfer.isBusy)
      try await minutes(5)
    }
    #expect(gateway.moments == [at(3600) + Self.length])
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  @Test func `the time limit of a session ends a transfer (FT7)`() async throws {
    var settings = TransferSettings()
    settings.resourceTimeout = .seconds(600)
    let app = UploadApp.app(settings)
    let world = try await withPhone(gateway: FakeGateway()) { phone in
      phone.network.path = .offline
      let app = try await Self.open(phone, app)
      await Self.upload(phone, app)
      try await minutes(11)
    }
    #expect(world.output == ["failed 1 \(TransferFailure.exchange(.timedOut))"])
    #expect(world.moments { $0 == .output(world.output[0]) } == [at(600)])
  }

  // MARK: Responses

  @Test func `receiving the bytes of a response takes time (FT7)`() async throws {
    let gateway = FakeGateway()
    gateway.answer = 5_000
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.downlinkBytesPerSecond = 1_000
      let app = try await Self.open(phone)
      await phone.touch(app, "upload") {
        for i in 1...2 { Uploader.current.upload(bytes: 2_000, name: "\(i)") }
      }
      try await minutes(1)
    }
    // Sent after 1 and 2 s. The responses take 5 s each, one after the other.
    #expect(gateway.moments == [at(1.04), at(2.04)])
    #expect(world.timedOutput == ["6.0 done 1 200", "11.0 done 2 200"])
  }

  @Test func `a response that is lost makes the system send the request to the server again (FT7)`()
    async throws
  {
    let gateway = FakeGateway()
    gateway.answer = 5_000
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.downlinkBytesPerSecond = 1_000
      let app = try await Self.open(phone)
      await Self.upload(phone, app)
      try await sleep(12)
      phone.network.path = .offline
      try await sleep(8)
      phone.network.path = .wifi
      try await minutes(1)
    }
    #expect(gateway.moments == [.start + Self.length, at(20) + Self.length])
    #expect(world.output == ["done 1 200"])
  }

  // MARK: Cancellation by the system

  @Test
  func `Background App Refresh off cancels with reason 1, reported at the next launch (FT7, L18)`()
    async throws
  {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await Self.upload(phone, app)
      phone.jetsam(app)
      phone.setBackgroundRefresh(false, for: app)
      try await minutes(60)
      #expect(app.process == nil)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output == ["failed 1 \(TransferFailure.cancelled(reason: 1))"])
    #expect(world.launches == [.user, .user])
    #expect(gateway.requests.isEmpty)
  }

  @Test func `an app in the foreground keeps its transfers (FT7, L18)`() async throws {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await Self.upload(phone, app)
      phone.setBackgroundRefresh(false)
      try await minutes(1)
    }
    #expect(world.output == ["done 1 200"])
  }

  @Test func `a system short of resources cancels with reason 2, and the app is notified (FT7)`()
    async throws
  {
    let world = try await withPhone(gateway: FakeGateway()) { phone in
      let app = try await Self.open(phone)
      await Self.upload(phone, app)
      phone.jetsam(app)
      try await sleep(1)
      phone.cancelTransfers(of: app)
      try await sleep(5)
    }
    #expect(
      world.output == [
        "events uploads", "failed 1 \(TransferFailure.cancelled(reason: 2))", "all events",
      ])
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  // MARK: Launches

  @Test func `a crash does not end transfers (FT7)`() async throws {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      await Self.upload(phone, app)
      app.process?.kill(.crash("a trap"))
      try await minutes(1)
    }
    #expect(gateway.requests.count == 1)
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  @Test
  func `an app that does not answer all sessions' events is killed, with its code (L10, FT7)`()
    async throws
  {
    // Two sessions end within a second of each other: the app answers the first, not the second.
    var app = UploadApp.app().on(.didFinishLaunching) { launch in _ = Uploader(launch, "second") }
    app.onEvents = { _, session, completion in
      print("events \(session)")
      if session == "uploads" { completion() }
    }
    let definition = app.definition
    let world = try await withPhone(gateway: FakeGateway()) { phone in
      SlowUplink.set(on: phone)
      let app = try phone.install(definition)
      await phone.open(app)
      await phone.touch(app, "upload") {
        Uploader.current.upload(bytes: 20_000)
        Uploader.named("second").upload(bytes: 20_000, name: "second")
      }
      await phone.goHome()
      try await minutes(2)
    }
    #expect(world.output.contains("events second"))
    #expect(world.ends.count == 1)
    guard case .killed(.backgroundTransfer, _)? = world.ends.first else {
      Issue.record("ended as \(world.ends)")
      return
    }
  }

  @Test func `an app that calls the handler at once gets the results when it runs next (FT7)`()
    async throws
  {
    var app = UploadApp.app()
    app.onEvents = { _, _, completion in
      print("events")
      completion()
    }
    let definition = app.definition
    let world = try await withPhone(gateway: FakeGateway()) { phone in
      SlowUplink.set(on: phone)
      let app = try phone.install(definition)
      await phone.open(app)
      await Self.upload(phone, app)
      await phone.goHome()
      try await minutes(60)
      #expect(phone.world.output == ["events"])
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output.starts(with: ["events", "done 1 200"]))
    #expect(world.ends.isEmpty)
  }

  @Test func `creating one task at a time in background is a finding, a batch is not (FT7)`()
    async throws
  {
    let chain = try await withPhone(gateway: FakeGateway()) { phone in
      let app = try await Self.open(phone, UploadApp.app { $0.upload(bytes: Self.bytes) })
      await Self.upload(phone, app)
      await phone.goHome()
      try await minutes(30)
    }
    #expect(chain.findings == [.urlsessionOneAtATime.by(.ft7)], "once")
    let batch = try await withPhone(gateway: FakeGateway()) { phone in
      let app = try await Self.open(phone)
      for _ in 1...5 { await Self.upload(phone, app) }
      await phone.goHome()
      try await minutes(30)
    }
    #expect(batch.findings.isEmpty)
  }
}
