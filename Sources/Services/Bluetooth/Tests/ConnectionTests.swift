import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanBluetooth
@testable import YobanSimulatedRadio

@Suite struct ConnectionTests {
  /// Runs a scenario with the app in the foreground, connected to the strap, and not scanning.
  @discardableResult
  static func connected(
    iOS version: SystemVersion = 17, reconnects: Bool = false,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> World {
    let app = BluetoothApp.app { central, event in
      Central.scanner(central, event)
      guard let peer = event.peer else { return }
      central.manager.stopScan()
      central.connect(peer, [CBConnectPeripheralOptionEnableAutoReconnect: reconnects])
    }
    return try await withStrap(iOS: version) { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      #expect(strap.isConnected)
      try await scenario(phone, app, strap)
    }
  }

  enum End: String, Sendable, CaseIterable {
    case cancelled, disconnected, moved, phoneMoved, switchedOff, restarted
  }

  @Test(
    arguments: [
      (.cancelled, "nil", 0), (.disconnected, "C7", 0), (.moved, "C6", 720),
      (.phoneMoved, "C6", 720),
      (.switchedOff, "C6", 720), (.restarted, "C6", 720),
    ] as [(End, String, Int64)])
  func `a connection ends without an error, with 7, or with 6 after the timeout (BT13, BT17)`(
    end: End, code: String, after milliseconds: Int64
  ) async throws {
    let ended = Moment()
    let world = try await Self.connected { phone, app, strap in
      ended.instant = phone.world.now
      switch end {
      case .cancelled:
        await phone.touch(app, "cancel") {
          Central.current.cancel()
        }
      case .disconnected: strap.disconnect()
      case .moved: strap.place = farAway
      case .phoneMoved: phone.place = farAway
      case .switchedOff: strap.switchOff()
      case .restarted:
        strap.switchOff()
        try await sleep(0.1)
        strap.switchOn()
      }
      try await minutes(10)
      #expect(!strap.isConnected)
    }
    #expect(
      world.output == [
        "state poweredOn", "discovered strap", "connected strap", "disconnected \(code)",
      ])
    let reported = try #require(world.moments(printed: "disconnected \(code)").first)
    #expect(reported - ended.instant == .milliseconds(milliseconds))
  }

  @Test func `a short absence is not noticed, and a request survives it (BT17)`() async throws {
    let world = try await Self.connected { phone, app, strap in
      await phone.touch(app, "discover") {
        Central.current.peers[0].discoverServices(nil)
      }
      strap.place = farAway
      try await sleep(0.7)
      strap.place = .origin
      try await minutes(2)
      #expect(strap.isConnected)
    }
    #expect(world.output.last == "services 180D 180F")
    #expect(!world.output.contains { $0.hasPrefix("disconnected") })
  }

  @Test func `values and writes are delivered after the end of a short absence (BT17, BT22)`()
    async throws
  {
    let world = try await AttributeTests.explored { phone, app, strap in
      await phone.touch(app, "subscribe") { Central.current.subscribe("2A37") }
      try await sleep(1)
      strap.place = farAway
      #expect(strap.notify("2A37", Data([7])))
      await phone.touch(app, "send") { Central.current.send(Data([8]), "A001") }
      try await sleep(0.6)
      #expect(phone.world.output.last == "notifying true")
      #expect(strap.value(of: "A001") == Data([1]))
      strap.place = .origin
      try await sleep(0.1)
      #expect(strap.value(of: "A001") == Data([8]))
    }
    #expect(world.output.last == "value 07")
  }

