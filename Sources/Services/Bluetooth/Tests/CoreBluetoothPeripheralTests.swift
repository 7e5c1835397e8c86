import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CoreBluetoothPeripheralTests {
  @Test func `a service is published, advertised, found and discovered`() async throws {
    let phones = try await startTwoPhones(.attributes)
    #expect(
      phones.server.log.texts == ["state 5", "added FFF0 true -", "advertising true -"])
    let client = phones.client.log.texts
    #expect(client.prefix(2) == ["state 5", "found Phone"])
    #expect(client.suffix(2) == ["services FFF0 -", "characteristics of FFF0: FFF1,FFF2 -"])
  }

  @Test func `a cached value is read without the delegate, other values through it`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.use { $0.peripheral!.readValue(for: $0.characteristic("FFF1")!) }
    await phones.use { $0.peripheral!.readValue(for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(1))
    #expect(
      phones.client.log.texts.suffix(2) == ["value FFF1 0102 -", "value FFF2 07 -"])
    #expect(phones.server.log.texts.last == "read FFF2 from 0")
    #expect(!phones.server.log.texts.contains("read FFF1 from 0"))
  }

  @Test func `a descriptor that the app publishes can be read by the central`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.use { $0.peripheral!.discoverDescriptors(for: $0.characteristic("FFF1")!) }
    try await Task.sleep(for: .seconds(1))
    #expect(phones.client.log.texts.last == "descriptor 2901 String two bytes")
  }

  static let results: [(CBATTError.Code, String)] = [
    (.success, "-"), (.writeNotPermitted, "CBATTErrorDomain 3"),
    (.insufficientResources, "CBATTErrorDomain 17"),
  ]

  @Test(arguments: results.indices)
  func `a write gets the result that the app returns (BT15)`(_ row: Int) async throws {
    let (result, words) = Self.results[row]
    let phones = try await startTwoPhones(.attributes)
    await phones.serve { $0.answer = { _ in result } }
    await phones.use {
      $0.peripheral!.writeValue(
        Data([0xAB]), for: $0.characteristic("FFF2")!, type: .withResponse)
    }
    try await Task.sleep(for: .seconds(1))
    #expect(phones.server.log.texts.last == "write FFF2 ab")
    #expect(phones.client.log.texts.last == "wrote FFF2 \(words)")
  }

  @Test func `a subscriber is in the list before the callback, and removed before the next one`()
    async throws
  {
    let phones = try await startTwoPhones(.attributes)
    await phones.use { $0.peripheral!.setNotifyValue(true, for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(1))
    await phones.serve { listener in
      #expect(listener.live.subscribedCentrals?.first === listener.central)
      #expect(listener.central!.maximumUpdateValueLength == 182)  // BT21
      #expect(
        listener.manager.updateValue(Data([3]), for: listener.live, onSubscribedCentrals: nil))
      #expect(
        listener.manager.updateValue(
          Data([4]), for: listener.live, onSubscribedCentrals: [listener.central!]))
      #expect(
        listener.manager.updateValue(
          Data(repeating: 5, count: 200), for: listener.live, onSubscribedCentrals: nil))
      #expect(listener.live.value == nil)  // sending does not change the value
    }
    try await Task.sleep(for: .seconds(1))
    await phones.use { $0.peripheral!.setNotifyValue(false, for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(1))
    let long = String(repeating: "05", count: 182)
    #expect(
      phones.client.log.texts.suffix(5) == [
        "notifying FFF2 true -", "value FFF2 03 -", "value FFF2 04 -", "value FFF2 \(long) -",
        "notifying FFF2 false -",
      ])
    #expect(
      phones.server.log.texts.suffix(2)
        == ["subscribed to FFF2, subscribers 1", "unsubscribed FFF2 true, left 0"])
  }

  @Test func `a value for a characteristic that is not published is not sent`() async throws {
    let phones = try await startTwoPhones(.state)
    await phones.serve { listener in
      let other = CBMutableCharacteristic(
        type: CBUUID(string: "FFF9"), properties: .notify, value: nil, permissions: [])
      #expect(!listener.manager.updateValue(Data([1]), for: other, onSubscribedCentrals: nil))
    }
  }

  @Test func `a removed service is also removed for the central`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.serve { $0.manager.remove($0.service) }
    try await Task.sleep(for: .seconds(1))
    await phones.serve { listener in
      #expect(
        !listener.manager.updateValue(Data([1]), for: listener.live, onSubscribedCentrals: nil))
      listener.manager.add(listener.service)  // it can be added again
    }
    try await Task.sleep(for: .seconds(1))
    #expect(phones.client.log.texts.contains("modified FFF0, left "))
    #expect(phones.server.log.texts.filter { $0 == "added FFF0 true -" }.count == 2)
  }

  @Test func `a service that is removed before the callback is not published`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.serve { listener in
      let hasty = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
      listener.manager.add(hasty)
      listener.manager.remove(hasty)
    }
    try await Task.sleep(for: .seconds(1))
    await phones.use { $0.peripheral!.discoverServices(nil) }
    try await Task.sleep(for: .seconds(1))
    #expect(!phones.server.log.texts.contains { $0.hasPrefix("added FFE0") })
    #expect(phones.client.log.texts.last == "characteristics of FFF0: FFF1,FFF2 -")
  }

  @Test func `a service added before poweredOn is dropped, and can be added later (BT1)`()
    async throws
  {
    let phones = try await startTwoPhones(
      .state,
      serve: {
        let listener = PeripheralListener()
        listener.manager.add(listener.service)
        Kept.of("listener", listener)
      })
    #expect(
      phones.server.log.texts == ["state 5", "added FFF0 true -", "advertising true -"])
    #expect(phones.world.trace.findings.map(\.kind) == [.bleWrongState])
  }

  @Test func `the release of a manager ends its services and its advertising (BT4)`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.server.touch(phones.serverApp, "test") { Kept.release("listener") }
    try await Task.sleep(for: .seconds(1))
    #expect(phones.client.log.texts.contains("modified FFF0, left "))
  }

  @Test func `below poweredOff services are removed, and can be added again`()
    async throws
  {
    let phones = try await startTwoPhones(.attributes)
    await phones.use { $0.peripheral!.setNotifyValue(true, for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(1))
    phones.server.bluetooth.reset()
    try await Task.sleep(for: .seconds(1))
    await phones.serve { listener in
      #expect(listener.live.subscribedCentrals?.isEmpty == true)
      #expect(!listener.manager.isAdvertising)
      #expect(
        !listener.manager.updateValue(Data([1]), for: listener.live, onSubscribedCentrals: nil))
    }
    try await Task.sleep(for: .seconds(10))
    #expect(
      phones.server.log.texts.suffix(4)
        == ["state 1", "state 5", "added FFF0 true -", "advertising true -"])
  }

  // MARK: Misuse that ends the app

  @MainActor private static func service(
    _ properties: CBCharacteristicProperties, _ permissions: CBAttributePermissions
  ) -> CBMutableService {
    let service = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
    service.characteristics = [
      CBMutableCharacteristic(
        type: CBUUID(string: "FFE1"), properties: properties, value: Data([1]),
        permissions: permissions)
    ]
    return service
  }

  static let cached: [(CBCharacteristicProperties, CBAttributePermissions, isTaken: Bool)] = [
    (.read, .readable, true),
    (.read, [.readable, .readEncryptionRequired], true),
    ([.read, .notify], .readable, false),
    ([.read, .write], .readable, false),
    (.read, [.readable, .writeable], false),
    (.read, [.readable, .writeEncryptionRequired], false),
    (.notify, .readable, false),
  ]

  @Test(arguments: cached.indices)
  func `a characteristic with a cached value must be read-only`(_ row: Int) async throws {
    let (properties, permissions, isTaken) = Self.cached[row]
    let phones = try await startTwoPhones(.state)
    await phones.serve { $0.manager.add(Self.service(properties, permissions)) }
    try await Task.sleep(for: .seconds(1))
    #expect((phones.serverApp.state == .active) == isTaken)
    let ends = phones.world.trace.events.compactMap {
      if case .terminated(let reason) = $0.kind.app { "\(reason)" } else { nil }
    }
    #expect(ends.count == (isTaken ? 0 : 1))
    #expect(ends.allSatisfy { $0.contains("cached values must be read-only") })
  }

  static let wrong: [(@MainActor @Sendable (PeripheralListener) -> Void, String)] = [
    ({ $0.manager.add($0.service) }, "Services cannot be added more than once"),
    (
      { listener in
        let other = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
        other.characteristics = [listener.live]
        listener.manager.add(other)
      }, "Characteristics cannot be added more than once"
    ),
    (
      { listener in
        let other = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
        other.includedServices = [CBMutableService(type: CBUUID(string: "FFE1"), primary: false)]
        listener.manager.add(other)
      }, "Included services must be published before"
    ),
    (
      { listener in
        let other = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
        other.includedServices = [listener.service]
        listener.manager.add(other)
        listener.manager.remove(listener.service)
      }, "Cannot remove a service that is still included"
    ),
  ]

  @Test(arguments: wrong.indices)
  func `misuse that Core Bluetooth asserts ends the app`(_ row: Int) async throws {
    let (call, text) = Self.wrong[row]
    let phones = try await startTwoPhones(.state)
    await phones.serve { listener in
      call(listener)
      print("must not run")
    }
    #expect(!phones.server.log.texts.contains("must not run"))
    #expect(
      phones.world.trace.events.contains {
        if case .terminated(let reason) = $0.kind.app { "\(reason)".contains(text) } else { false }
      })
  }

  @Test func `an included service is found by the central`() async throws {
    let phones = try await startTwoPhones(.attributes)
    await phones.serve { listener in
      let other = CBMutableService(type: CBUUID(string: "FFE0"), primary: true)
      other.includedServices = [listener.service]
      listener.manager.add(other)
    }
    try await Task.sleep(for: .seconds(1))
    await phones.use { $0.peripheral!.discoverServices([CBUUID(string: "FFE0")]) }
    try await Task.sleep(for: .seconds(1))
    await phones.use { listener in
      let service = listener.peripheral!.services!.first { $0.uuid == CBUUID(string: "FFE0") }!
      listener.peripheral!.discoverIncludedServices(nil, for: service)
    }
    try await Task.sleep(for: .seconds(1))
    #expect(phones.client.log.texts.last == "included in FFE0: FFF0 -")
  }
}
