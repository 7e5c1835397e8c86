import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// Uploads of a background session over a network that is lost, to a server that does not work, and of a file that is
/// removed.
@Suite struct TransferTroubleTests {
  private static let bytes = 20_000  // Ten seconds.
  private static let length = SlowUplink.time(of: bytes)

  private static func open(_ phone: Phone) async throws -> InstalledApp {
    let app = try await phone.start()
    await phone.upload(app, bytes: bytes)
    return app
  }

  private static func failures(_ world: World) -> Int {
    world.moments { if case .failed = $0.transfer { true } else { false } }.count
  }

  private static func begun(_ world: World) -> [VirtualInstant] {
    world.moments { if case .began = $0.transfer { true } else { false } }
  }

  // MARK: Network

  @Test func `without a network no transfer begins; with one it does, without the app`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.path = .offline
      let app = try await Self.open(phone)
      phone.jetsam(app)
      try await phone.world.pass(.minutes(60))
      #expect(gateway.requests.isEmpty && phone.transfer.isBusy)
      phone.network.path = .cellular
      try await phone.world.pass(.minutes(5))
    }
    #expect(gateway.moments == [at(3600) + Self.length])
    #expect(world.log.texts == ["events uploads", "done 1 200", "all events"])
  }

  @Test func `an interrupted transfer starts again when the network is back`() async throws {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      for second in [5.0, 35, 65] {
        try await phone.world.pass(at(second) - phone.world.now)
        phone.network.path = .offline
        try await phone.world.pass(.seconds(20))
        phone.network.path = .wifi
      }
      try await phone.world.pass(.minutes(5))
    }
    // Begun at 0, 25 and 55, each time interrupted within its 10.04 s, then at 85.
    #expect(Self.begun(world) == [0, 25, 55, 85].map { at($0) })
    #expect(gateway.moments == [at(85) + Self.length])
    #expect(world.log.texts == ["done 1 200"])
  }

  @Test func `a reboot interrupts transfers, which start again after it and launch the app (L17)`()
    async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      try await phone.world.pass(.seconds(5))
      try await phone.reboot()
      #expect(gateway.requests.isEmpty && app.process == nil)
      try await phone.world.pass(.minutes(5))
    }
    #expect(gateway.moments == [at(5 + 30) + Self.length])
    #expect(world.log.texts == ["events uploads", "done 1 200", "all events"])
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  // MARK: An unavailable collector

  @Test(arguments: [HTTPExchangeError.cannotConnect, .connectionLost, .timedOut])
  func `an unavailable collector is retried after growing delays (10 s doubling to 600 s)`(
    _ error: HTTPExchangeError
  ) async throws {
    let gateway = FakeGateway(body: "")
    gateway.refusal = error
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await phone.world.pass(.minutes(60))
      gateway.refusal = nil
      try await phone.world.pass(.minutes(15))
    }
    let waits = [10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600]
    var expected = [VirtualInstant.start + Self.length]
    for wait in waits where expected.last! < at(3600) {
      expected.append(expected.last! + .seconds(wait) + Self.length)
    }
    #expect(gateway.moments == expected)
    #expect(world.log.texts == ["done 1 200"])
    #expect(Self.failures(world) == expected.count - 1)
  }

  @Test(arguments: [(HTTPExchangeError.unsupportedURL, -1002), (.cannotFindHost, -1003)])
  func `an address that cannot work fails at once, and is reported once`(
    _ error: HTTPExchangeError, _ code: Int
  ) async throws {
    let gateway = FakeGateway(body: "")
    gateway.refusal = error
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await phone.world.pass(.minutes(60))
    }
    #expect(gateway.requests.count == 1)
    #expect(world.log.texts == ["failed 1 \(code)"])
    #expect(Self.failures(world) == 1)
  }

  @Test(arguments: [true, false])
  func `after seven days a transfer fails with a timeout, attempted or not`(_ isOffline: Bool)
    async throws
  {
    let gateway = FakeGateway(body: "")
    gateway.refusal = .cannotConnect
    let week = Duration.seconds(7 * 24 * 3600)
    let world = try await withPhone(gateway: gateway) { phone in
      if isOffline { phone.network.path = .offline }
      _ = try await Self.open(phone)
      try await phone.world.pass(week - .seconds(1))
      #expect(phone.transfer.isBusy)
      try await phone.world.pass(.seconds(2))
      #expect(!phone.transfer.isBusy)
    }
    #expect(gateway.requests.isEmpty == isOffline)
    #expect(world.log.texts == ["failed 1 -1001"])
  }

  @Test func `without a gateway no server can be reached, and no transfer is lost`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.open(phone)
      try await phone.world.pass(.minutes(1))
      #expect(phone.transfer.isBusy)
    }
    #expect(world.log.texts == [])
  }

  @Test(arguments: [200, 201, 409, 413, 500, 507])
  func `every response of the server is passed to the app`(_ status: Int) async throws {
    let gateway = FakeGateway { (_) throws(HTTPExchangeError) in
      HTTPExchangeResponse(status: status, headers: [], body: [])
    }
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await phone.world.pass(.minutes(60))
    }
    #expect(world.log.texts == ["done 1 \(status)"])
    #expect(gateway.requests.count == 1)
  }

  // MARK: The file

  @Test func `a file removed before or during the transfer is an error, not a crash`() async throws
  {
    let gateway = FakeGateway(body: "")
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      try await phone.world.pass(.seconds(5))
      await phone.touch(app, "remove") {
        try! FileManager.default.removeItem(at: Uploader.file("chunk"))
      }
      try await phone.world.pass(.minutes(5))
      phone.network.path = .offline
      await phone.upload(app, bytes: 1, names: ["other"])
      await phone.touch(app, "remove") {
        try! FileManager.default.removeItem(at: Uploader.file("other"))
      }
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts == ["failed 1 -1100", "failed 2 -1100"])
    #expect(gateway.requests.isEmpty)
  }

  // MARK: Rates

  @Test(arguments: [(1_000_000, 1.0), (100_000, 10.0), (10_000, 100.0)])
  func `the uplink's rate and latency determine the time of a transfer (NW1)`(
    _ rate: Int, _ seconds: Double
  ) async throws {
    let gateway = FakeGateway(body: "")
    try await withPhone(gateway: gateway) { phone in
      let app = try await phone.start()
      phone.network.uplinkBytesPerSecond = Int64(rate)
      phone.network.latency = .milliseconds(250)
      await phone.upload(app, bytes: 1_000_000)
      try await phone.world.pass(.minutes(10))
    }
    #expect(gateway.moments == [at(seconds + 0.25)])
  }
}