  @Test(arguments: [(6000, true), (7000, false)])
  func `a peripheral gets the supervision timeout it requests, if rules allow it (BT17)`(
    milliseconds: Int64, isGranted: Bool
  ) async throws {
    let lost = Moment()
    let world = try await Self.connected { phone, _, strap in
      let parameters = ConnectionParameters(
        intervalMin: .milliseconds(15), intervalMax: .milliseconds(30), latency: 0,
        supervisionTimeout: .milliseconds(milliseconds))
      #expect(strap.requestConnectionParameters(parameters) == isGranted)
      lost.instant = phone.world.now
      strap.place = farAway
      try await minutes(1)
    }
    let reported = try #require(world.moments(printed: "disconnected C6").first)
    #expect(
      reported - lost.instant == (isGranted ? .milliseconds(milliseconds) : .milliseconds(720)))
  }

  // MARK: Reconnecting

  @Test(arguments: [(16.4, true), (17, true), (26, true), (17, false)])
  func `a lost link is reconnected from iOS 17 on, if the app requested it (BT13)`(
    version: SystemVersion, asks: Bool
  ) async throws {
    let reconnects = version >= 17 && asks
    let world = try await Self.connected(iOS: version, reconnects: asks) { phone, _, strap in
      strap.disconnect()
      try await minutes(1)
      #expect(strap.isConnected == reconnects)
    }
    let end =
      reconnects ? ["disconnected C7 reconnecting", "connected strap"] : ["disconnected C7"]
    #expect(world.output == ["state poweredOn", "discovered strap", "connected strap"] + end)
  }

  @Test func `after an update to iOS 17 a lost link is reconnected (BT13)`() async throws {
    _ = try await Self.connected(iOS: 16.4, reconnects: true) { phone, app, strap in
      try await phone.update(toIOS: 17)
      await phone.open(app)
      try await sleep(5)
      #expect(strap.isConnected)
      strap.disconnect()
      try await minutes(1)
      #expect(strap.isConnected)
    }
  }

  @Test func `a connection that the app ended is not reconnected (BT13)`() async throws {
    let world = try await Self.connected(reconnects: true) { phone, app, strap in
      await phone.touch(app, "cancel") {
        Central.current.cancel()
      }
      try await minutes(1)
      #expect(!strap.isConnected)
    }
    #expect(world.output.last == "disconnected nil")
  }

  // MARK: Failures

  @Test func `a connect may fail, rarely, and the next one succeeds (BT12, BT14)`() async throws {
    let app = BluetoothApp.app { central, event in
      Central.connector(central, event)
      if case .failed(let peer) = event { central.connect(peer) }
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      strap.refuseConnections(2)
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      #expect(strap.isConnected)
    }
    #expect(
      world.output == [
        "state poweredOn", "discovered strap", "failed C10", "failed C10", "connected strap",
      ])
  }

  @Test func `a connect beyond the limit fails until another connection ends (BT16)`()
    async throws
  {
    let app = BluetoothApp.app(Central.connector)
    let limit = 12
    let world = try await withPhone { phone in
      #expect(phone.profile.bluetooth.connectionLimit == limit)
      let straps = try (1...limit + 1).map { try phone.world.strap("strap \($0)") }
      let app = try phone.installAllowed(app)
      await phone.open(app)
      for strap in straps {
        strap.switchOn()
        try await sleep(5)
      }
      #expect(straps.map(\.isConnected) == Array(repeating: true, count: limit) + [false])
      await phone.touch(app, "cancel") {
        let central = Central.current
        central.manager.stopScan()
        central.cancel()
        central.connect(central.peers[limit])
      }
      try await sleep(5)
      #expect(straps.map(\.isConnected) == [false] + Array(repeating: true, count: limit))
    }
    #expect(world.output.filter { $0.hasPrefix("failed") } == ["failed C11"])
  }

  @Test
  func `an accessory that disconnects at once is reported connected, then disconnected (BT13)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      Central.scanner(central, event)
      guard let peer = event.peer else { return }
      central.manager.stopScan()
      central.connect(peer)
    }
    let world = try await withStrap { phone, strap in
      strap.onConnection { strap, isConnected in if isConnected { strap.disconnect() } }
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await minutes(1)
      #expect(!strap.isConnected)
      #expect(phone.bluetooth.stack.links.isEmpty)
    }
    #expect(
      world.output == ["state poweredOn", "discovered strap", "connected strap", "disconnected C7"])
  }

  // MARK: Several apps

  @Test func `apps share a link, which ends with the last of them (BT13)`() async throws {
    let definitions = ["One", "Two"].map { BluetoothApp.app(named: $0, Central.connector) }
    let world = try await withStrap { phone, strap in
      strap.advertisesWhileConnected = true
      strap.switchOn()
      let apps = try definitions.map { try phone.installAllowed($0) }
      for app in apps {
        await phone.open(app)
        try await sleep(5)
      }
      #expect(phone.bluetooth.stack.links.count == 1)
      #expect(phone.bluetooth.stack.links.first?.users.count == 2)
      phone.jetsam(apps[0])
      #expect(strap.isConnected)
      phone.jetsam(apps[1])
      #expect(!strap.isConnected)
    }
    #expect(world.output.filter { $0 == "connected strap" }.count == 2)
  }

  @Test func `a response for an app that has ended is ignored (BT28)`() async throws {
    let definitions = ["One", "Two"].map { BluetoothApp.app(named: $0, Central.explorer) }
    let world = try await withStrap { phone, strap in
      strap.advertisesWhileConnected = true
      strap.onRead("2A19") { strap in
        strap.post("asked")
        return .after(.seconds(5), .value(Data([50])))
      }
      strap.switchOn()
      let apps = try definitions.map { try phone.installAllowed($0) }
      for app in apps {
        await phone.open(app)
        try await sleep(5)
      }
      await phone.open(apps[0])
      await phone.touch(apps[0], "read") {
        for _ in 0..<3 { Central.current.read("2A19") }
        Central.current.subscribe("A001")
        Central.current.peers[0].readRSSI()
      }
      phone.jetsam(apps[0])
      await phone.open(apps[1])
      await phone.touch(apps[1], "read") { Central.current.read("2A19") }
      try await sleep(30)
      strap.notify("A001", Data([7]))
      try await sleep(5)
      #expect(strap.isConnected)
    }
    #expect(world.output.filter { $0.hasPrefix("value") } == ["value 32"])
    #expect(!world.output.contains { $0.hasPrefix("rssi") || $0.hasPrefix("notifying") })
    // The request that was running, and the other app's. Waiting requests are no longer sent.
    #expect(world.moments { $0 == .accessory("asked") }.count == 2)
  }

  @Test(arguments: [true, false])
  func `connection events report the links of all apps (BT19)`(byService: Bool) async throws {
    let watcher = BluetoothApp.app(named: "Watcher") { central, event in
      if event.isPoweredOn { central.scan() }
      guard let peer = event.peer else { return }
      central.manager.registerForConnectionEvents(
        options: byService
          ? [.serviceUUIDs: ["180D"].uuids] : [.peripheralUUIDs: [peer.identifier]])
    }
    let other = BluetoothApp.app(named: "Other") { central, event in
      if event.isPoweredOn { central.scan(nil) }
      if let peer = event.peer { central.connect(peer) }
    }
    let world = try await withStrap { phone, strap in
      let silent = try phone.world.addAccessory(
        "silent", advertising: Advertising(services: ["180A"]), services: [])
      await phone.open(try phone.installAllowed(watcher))
      strap.switchOn()
      silent.switchOn()
      try await sleep(5)
      await phone.open(try phone.installAllowed(other))
      try await sleep(5)
      strap.switchOff()
      try await sleep(5)
    }
    #expect(
      world.output.filter { $0.hasPrefix("connection event") } == [
        "connection event true", "connection event false",
      ])
  }
}
