import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CoreBluetoothRestorationTests {
  /// A delegate that retains the restored peripherals only on request.
  private final class Restorer: NSObject, CBCentralManagerDelegate {
    var manager: CBCentralManager!
    var kept: [CBPeripheral] = []
    weak var restored: CBPeripheral?
    let keeps: Bool

    init(keeps: Bool) {
      self.keeps = keeps
      super.init()
      manager = CBCentralManager(
        delegate: self, queue: nil,
        options: [CBCentralManagerOptionRestoreIdentifierKey: "central"])
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      print("state \(central.state.rawValue), scanning \(central.isScanning)")
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
      let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as! [CBPeripheral]
      for peripheral in peripherals {
        let notifying = peripheral.services?.flatMap { $0.characteristics ?? [] }
          .filter(\.isNotifying)
        print(
          "restored \(peripheral.name ?? "-") state \(peripheral.state.rawValue)",
          "services \(uuids(peripheral.services)) notifying \(uuids(notifying))")
      }
      let services = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
      let options = dict[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
      let duplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber
      print("scan \(services.map { "\($0)" } ?? "nil") \(duplicates?.boolValue ?? false)")
      restored = peripherals.first
      if keeps { kept = peripherals }
    }
  }

  /// Causes two launches: the first one connects, discovers and subscribes; the system relaunches
  /// the app for the second.
  private func startRelaunch(
    keeps: Bool, scans: Bool = true,
    second: (@MainActor @Sendable () -> Void)? = nil
  ) async throws -> (WorldFixture, Accessory) {
    let (fixture, lamp) = try await startCentral(
      .attributes,
      make: {
        guard AppProcess.current!.cause == .user else {
          if let second { second() } else { Kept.of("restorer", Restorer(keeps: keeps)) }
          return nil
        }
        let listener = CentralListener(
          .attributes, ["FFF0"], options: [CBCentralManagerOptionRestoreIdentifierKey: "central"])
        listener.ready = { peripheral in
          peripheral.setNotifyValue(true, for: peripheral.services![0].characteristics![1])
        }
        return listener
      }
    )
    if scans {
      await fixture.use {
        $0.manager.scanForPeripherals(
          withServices: [CBUUID(string: "FFE0")],
          options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
      }
    }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(10))
    lamp.notify("FFF2", Data([9]))
    try await fixture.world.pass(.seconds(3))
    return (fixture, lamp)
  }

  @Test
  func
    `willRestoreState is called before the state update, with Apple's keys and types (BT25, BT26)`()
    async throws
  {
    let (fixture, lamp) = try await startRelaunch(keeps: true)
    #expect(fixture.app.process != nil && lamp.isConnected)
    await fixture.touch {
      #expect(Kept.get("restorer", as: Restorer.self)!.restored?.state == .connected)
    }
    let first = fixture.world.log.texts.firstIndex { $0.hasPrefix("restored") }
    #expect(
      first.map { Array(fixture.world.log.texts[$0...].prefix(3)) } == [
        "restored Lamp state 2 services FFF0 notifying FFF2", "scan [FFE0] true",
        "state 5, scanning true",
      ])
  }

  @Test func `a restored peripheral that is not retained is released (BT7)`() async throws {
    let (fixture, lamp) = try await startRelaunch(keeps: false)
    #expect(!lamp.isConnected)
    #expect(fixture.world.log.texts.contains { $0.hasPrefix("restored Lamp") })
    #expect(fixture.findingKinds.contains(.bleObjectReleased.by(.bt7)))
  }

  @Test func `a delegate without willRestoreState is a finding (BT24)`() async throws {
    let (fixture, _) = try await startRelaunch(
      keeps: false,
      second: {
        Kept.of(
          "deaf",
          CentralListener(
            .state, options: [CBCentralManagerOptionRestoreIdentifierKey: "central"]))
      })
    #expect(fixture.findingKinds.contains(.bleRestoreMissingOrLate.by(.bt24)))
  }

  @Test func `a peripheral manager gets its services and its advertising restored`() async throws {
    final class Keeper: NSObject, CBPeripheralManagerDelegate {
      var manager: CBPeripheralManager!
      var services: [CBMutableService] = []
      override init() {
        super.init()
        manager = CBPeripheralManager(
          delegate: self, queue: nil,
          options: [CBPeripheralManagerOptionRestoreIdentifierKey: "peripheral"])
      }
      func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        print("second state \(peripheral.state.rawValue)")
      }
      func peripheralManager(
        _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
      ) {
        services = dict[CBPeripheralManagerRestoredStateServicesKey] as! [CBMutableService]
        let data = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as! [String: Any]
        print("restored \(uuids(services)) \(uuids(services[0].characteristics))")
        print("as \(data[CBAdvertisementDataLocalNameKey]!) \(peripheral.isAdvertising)")
        let live = services[0].characteristics![1] as! CBMutableCharacteristic
        print("subscribers \(live.subscribedCentrals!.count), \(live.permissions.rawValue)")
      }
      func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
      ) {
        print("read of the restored: \(request.characteristic === services[0].characteristics![1])")
        request.value = Data([8])
        peripheral.respond(to: request, withResult: .success)
      }
    }
    let phones = try await startTwoPhones(
      .attributes,
      serve: {
        guard AppProcess.current!.cause == .user else {
          Kept.of("keeper", Keeper())
          return
        }
        Kept.of(
          "listener",
          PeripheralListener(options: [
            CBPeripheralManagerOptionRestoreIdentifierKey: "peripheral"
          ]))
      })
    await phones.use { $0.peripheral!.setNotifyValue(true, for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(1))
    await phones.server.goHome()
    phones.server.jetsam(phones.serverApp)
    try await Task.sleep(for: .seconds(1))
    await phones.use { $0.peripheral!.readValue(for: $0.characteristic("FFF2")!) }
    try await Task.sleep(for: .seconds(3))
    #expect(
      phones.server.log.texts.suffix(5) == [
        "restored FFF0 FFF1,FFF2", "as Phone true", "subscribers 1, 3", "second state 5",
        "read of the restored: true",
      ])
    #expect(phones.client.log.texts.last == "value FFF2 08 -")
  }
}
