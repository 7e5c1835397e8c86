import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct PeripheralRoleTests {
  /// Connects to a peripheral that advertises the service, and discovers everything.
  private static let looker: Central.Reaction = { central, event in
    if event.isPoweredOn { central.scan(["A100"]) }
    switch event {
    case .discovered(let peer, _):
      central.manager.stopScan()
      central.connect(peer)
    case .connected(let peer): peer.discoverServices(["A100"].uuids)
    case .services(let peer):
      for service in peer.services ?? [] { peer.discoverCharacteristics(nil, for: service) }
    default: break
    }
  }

  /// Runs a scenario with both apps in the foreground, connected, and everything discovered.
  private static func connected(
    _ publisher: AppFixture = Publisher.app(),
    _ scenario: @escaping @Sendable (InstalledApp, InstalledApp) async throws -> Void
  ) async throws -> World {
    let looker = BluetoothApp.app(looker)
    return try await withTwoPhones { one, other in
      let (first, second) = (try one.installAllowed(publisher), try other.installAllowed(looker))
      await one.open(first)
      try await sleep(5)
      await other.open(second)
      try await sleep(5)
      try await scenario(first, second)
    }
  }

  private static let published = ["state poweredOn", "added A100 well", "advertising well"]
  private static let found = [
    "state poweredOn", "discovered Phone", "connected iPhone", "services A100",
    "characteristics A101",
  ]

  @Test func `one phone reads, writes and subscribes to the services of another (BT20, BT29)`()
    async throws
  {
    let world = try await Self.connected { publisher, looker in
      await looker.device.touch(looker, "requests") {
        let central = Central.current
        central.read("A101")
        central.write(Data([1, 2]), "A101")
        central.subscribe("A101")
      }
      try await sleep(2)
      await looker.device.touch(looker, "send") { Central.current.send(Data([3]), "A101") }
      await publisher.device.touch(publisher, "update") {
        print("taken \(Publisher.current.update(Data([9])))")
      }
      try await sleep(2)
      await looker.device.touch(looker, "cancel") {
        Central.current.cancel()
      }
      try await sleep(2)
    }
    #expect(
      world.output(of: "publisher") == Self.published + [
        "asked", "written 0102", "subscribed", "taken true", "written 03", "unsubscribed",
      ])
    #expect(
      world.output(of: "central") == Self.found + [
        "value 2a", "wrote well", "notifying true", "value 09", "disconnected nil",
      ])
    #expect(world.kinds == [])
  }

  @Test func `an app's error or missing response reaches the other phone (BT15, BT20)`()
    async throws
  {
    let app = Publisher.app { publisher, event in
      switch event {
      case .read(let request):
        publisher.manager.respond(to: request, withResult: .insufficientAuthorization)
      case .write: break
      default: Publisher.server(publisher, event)
      }
    }
    let world = try await Self.connected(app) { _, looker in
      await looker.device.touch(looker, "requests") {
        Central.current.read("A101")
        Central.current.write(Data([1]), "A101")
      }
      try await minutes(1)
    }
    #expect(world.output(of: "central") == Self.found + ["value A8", "disconnected C6"])
  }

  @Test func `updates beyond the queue are refused, then the app is notified of room (BT22)`()
    async throws
  {
    let world = try await Self.connected { publisher, looker in
      await looker.device.touch(looker, "subscribe") { Central.current.subscribe("A101") }
      try await sleep(2)
      let room = publisher.device.profile.bluetooth.packetQueue
      await publisher.device.touch(publisher, "update") {
        let taken = (0...room).map { Publisher.current.update(Data([UInt8($0)])) }
        #expect(taken == Array(repeating: true, count: room) + [false])
      }
      try await sleep(2)
    }
    #expect(world.output(of: "publisher") == Self.published + ["subscribed", "ready to update"])
    let values = world.output(of: "central").filter { $0.hasPrefix("value") }
    #expect(values == (0..<12).map { "value \(Data([UInt8($0)]).words)" })
  }

  @Test func `an update can be sent to one of several centrals (BT22)`() async throws {
    let app = BluetoothApp.app { central, event in
      Self.looker(central, event)
      if case .characteristics = event { central.subscribe("A101") }
    }
    let publisher = Publisher.app { publisher, event in
      Publisher.server(publisher, event)
      guard case .subscribed(let central) = event else { return }
      for (byte, centrals) in [(1, nil), (2, [central]), (3, [])] as [(UInt8, [CBCentral]?)] {
        print(publisher.update(Data([byte]), for: centrals))
      }
    }
    let world = try await withTwoPhones { one, other in
      await one.open(try one.installAllowed(publisher))
      try await sleep(2)
      for phone in [other, try one.world.addPhone("third", .iPhone(iOS: 17))] {
        await phone.open(try phone.installAllowed(app))
        try await sleep(10)
      }
    }
    func values(_ device: String) -> [String] {
      world.output(of: device).filter { $0.hasPrefix("value") }
    }
    #expect(values("central") == ["value 01", "value 02", "value 01"])
    #expect(values("third") == ["value 01", "value 02"])
    #expect(!world.output.contains("false"))
  }

  @Test func `a long update is truncated (BT21)`() async throws {
    let world = try await Self.connected { publisher, looker in
      await looker.device.touch(looker, "subscribe") { Central.current.subscribe("A101") }
      try await sleep(2)
      await publisher.device.touch(publisher, "update") {
        #expect(Publisher.current.update(Data(count: 400)))
      }
      try await sleep(2)
    }
    #expect(world.output(of: "central").last == "value 182 bytes")
  }

  @Test func `services are removed with their app, and the other phone is notified (BT20, BT28)`()
    async throws
  {
    let world = try await Self.connected { publisher, looker in
      publisher.device.jetsam(publisher)
      try await sleep(2)
      await looker.device.touch(looker, "discover") {
        Central.current.peers[0].discoverServices(nil)
      }
      try await sleep(2)
    }
    #expect(world.output(of: "central") == Self.found + ["modified 1", "services"])
  }

  @Test func `a suspended publisher with the mode is woken to respond (BT9)`() async throws {
    let world = try await Self.connected { publisher, looker in
      await publisher.device.goHome()
      try await minutes(1)
      #expect(publisher.state == .suspended)
      await looker.device.touch(looker, "read") { Central.current.read("A101") }
      try await sleep(2)
      #expect(publisher.state == .background)
      try await minutes(1)
      #expect(publisher.state == .suspended)
    }
    #expect(world.output(of: "central").last == "value 2a")
  }

  @Test func `starting to advertise a second time is an error (BT14)`() async throws {
    let world = try await Self.connected { publisher, _ in
      await publisher.device.touch(publisher, "advertise") {
        Publisher.current.advertise()
        Publisher.current.manager.stopAdvertising()
        Publisher.current.advertise()
      }
      try await sleep(1)
    }
    #expect(
      world.output(of: "publisher") == Self.published + ["advertising C9", "advertising well"])
  }

  @Test func `a publisher removed from memory is relaunched for a request (BT25, BT27)`()
    async throws
  {
    let world = try await Self.connected(Publisher.app(restore: "server")) { publisher, looker in
      await looker.device.touch(looker, "subscribe") { Central.current.subscribe("A101") }
      try await sleep(1)
      await publisher.device.goHome()
      try await minutes(1)
      publisher.device.jetsam(publisher)
      await looker.device.touch(looker, "read") { Central.current.read("A101") }
      try await minutes(1)
      #expect(publisher.launchCount == 2)
    }
    #expect(
      world.output(of: "publisher") == Self.published + [
        "subscribed", "restore 1 services, 1 subscribed, advertising true", "state poweredOn",
        "asked",
      ])
    #expect(world.output(of: "central").last == "value 2a")
    #expect(world.launches.last == .bluetooth(centrals: [], peripherals: ["server"]))
  }

  // MARK: Power

  /// Apple's header of CBPeripheralManagerDelegate: below poweredOn advertising pauses; below
  /// poweredOff it ends, and the services are removed.
  @Test(arguments: [true, false])
  func `services survive power-off, but not a crash of the daemon (BT2)`(
    isReset: Bool
  ) async throws {
    let app = Publisher.app { publisher, event in
      if case .state(let state) = event, state != .poweredOn, !publisher.services.isEmpty {
        print("refused \(Publisher.current.update(Data([1])))")
      }
      Publisher.server(publisher, event)
    }
    let world = try await Self.connected(app) { publisher, looker in
      let bluetooth = publisher.appleDevice.bluetooth
      if isReset { bluetooth.reset() } else { bluetooth.switchOff(by: .settings) }
      try await sleep(10)
      if !isReset { bluetooth.switchOn() }
      await looker.device.touch(looker, "scan") { Central.current.scan(["A100"]) }
      try await sleep(10)
      #expect(bluetooth.role.database.services.count == (isReset ? 0 : 1))
      #expect(!bluetooth.role.links.isEmpty == !isReset)
    }
    let lines = world.output(of: "publisher").dropFirst(3)
    #expect(
      Array(lines) == [
        isReset ? "state resetting" : "state poweredOff", "refused false", "state poweredOn",
      ])
    #expect(world.output(of: "central").contains("disconnected C6"))
    // After a crash of the daemon the characteristic is no longer published.
    #expect(world.kinds == (isReset ? [] : [.bleWrongState.by(.bt1)]))
  }

  @Test func `a published channel can only be opened by its number (BT14)`() async throws {
    let app = Publisher.app { publisher, event in
      Publisher.server(publisher, event)
      if event.isPoweredOn { publisher.manager.publishL2CAPChannel(withEncryption: false) }
    }
    let world = try await Self.connected(app) { publisher, looker in
      await looker.device.touch(looker, "open") {
        // The first dynamic number is 0x80.
        Central.current.peers[0].openL2CAPChannel(0x80)
        Central.current.peers[0].openL2CAPChannel(0x81)
      }
      try await sleep(2)
      await publisher.device.touch(publisher, "unpublish") {
        Publisher.current.manager.unpublishL2CAPChannel(0x80)
        Publisher.current.manager.unpublishL2CAPChannel(0x80)
      }
      await looker.device.touch(looker, "open") {
        Central.current.peers[0].openL2CAPChannel(0x80)
      }
      try await sleep(2)
    }
    #expect(
      Array(world.output(of: "publisher").suffix(3)) == [
        "opened 128 well", "unpublished 128 well", "unpublished 128 C1",
      ])
    #expect(
      world.output(of: "central") == Self.found + ["channel 128", "channel C13", "channel C13"])
  }

  @Test func `a publisher that is briefly switched off loses its centrals (BT2, BT17)`()
    async throws
  {
    let off = Moment()
    let world = try await Self.connected { publisher, looker in
      await looker.device.touch(looker, "subscribe") { Central.current.subscribe("A101") }
      try await sleep(2)
      let bluetooth = publisher.appleDevice.bluetooth
      off.instant = bluetooth.now
      bluetooth.switchOff(by: .controlCenter)
      try await sleep(0.1)
      bluetooth.switchOn()
      try await sleep(0.1)
      await publisher.device.touch(publisher, "update") {
        print("taken \(Publisher.current.update(Data([1])))")
      }
      try await sleep(5)
    }
    #expect(world.output(of: "central") == Self.found + ["notifying true", "disconnected C6"])
    let reported = try #require(world.moments(printed: "disconnected C6").first)
    #expect(reported - off.instant == .milliseconds(720))
    #expect(
      world.output(of: "publisher") == Self.published + [
        "subscribed", "state poweredOff", "state poweredOn", "taken true",
      ])
  }

  // MARK: Connection interval

  @Test(
    arguments: [
      (CBPeripheralManagerConnectionLatency.low, 15), (.medium, 165), (.high, 465),
    ] as [(CBPeripheralManagerConnectionLatency, Int64)])
  func `a publisher may request a connection interval (BT17)`(
    latency: CBPeripheralManagerConnectionLatency, milliseconds: Int64
  ) async throws {
    let app = Publisher.app { publisher, event in
      Publisher.server(publisher, event)
      guard case .subscribed(let central) = event else { return }
      publisher.manager.setDesiredConnectionLatency(latency, for: central)
    }
    _ = try await Self.connected(app) { publisher, looker in
      await looker.device.touch(looker, "subscribe") { Central.current.subscribe("A101") }
      try await sleep(2)
      let (one, other) = (publisher.appleDevice.bluetooth, looker.appleDevice.bluetooth)
      // The publisher's app can retrieve the central as a peripheral with the same identifier.
      #expect(one.stack.peer(one.stack.identifier(of: other.role)) === other.role)
      #expect(other.stack.links.map(\.interval) == [.milliseconds(milliseconds)])
    }
  }
}
