import CoreBluetooth
import Foundation
import SimulatedOS
import Testing
import UIKit

/// Who keeps whom: BT4, BT7, BT2.
@Suite struct CoreBluetoothObjectTests {
  @Test func `a delegate that is released is not called (BT4)`() async throws {
    let stage = try await playCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        Kept.of("manager", listener.manager!)
        return listener
      }
    ) { stage, lamp in
      await stage.touch {
        Kept.of("peripheral", Stage.listener.peripheral!)
        Kept.release("listener")
      }
      lamp.disconnect()
      try await stage.wait(.seconds(5))
    }
    #expect(stage.lines == ["state 5", "found Lamp", "connected lamp"])
    #expect(stage.world.trace.findings.isEmpty)
  }

  @Test func `a peripheral keeps neither its delegate nor its manager (BT4)`() async throws {
    let stage = try await playCentral(.connection) { stage, lamp in
      await stage.touch {
        Kept.of("peripheral", Stage.listener.peripheral!)
        Kept.release("listener")
      }
      await stage.touch {
        #expect(Kept.get("peripheral", as: CBPeripheral.self)!.delegate == nil)
      }
      try await stage.wait(.seconds(1))
      #expect(!lamp.isConnected)
    }
    #expect(stage.findingNames == ["ble.object-released BT4"])
  }

  @Test func `a manager made as a local variable hears nothing (BT4)`() async throws {
    final class Talker: NSObject, CBCentralManagerDelegate {
      func centralManagerDidUpdateState(_ central: CBCentralManager) { print("heard") }
    }
    var script = AppScript { _ in
      Kept.of("talker", Talker())
      _ = CBCentralManager(delegate: Kept.get("talker", as: Talker.self), queue: nil)
    }
    script.plist = bluetoothPlist
    let stage = try await play(script) { try await $0.wait(.seconds(10)) }
    #expect(stage.lines.isEmpty)
    #expect(stage.findingNames == ["ble.object-released BT4"])
  }

  @Test func `a peripheral that nobody keeps loses its pending connect (BT7)`() async throws {
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
    let stage = try await playCentral(
      .state,
      make: {
        Kept.of("careless", Careless())
        return nil
      }
    ) { stage, lamp in
      try await stage.wait(.seconds(60))
      await stage.touch { #expect(Kept.get("careless", as: Careless.self)!.seen == nil) }
      #expect(!lamp.isConnected)
    }
    #expect(stage.lines.contains("alive true") && !stage.lines.contains("must not come"))
    #expect(stage.findingNames == ["ble.object-released BT7"])
  }

  @Test func `a connected peripheral that is released is disconnected (BT7)`() async throws {
    let stage = try await playCentral(.connection) { stage, lamp in
      #expect(lamp.isConnected)
      await stage.use { $0.peripheral = nil }
      try await stage.wait(.seconds(1))
      #expect(!lamp.isConnected)
    }
    #expect(!stage.lines.contains { $0.hasPrefix("disconnected") })
    #expect(stage.findingNames == ["ble.object-released BT7"])
  }

  @Test func `the same peripheral is the same object as long as it is kept (BT7)`() async throws {
    try await playCentral(.connection) { stage, lamp in
      await stage.use { listener in
        let peripheral = listener.peripheral!
        let manager = listener.manager!
        #expect(
          manager.retrievePeripherals(withIdentifiers: [peripheral.identifier]).first
            === peripheral)
        let connected = manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "FFF0")])
        #expect(connected.count == 1 && connected.first === peripheral)
        #expect(
          manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).isEmpty)
        #expect(peripheral.name == "lamp" && lamp.isConnected)
      }
    }
  }

  @Test func `another manager has objects of its own, and takes none of others (BT2)`() async throws
  {
    let stage = try await playCentral(.connection) { stage, lamp in
      await stage.touch { Kept.of("second", CentralListener(.state)) }
      try await stage.wait(.seconds(1))
      await stage.touch {
        let first = Stage.listener
        let second = Kept.get("second", as: CentralListener.self)!
        let identifier = first.peripheral!.identifier
        let own = second.manager.retrievePeripherals(withIdentifiers: [identifier]).first!
        #expect(own !== first.peripheral && own.identifier == identifier)
        #expect(own.state == .disconnected)  // the other app's, or manager's, connection
        second.manager.connect(first.peripheral!)
        second.manager.cancelPeripheralConnection(first.peripheral!)
        #expect(first.peripheral!.state == .connected)
      }
      try await stage.wait(.seconds(1))
      #expect(lamp.isConnected)
    }
    #expect(stage.findingNames == ["ble.wrong-state BT2", "ble.wrong-state BT2"])
  }

  // MARK: Power

  @Test func `switched off, all is disconnected without a callback; objects stay valid (BT2)`()
    async throws
  {
    let stage = try await playCentral(.attributes) { stage, _ in
      stage.phone.bluetooth.switchOff(by: .settings)
      try await stage.wait(.seconds(1))
      await stage.use { listener in
        #expect(listener.peripheral!.state == .disconnected && listener.peripheral!.services == nil)
      }
      stage.phone.bluetooth.switchOn()
      try await stage.wait(.seconds(1))
      await stage.use { $0.manager.connect($0.peripheral!) }
      try await stage.wait(.seconds(5))
      await stage.use { #expect($0.peripheral!.state == .connected) }
    }
    #expect(!stage.lines.contains { $0.hasPrefix("disconnected") })
    #expect(stage.lines.filter { $0.hasPrefix("state") } == ["state 5", "state 4", "state 5"])
    #expect(stage.world.trace.findings.isEmpty)
  }

  @Test func `after a reset the old objects count no more, and new ones do (BT2)`() async throws {
    let stage = try await playCentral(.attributes) { stage, _ in
      await stage.touch { Kept.of("old", Stage.listener.peripheral!) }
      stage.phone.bluetooth.reset()
      try await stage.wait(.seconds(10))
      await stage.use { listener in
        let old = Kept.get("old", as: CBPeripheral.self)!
        #expect(old.state == .disconnected)
        listener.manager.connect(old)
        #expect(old.state == .disconnected)
        old.discoverServices(nil)
        let new = listener.manager.retrievePeripherals(withIdentifiers: [old.identifier]).first!
        #expect(new !== old && new.name == "lamp")
        listener.peripheral = new
        new.delegate = listener
        listener.manager.connect(new)
      }
      await stage.touch { Kept.release("old") }  // ends nothing of the new one
      try await stage.wait(.seconds(5))
      await stage.use { #expect($0.peripheral!.state == .connected) }
    }
    #expect(stage.lines.filter { $0.hasPrefix("state") } == ["state 5", "state 1", "state 5"])
    #expect(!stage.lines.contains { $0.hasPrefix("disconnected") })
    #expect(stage.findingNames == ["ble.wrong-state BT2", "ble.wrong-state BT2"])
  }

  @Test func `permission withdrawn is the state unauthorized, and ends connections`() async throws {
    let stage = try await playCentral(.connection) { stage, lamp in
      stage.phone.bluetooth.setAuthorization(.denied, for: stage.app)
      try await stage.wait(.seconds(1))
      await stage.use { listener in
        #expect(CBManager.authorization == .denied)
        #expect(listener.peripheral!.state == .disconnected)
      }
      #expect(!lamp.isConnected)
    }
    #expect(stage.lines.last == "state 3")
  }

  @Test func `an object of a life that has ended does nothing, with a finding`() async throws {
    nonisolated(unsafe) var old: CentralListener?
    let stage = try await playCentral(.connection) { stage, _ in
      await stage.use { old = $0 }
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(1))
      await stage.touch { old!.manager.scanForPeripherals(withServices: nil) }
      old = nil
      try await stage.wait(.seconds(10))
    }
    #expect(stage.findingNames == ["process.dead-object L8"])
    #expect(stage.lines.filter { $0 == "state 5" }.count == 2)
  }
}
