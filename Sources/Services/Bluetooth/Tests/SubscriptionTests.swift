import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

@Suite struct SubscriptionTests {
  private static let exploration = AttributeTests.exploration

  // MARK: Subscriptions

  @Test func `values are delivered only between subscribing and unsubscribing (BT20, BT23)`()
    async throws
  {
    let world = try await AttributeTests.explored { strap in
      strap.onSubscribe("A001") { strap, isOn in strap.post("subscribed \(isOn)") }
    } _: { phone, app, strap in
      strap.notify("A001", Data([1]))
      for isOn in [true, false] {
        await phone.touch(app, "subscribe") { Central.current.subscribe("A001", isOn) }
        try await sleep(1)
        strap.notify("A001", Data([isOn ? 2 : 3]))
        try await sleep(1)
      }
    }
    #expect(
      world.output == Self.exploration + ["notifying true", "value 02", "notifying false"])
    let reported = world.moments { $0 == .accessory("subscribed true") }
    #expect(reported.count == 1)
    #expect(world.moments { $0 == .accessory("subscribed false") }.count == 1)
  }

  @Test func `a subscription ends with the connection, and the accessory is notified (BT20)`()
    async throws
  {
    let world = try await AttributeTests.explored { strap in
      strap.onSubscribe("2A37") { strap, isOn in strap.post("subscribed \(isOn)") }
    } _: { phone, app, strap in
      await phone.touch(app, "subscribe") { Central.current.subscribe("2A37") }
      try await sleep(1)
      strap.disconnect()
      try await sleep(1)
      await phone.touch(app, "connect") { Central.current.connect() }
      try await sleep(10)
      #expect(strap.isConnected)
      strap.notify("2A37", Data([1]))
      try await sleep(1)
    }
    #expect(!world.output.contains("value 01"))
    #expect(world.moments { $0 == .accessory("subscribed true") }.count == 1)
    #expect(world.moments { $0 == .accessory("subscribed false") }.count == 1)
  }

  @Test
  func `a value that cannot notify refuses a subscription (BT23)`()
    async throws
  {
    let world = try await AttributeTests.explored { phone, app, strap in
      await phone.touch(app, "subscribe") { Central.current.subscribe("2A19") }
      try await sleep(1)
    }
    #expect(world.output == Self.exploration + ["notifying A6"])
  }

  // MARK: Discovery

  @Test func `discoveries accumulate in one connection, and start again in the next (BT20)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      Central.connector(central, event)
      if case .connected = event { central.manager.stopScan() }
    }
    let world = try await withStrap { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(5)
      await phone.touch(app, "discover services") {
        Central.current.peers[0].discoverServices(["180F"].uuids)
        Central.current.peers[0].discoverServices(["180D", "1234"].uuids)
      }
      try await sleep(1)
      await phone.touch(app, "discover characteristics") {
        let peer = Central.current.peers[0]
        let service = peer.services!.first { $0.uuid.isEqual(to: "180D") }!
        for uuid in ["A001", "2A37", "2A38"] {
          peer.discoverCharacteristics([uuid].uuids, for: service)
        }
      }
      try await sleep(5)
      strap.disconnect()
      await phone.touch(app, "connect") { Central.current.connect() }
      try await sleep(5)
      await phone.touch(app, "discover") {
        Central.current.peers[0].discoverServices(["180D"].uuids)
      }
      try await sleep(5)
    }
    #expect(
      world.output.filter { $0.hasPrefix("services") || $0.hasPrefix("characteristics") } == [
        "services 180F", "services 180F 180D", "characteristics A001",
        "characteristics 2A37 A001", "characteristics 2A37 A001", "services 180D",
      ])
  }

  @Test func `included services are discovered through the service that includes them`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      Central.connector(central, event)
      if case .connected(let peer) = event { peer.discoverServices(nil) }
      if case .services(let peer) = event {
        peer.discoverIncludedServices(nil, for: peer.services![0])
      }
    }
    let world = try await withPhone { phone in
      let hub = try phone.world.addAccessory(
        "hub", advertising: Advertising(services: ["180D"]),
        services: [
          GATTService("180D", includes: ["180F"], []),
          GATTService("180F", isPrimary: false, []), GATTService("180A", []),
        ])
      hub.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(5)
    }
    #expect(Array(world.output.suffix(2)) == ["services 180D 180A", "included 180F"])
  }

  // MARK: Changes of the database

  @Test func `replaced services are reported, and the new ones are discovered (BT20)`()
    async throws
  {
    let world = try await AttributeTests.explored { phone, app, strap in
      await phone.touch(app, "subscribe") { Central.current.subscribe("2A37") }
      try await sleep(1)
      strap.replaceServices([GATTService("180F", [GATTCharacteristic("2A19", [.read])])])
      try await sleep(1)
      await phone.touch(app, "discover") { Central.current.peers[0].discoverServices(nil) }
      try await sleep(5)
      await phone.touch(app, "read") { Central.current.read("2A19") }
      try await sleep(1)
      #expect(strap.isConnected)
    }
    #expect(
      world.output == Self.exploration + [
        "notifying true", "modified 2", "services 180F", "characteristics 2A19",
        "value 64",
      ])
  }

  @Test func `replacing services during requests causes errors, but no disconnection (BT20)`()
    async throws
  {
    let world = try await AttributeTests.explored { strap in
      strap.onRead("2A19") { strap in
        strap.replaceServices([GATTService("180A", [])])
        return .value(Data([1]))
      }
    } _: { phone, app, strap in
      await phone.touch(app, "requests") {
        let central = Central.current
        central.read("2A19")
        central.read("A001")
        central.subscribe("2A37")
        central.write(Data([1]), "A001")
        let service = central.peers[0].services![0]
        central.peers[0].discoverCharacteristics(nil, for: service)
        central.peers[0].discoverDescriptors(for: central.characteristic("2A37"))
        central.peers[0].discoverIncludedServices(nil, for: service)
      }
      try await sleep(5)
      #expect(strap.isConnected)
    }
    // Core Bluetooth drops the answers for attributes that are gone. The trace has them.
    #expect(world.output == Self.exploration + ["modified 2"])
    let errors = world.bluetoothEvents.compactMap { event in
      if case .attribute(_, _, let error) = event { error ?? "none" } else { nil }
    }
    let invalid = "\(BluetoothError.attribute(.invalidHandle))"
    #expect(errors.suffix(7) == ["none"] + Array(repeating: invalid, count: 6))
  }

  // MARK: Pairing

  /// The strap's battery is encrypted.
  private static func encrypted(_ strap: Accessory) {
    strap.replaceServices([
      GATTService(
        "180D",
        [
          GATTCharacteristic(
            "A001", [.read], permissions: [.readEncryptionRequired], value: Data([42]))
        ])
    ])
  }

  @Test(arguments: [true, false])
  func `encrypted access asks the user to pair (BT15)`(accepts: Bool) async throws {
    let app = BluetoothApp.app { central, event in
      Central.explorer(central, event)
      if case .characteristics = event { central.read("A001") }
    }
    let world = try await withStrap { phone, strap in
      Self.encrypted(strap)
      phone.bluetooth.acceptsPairing = accepts
      strap.switchOn()
      let app = try phone.installAllowed(app)
      await phone.open(app)
      try await sleep(10)
      await phone.touch(app, "read") { Central.current.read("A001") }
      try await sleep(10)
      #expect(strap.isConnected)
    }
    let line = accepts ? "value 2a" : "value A5"
    #expect(world.output.filter { $0.hasPrefix("value") } == [line, line])
    // Once paired, the user is not asked again.
    let alerts = world.moments { $0 == .bluetooth(.alert("pairing request from strap")) }
    #expect(alerts.count == (accepts ? 1 : 2))
    let answered = try #require(world.moments(printed: line).first)
    #expect(answered - alerts[0] >= .seconds(2))
  }

  @Test func `a bond is reused, and if the accessory loses it the connection ends with 14 (BT14)`()
    async throws
  {
    let app = BluetoothApp.app { central, event in
      Central.explorer(central, event)
      if case .characteristics = event { central.read("A001") }
    }
    let world = try await withStrap { phone, strap in
      Self.encrypted(strap)
      strap.switchOn()
      await phone.open(try phone.installAllowed(app))
      try await sleep(10)
      strap.disconnect()
      try await sleep(10)
      #expect(strap.isConnected)
      strap.advertising.data.services = []  // There are no more reconnections after the next one.
      strap.forgetBonds()
      strap.disconnect()
      try await sleep(1)
      await phone.touch(phone.apps[0], "connect") { Central.current.connect() }
      try await sleep(10)
      #expect(!strap.isConnected)
    }
    #expect(world.output.filter { $0 == "value 2a" }.count == 2)
    let alerts = world.moments { $0 == .bluetooth(.alert("pairing request from strap")) }
    #expect(alerts.count == 1)
    #expect(Array(world.output.suffix(2)) == ["connected strap", "disconnected C14"])
  }
}
