import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests the ownership of Core Bluetooth objects (BT4, BT7, BT2).
@Suite(.world()) struct CoreBluetoothObjectTests {
  @Test func `a delegate that is released is not called (BT4)`() async throws {
    let (fixture, lamp) = try await startCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        Kept.of("manager", listener.manager!)
        return listener
      })
    await fixture.touch {
      Kept.of("peripheral", WorldFixture.listener.peripheral!)
      Kept.release("listener")
    }
    lamp.disconnect()
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts == ["state 5", "found Lamp", "connected Lamp"])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `a peripheral does not retain its delegate or its manager (BT4)`() async throws {
    let (fixture, lamp) = try await startCentral(.connection)
    await fixture.touch {
      Kept.of("peripheral", WorldFixture.listener.peripheral!)
      Kept.release("listener")
    }
    await fixture.touch {
      #expect(Kept.get("peripheral", as: CBPeripheral.self)!.delegate == nil)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(!lamp.isConnected)
    #expect(fixture.findingKinds == [.bleObjectReleased.by(.bt4)])
  }

  @Test func `a manager in a local variable delivers no events (BT4)`() async throws {
    final class PrintingDelegate: NSObject, CBCentralManagerDelegate {
      func centralManagerDidUpdateState(_ central: CBCentralManager) { print("called") }
    }
    var appFixture = AppFixture { _ in
      Kept.of("delegate", PrintingDelegate())
      _ = CBCentralManager(delegate: Kept.get("delegate", as: PrintingDelegate.self), queue: nil)
    }
    appFixture.plist = bluetoothPlist
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.isEmpty)
    #expect(fixture.findingKinds == [.bleObjectReleased.by(.bt4)])
  }

  @Test func `a peripheral that is not retained loses its pending connect (BT7)`() async throws {
    final class Careless: NSObject, CBCentralManagerDelegate {
      var manager: CBCentralManager!
      weak var seen: CBPeripheral?
      override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
      }
      func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(withServices: nil)
      }
      func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
      ) {
        seen = peripheral
        central.stopScan()
        central.connect(peripheral)
        print("alive \(seen != nil)")
      }
      func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        print("must not come")
      }
    }
    let (fixture, lamp) = try await startCentral(
      .state,
      make: {
        Kept.of("careless", Careless())
        return nil
      })
    try await fixture.world.pass(.seconds(60))
    await fixture.touch { #expect(Kept.get("careless", as: Careless.self)!.seen == nil) }
    #expect(!lamp.isConnected)
    #expect(
      fixture.world.log.texts.contains("alive true")
        && !fixture.world.log.texts.contains("must not come"))
    #expect(fixture.findingKinds == [.bleObjectReleased.by(.bt7)])
  }

  @Test func `a connected peripheral that is released is disconnected (BT7)`() async throws {
    let (fixture, lamp) = try await startCentral(.connection)
    #expect(lamp.isConnected)
    await fixture.use { $0.peripheral = nil }
    try await fixture.world.pass(.seconds(1))
    #expect(!lamp.isConnected)
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("disconnected") })
    #expect(fixture.findingKinds == [.bleObjectReleased.by(.bt7)])
  }

  @Test func `the same peripheral is the same object as long as it is retained (BT7)`() async throws
  {
    let (fixture, lamp) = try await startCentral(.connection)
    await fixture.use { listener in
      let peripheral = listener.peripheral!
      let manager = listener.manager!
      #expect(
        manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first
          === peripheral)
      let connected = manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "FFF0")])
      #expect(connected.count == 1 && connected.first === peripheral)
      #expect(
        manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).isEmpty)
      #expect(peripheral.name == "Lamp" && lamp.isConnected)
    }
  }

  @Test func `each manager has its own objects, and rejects those of other managers (BT2)`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.connection)
    await fixture.touch { Kept.of("second", CentralListener(.state)) }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      let first = WorldFixture.listener
      let second = Kept.get("second", as: CentralListener.self)!
      let identifier = first.peripheral!.identifier
      let own = second.manager.retrievePeripherals(withIdentifiers: [identifier]).first!
      #expect(own !== first.peripheral && own.identifier == identifier)
      #expect(own.state == .disconnected)  // only another app or manager has the connection
      second.manager.connect(first.peripheral!)
      second.manager.cancelPeripheralConnection(first.peripheral!)
      #expect(first.peripheral!.state == .connected)
    }
    try await fixture.world.pass(.seconds(1))
    #expect(lamp.isConnected)
    #expect(fixture.findingKinds == [.bleWrongState.by(.bt2), .bleWrongState.by(.bt2)])
  }

  // MARK: Power

  @Test
  func `after power-off all is disconnected without a callback, and objects stay valid (BT2)`()
    async throws
  {
    let (fixture, _) = try await startCentral(.attributes)
    fixture.phone.bluetooth.switchOff(by: .settings)
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      #expect(listener.peripheral!.state == .disconnected && listener.peripheral!.services == nil)
    }
    fixture.phone.bluetooth.switchOn()
    try await fixture.world.pass(.seconds(1))
    await fixture.use { $0.manager.connect($0.peripheral!) }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { #expect($0.peripheral!.state == .connected) }
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("disconnected") })
    #expect(
      fixture.world.log.texts.filter { $0.hasPrefix("state") } == ["state 5", "state 4", "state 5"])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `after a reset the old objects are invalid, and new ones work (BT2)`() async throws {
    let (fixture, _) = try await startCentral(.attributes)
    await fixture.touch { Kept.of("old", WorldFixture.listener.peripheral!) }
    fixture.phone.bluetooth.reset()
    try await fixture.world.pass(.seconds(10))
    await fixture.use { listener in
      let old = Kept.get("old", as: CBPeripheral.self)!
      #expect(old.state == .disconnected)
      listener.manager.connect(old)
      #expect(old.state == .disconnected)
      old.discoverServices(nil)
      let new = listener.manager.retrievePeripherals(withIdentifiers: [old.identifier]).first!
      #expect(new !== old && new.name == "Lamp")
      listener.peripheral = new
      new.delegate = listener
      listener.manager.connect(new)
    }
    await fixture.touch { Kept.release("old") }  // does not affect the new one
    try await fixture.world.pass(.seconds(5))
    await fixture.use { #expect($0.peripheral!.state == .connected) }
    #expect(
      fixture.world.log.texts.filter { $0.hasPrefix("state") } == ["state 5", "state 1", "state 5"])
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("disconnected") })
    #expect(fixture.findingKinds == [.bleWrongState.by(.bt2), .bleWrongState.by(.bt2)])
  }

  @Test func `a withdrawn permission is the state unauthorized, and ends connections`() async throws
  {
    let (fixture, lamp) = try await startCentral(.connection)
    fixture.phone.bluetooth.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.use { listener in
      #expect(CBManager.authorization == .denied)
      #expect(listener.peripheral!.state == .disconnected)
    }
    #expect(!lamp.isConnected)
    #expect(fixture.world.log.texts.last == "state 3")
  }

  @Test func `an object of an earlier launch has no effect, with a finding`() async throws {
    nonisolated(unsafe) var old: CentralListener?
    let (fixture, _) = try await startCentral(.connection)
    await fixture.use { old = $0 }
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { old!.manager.scanForPeripherals(withServices: nil) }
    old = nil
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.findingKinds == [.processDeadObject.by(.l8)])
    #expect(fixture.world.log.texts.filter { $0 == "state 5" }.count == 2)
  }
}
