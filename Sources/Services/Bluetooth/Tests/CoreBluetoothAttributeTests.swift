import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CoreBluetoothAttributeTests {
  // MARK: Discovery

  @Test func `discovery reports the new objects and adds them to the known ones`() async throws {
    let services = [
      GATTService("FFF0", includes: ["FFE0"], [GATTCharacteristic("FFF1", [.read])]),
      GATTService(
        "FFE0", [GATTCharacteristic("FFE1", [.read]), GATTCharacteristic("FFE2", [.read])]),
    ]
    let (fixture, _) = try await startCentral(.connection, services)
    await fixture.use { listener in
      #expect(listener.peripheral!.services == nil)
      listener.peripheral!.discoverServices([CBUUID(string: "FFE0")])
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.peripheral!.discoverServices([CBUUID(string: "1800")]) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.peripheral!.discoverServices([CBUUID(string: "FFF0")]) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      let service = listener.peripheral!.services!.first { $0.uuid == CBUUID(string: "FFF0") }!
      #expect(service.includedServices == nil && service.isPrimary)
      #expect(service.peripheral === listener.peripheral)
      #expect(service.characteristics?.first?.service === service)
      listener.peripheral!.discoverIncludedServices(nil, for: service)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      let services = listener.peripheral!.services!
      #expect(services.last?.includedServices?.first === services.first)
    }
    #expect(
      fixture.world.log.texts.filter { $0.hasPrefix("services") || $0.hasPrefix("included") } == [
        "services FFE0 -", "services FFE0 -", "services FFE0,FFF0 -", "included in FFF0: FFE0 -",
      ])
  }

  // MARK: Identity

  @Test func `attribute objects stay the same during a connection, and are stale after it (BT20)`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.attributes)
    await fixture.use { listener in
      Kept.of("old", listener.characteristic("FFF1")!)
      listener.peripheral!.discoverServices(nil)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { #expect($0.characteristic("FFF1") === Kept.get("old")) }
    lamp.disconnect()
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      #expect(listener.peripheral!.services == nil)
      listener.manager.connect(listener.peripheral!)
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { listener in
      let old = Kept.get("old", as: CBCharacteristic.self)!
      #expect(listener.characteristic("FFF1") !== old)
      listener.peripheral!.readValue(for: old)
      listener.peripheral!.writeValue(Data([9]), for: old, type: .withResponse)
      listener.peripheral!.setNotifyValue(true, for: old)
      listener.peripheral!.discoverDescriptors(for: old)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(lamp.value(of: "FFF1") == Data([1]))
    #expect(fixture.findingKinds == Array(repeating: .bleWrongState.by(.bt20), count: 4))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("value") || $0.hasPrefix("wrote") })
  }

  @Test func `changed services have new objects (BT20)`() async throws {
    let (fixture, lamp) = try await startCentral(.attributes)
    lamp.replaceServices([GATTService("FFE0", [GATTCharacteristic("FFE1", [.read])])])
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.peripheral!.discoverServices(nil) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.peripheral!.readValue(for: $0.characteristic("FFE1")!) }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts.suffix(4) == [
        "modified FFF0, left ", "services FFE0 -", "characteristics of FFE0: FFE1 -",
        "value FFE1  -",
      ])
    #expect(fixture.findingKinds == [])
  }

  @Test func `a request for a stale characteristic ends the connection after 30 s (BT20)`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.attributes)
    await fixture.use { Kept.of("old", $0.characteristic("FFF1")!) }
    lamp.replaceServices([GATTService("FFE0", [GATTCharacteristic("FFE1", [.read])])])
    try await fixture.world.pass(.seconds(1))
    await fixture.use {
      $0.peripheral!.readValue(for: Kept.get("old", as: CBCharacteristic.self)!)
    }
    try await fixture.world.pass(.seconds(29))
    // Reading the RSSI still works until then.
    await fixture.use { $0.peripheral!.readRSSI() }
    try await fixture.world.pass(.seconds(2))
    let last = fixture.world.log.texts.suffix(2)
    #expect(last.first?.hasPrefix("rssi") == true, "\(last)")
    #expect(last.last?.hasPrefix("disconnected") == true && last.last?.contains("6") == true)
    #expect(fixture.findingKinds == [.bleWrongState.by(.bt20)])
  }

  @Test func `an attribute object can be used after its peripheral was released (BT7)`()
    async throws
  {
    let (fixture, _) = try await startCentral(.attributes)
    await fixture.use { listener in
      Kept.of("service", listener.peripheral!.services![0])
      Kept.of("characteristic", listener.characteristic("FFF1")!)
      listener.peripheral = nil
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let service = Kept.get("service", as: CBService.self)!
      #expect(service.peripheral == nil && service.characteristics?.count == 2)
      Kept.release("service")
    }
    await fixture.touch {
      #expect(Kept.get("characteristic", as: CBCharacteristic.self)!.service == nil)
    }
  }

  // MARK: Values

  @Test func `values: reads, writes with and without a response, notifications (BT20, BT22)`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.attributes)
    await fixture.use { listener in
      let (peripheral, value) = (listener.peripheral!, listener.characteristic("FFF1")!)
      #expect(value.value == nil && value.properties == [.read, .write, .writeWithoutResponse])
      peripheral.readValue(for: value)
      peripheral.writeValue(Data([7, 8]), for: value, type: .withResponse)
      peripheral.readValue(for: value)
      peripheral.setNotifyValue(true, for: listener.characteristic("FFF2")!)
    }
    try await fixture.world.pass(.seconds(1))
    lamp.notify("FFF2", Data([5]))
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      #expect(listener.characteristic("FFF2")!.isNotifying)
      #expect(listener.characteristic("FFF2")!.value == Data([5]))
      listener.peripheral!.setNotifyValue(false, for: listener.characteristic("FFF2")!)
      #expect(listener.peripheral!.canSendWriteWithoutResponse)
      listener.peripheral!.writeValue(
        Data([9]), for: listener.characteristic("FFF1")!, type: .withoutResponse)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(lamp.value(of: "FFF1") == Data([9]))
    lamp.notify("FFF2", Data([6]))
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts.suffix(6) == [
        "value FFF1 01 -", "wrote FFF1 -", "value FFF1 0708 -", "notifying FFF2 true -",
        "value FFF2 05 -", "notifying FFF2 false -",
      ])
  }

  @Test func `an error leaves the value unchanged, and has domain and code (BT15)`() async throws {
    let (fixture, lamp) = try await startCentral(.attributes)
    await fixture.use { $0.peripheral!.readValue(for: $0.characteristic("FFF1")!) }
    try await fixture.world.pass(.seconds(1))
    lamp.onRead("FFF1") { _ in .error(.insufficientAuthorization) }
    await fixture.use { listener in
      let (peripheral, value) = (listener.peripheral!, listener.characteristic("FFF1")!)
      peripheral.readValue(for: value)
      peripheral.writeValue(Data(count: 513), for: value, type: .withResponse)  // BT21
      peripheral.writeValue(Data([1]), for: listener.characteristic("FFF2")!, type: .withResponse)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { #expect($0.characteristic("FFF1")!.value == Data([1])) }
    #expect(
      Set(fixture.world.log.texts.suffix(3)) == [
        "value FFF1 01 CBATTErrorDomain 8", "wrote FFF1 CBATTErrorDomain 13",
        "wrote FFF2 CBATTErrorDomain 3",
      ])
  }

  @Test func `the RSSI can be read only while connected (BT20)`() async throws {
    let (fixture, lamp) = try await startCentral(.connection)
    await fixture.use { $0.peripheral!.readRSSI() }
    try await fixture.world.pass(.seconds(1))
    lamp.disconnect()
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.peripheral!.readRSSI() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("rssi") } == ["rssi is negative: true -"])
    #expect(fixture.findingKinds == [.bleWrongState.by(.bt20)])
  }

  // MARK: Descriptors

  /// UUID, bytes in the peripheral, and the value's type according to Apple's header.
  static let descriptors: [(BluetoothUUID, [UInt8], String)] = [
    ("2900", [1, 0], "NSNumber 1"),
    ("2901", Array("Léd".utf8), "String Léd"),
    ("2902", [2, 0], "NSNumber 2"),
    ("2903", [1, 0], "NSNumber 1"),
    ("2904", [4, 0, 0, 0x27, 1, 0, 0], "Data 04000027010000"),
    ("2905", [1, 2], "Data 0102"),
    ("2906", [0, 9], "Data 0009"),
    ("12345678-1234-1234-1234-123456789ABC", [7], "Data 07"),
  ]

  @Test(arguments: descriptors.indices)
  func `the value of a descriptor has the type for its UUID`(_ row: Int) async throws {
    let (uuid, bytes, words) = Self.descriptors[row]
    let services = [
      GATTService(
        "FFF0",
        [GATTCharacteristic("FFF1", [.read], descriptors: [.init(uuid, value: Data(bytes))])])
    ]
    let (fixture, _) = try await startCentral(.attributes, services)
    await fixture.use { $0.peripheral!.discoverDescriptors(for: $0.characteristic("FFF1")!) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      let characteristic = listener.characteristic("FFF1")!
      #expect(characteristic.descriptors?.first?.characteristic === characteristic)
    }
    #expect(
      fixture.world.log.texts.suffix(2) == [
        "descriptors of FFF1: \(uuid)", "descriptor \(uuid) \(words)",
      ])
  }

  @Test func `writing the notification descriptor ends the app (BT23)`() async throws {
    let (fixture, _) = try await startCentral(.attributes)
    await fixture.use { $0.peripheral!.discoverDescriptors(for: $0.characteristic("FFF2")!) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      let descriptor = listener.characteristic("FFF2")!.descriptors![0]
      listener.peripheral!.writeValue(Data([1, 0]), for: descriptor)
      print("must not run")
    }
    #expect(
      fixture.app.terminations.count == 1
        && "\(fixture.app.terminations)".contains("setNotifyValue"))
    #expect(!fixture.world.log.texts.contains("must not run"))
  }

  @Test func `a writeable descriptor can be written`() async throws {
    let services = [
      GATTService(
        "FFF0",
        [
          GATTCharacteristic(
            "FFF1", [.read],
            descriptors: [.init("2901", value: Data("old".utf8), isWriteable: true)])
        ])
    ]
    let (fixture, _) = try await startCentral(.attributes, services)
    await fixture.use { $0.peripheral!.discoverDescriptors(for: $0.characteristic("FFF1")!) }
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      let descriptor = listener.characteristic("FFF1")!.descriptors![0]
      listener.peripheral!.writeValue(Data("new".utf8), for: descriptor)
      listener.peripheral!.readValue(for: descriptor)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts.suffix(3) == [
        "descriptor 2901 String old", "wrote descriptor 2901 -", "descriptor 2901 String new",
      ])
  }

  @Test func `descriptions have Apple's format, without an address`() async throws {
    nonisolated(unsafe) var lines: [String] = []
    let (fixture, _) = try await startCentral(.attributes)
    await fixture.use { listener in
      let peripheral = listener.peripheral!
      lines = [
        "\(peripheral)", "\(peripheral.services![0])", "\(listener.characteristic("FFF2")!)",
      ]
      #expect(lines[0].contains(peripheral.identifier.uuidString))
    }
    #expect(lines[0].hasSuffix("name = Lamp, mtu = 185, state = connected>"))
    #expect(lines[1] == "<CBService: isPrimary = YES, UUID = FFF0>")
    #expect(
      lines[2]
        == "<CBCharacteristic: UUID = FFF2, properties = 0x12, value = (null), notifying = NO>")
  }
}
