import Dispatch
import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

@Suite struct TransferTroubleTests {
  private static let bytes = 20_000  // Ten seconds.
  private static let length = SlowUplink.time(of: bytes)

  private static func open(_ phone: Phone, _ app: TestApp = UploadApp.app()) async throws
    -> InstalledApp
  {
    SlowUplink.set(on: phone)
    let app = try phone.install(app.definition)
    await phone.open(app)
    await phone.touch(app, "upload") { Uploader.current.upload(bytes: bytes) }
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
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      phone.network.path = .offline
      let app = try await Self.open(phone)
      phone.jetsam(app)
      try await minutes(60)
      #expect(gateway.requests.isEmpty && phone.transfer.isBusy)
      phone.network.path = .cellular
      try await minutes(5)
    }
    #expect(gateway.moments == [at(3600) + Self.length])
    #expect(world.output == ["events uploads", "done 1 200", "all events"])
  }

  @Test func `an interrupted transfer starts again when the network is back`() async throws {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      for second in [5.0, 35, 65] {
        try await sleep(second - phone.world.now.nanoseconds.seconds)
        phone.network.path = .offline
        try await sleep(20)
        phone.network.path = .wifi
      }
      try await minutes(5)
    }
    // Begun at 0, 25 and 55, each time interrupted within its 10.04 s, then at 85.
    #expect(Self.begun(world) == [0, 25, 55, 85].map { at($0) })
    #expect(gateway.moments == [at(85) + Self.length])
    #expect(world.output == ["done 1 200"])
  }

  @Test func `a reboot interrupts transfers, which start again after it and launch the app (L17)`()
    async throws
  {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      try await sleep(5)
      try await phone.reboot()
      #expect(gateway.requests.isEmpty && app.process == nil)
      try await minutes(5)
    }
    #expect(gateway.moments == [at(5 + 30) + Self.length])
    #expect(world.output == ["events uploads", "done 1 200", "all events"])
    #expect(world.launches == [.user, .backgroundTransfer])
  }

  // MARK: An unavailable collector

  @Test(arguments: [HTTPExchangeError.cannotConnect, .connectionLost, .timedOut])
  func `an unavailable collector is retried after growing delays (10 s doubling to 600 s)`(
    _ error: HTTPExchangeError
  ) async throws {
    let gateway = FakeGateway()
    gateway.refusal = error
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await minutes(60)
      gateway.refusal = nil
      try await minutes(15)
    }
    let waits = [10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600]
    var expected = [VirtualInstant.start + Self.length]
    for wait in waits where expected.last! < at(3600) {
      expected.append(expected.last! + .seconds(wait) + Self.length)
    }
    #expect(gateway.moments == expected)
    #expect(world.output == ["done 1 200"])
    #expect(Self.failures(world) == expected.count - 1)
  }

  @Test(arguments: [HTTPExchangeError.unsupportedURL, .cannotFindHost])
  func `an address that cannot work fails at once, and is reported once`(_ error: HTTPExchangeError)
    async throws
  {
    let gateway = FakeGateway()
    gateway.refusal = error
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await minutes(60)
    }
    #expect(gateway.requests.count == 1)
    #expect(world.output == ["failed 1 \(TransferFailure.exchange(error))"])
    #expect(Self.failures(world) == 1)
  }

  @Test(arguments: [true, false])
  func `after seven days a transfer fails with a timeout, attempted or not`(_ isOffline: Bool)
    async throws
  {
    let gateway = FakeGateway()
    gateway.refusal = .cannotConnect
    let week = 7.0 * 24 * 3600
    let world = try await withPhone(gateway: gateway) { phone in
      if isOffline { phone.network.path = .offline }
      _ = try await Self.open(phone)
      try await sleep(week - 1)
      #expect(phone.transfer.isBusy)
      try await sleep(2)
      #expect(!phone.transfer.isBusy)
    }
    #expect(gateway.requests.isEmpty == isOffline)
    #expect(world.output == ["failed 1 \(TransferFailure.exchange(.timedOut))"])
  }

  @Test func `without a gateway no server can be reached, and no transfer is lost`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.open(phone)
      try await minutes(1)
      #expect(phone.transfer.isBusy)
    }
    #expect(world.output == [])
  }

  @Test(arguments: [200, 201, 409, 413, 500, 507])
  func `every response of the server is passed to the app`(_ status: Int) async throws {
    let gateway = FakeGateway()
    gateway.status = status
    let world = try await withPhone(gateway: gateway) { phone in
      _ = try await Self.open(phone)
      try await minutes(60)
    }
    #expect(world.output == ["done 1 \(status)"])
    #expect(gateway.requests.count == 1)
  }

  // MARK: The file

  @Test func `a file removed before or during the transfer is an error, not a crash`() async throws
  {
    let gateway = FakeGateway()
    let world = try await withPhone(gateway: gateway) { phone in
      let app = try await Self.open(phone)
      try await sleep(5)
      await phone.touch(app, "remove") {
        try! FileManager.default.removeItem(at: Uploader.file("chunk"))
      }
      try await minutes(5)
      phone.network.path = .offline
      await phone.touch(app, "upload") { Uploader.current.upload(bytes: 1, name: "other") }
      await phone.touch(app, "remove") {
        try! FileManager.default.removeItem(at: Uploader.file("other"))
      }
      phone.network.path = .wifi
      try await minutes(5)
    }
    #expect(world.output == (1...2).map { "failed \($0) \(TransferFailure.fileMissing)" })
    #expect(gateway.requests.isEmpty)
  }

  // MARK: Rates

  @Test(arguments: [(1_000_000, 1.0), (100_000, 10.0), (10_000, 100.0)])
  func `the uplink's rate and latency determine the time of a transfer (NW1)`(
    _ rate: Int, _ seconds: Double
  ) async throws {
    let gateway = FakeGateway()
    try await withPhone(gateway: gateway) { phone in
      phone.network.uplinkBytesPerSecond = Int64(rate)
      phone.network.latency = .milliseconds(250)
      let app = try phone.install(UploadApp.app().definition)
      await phone.open(app)
      await phone.touch(app, "upload") { Uploader.current.upload(bytes: 1_000_000) }
      try await minutes(10)
    }
    #expect(gateway.moments == [at(seconds + 0.25)])
  }
}

extension Int64 {
  fileprivate var seconds: Double { Double(self) / 1e9 }
}
