import CoreBluetooth
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct CoreBluetoothCentralTests {
  // MARK: Creating a manager

  @Test func `without a usage description the first manager ends the app (BT3)`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        Kept.of("manager", CBCentralManager(delegate: nil, queue: nil))
        print("must not run")
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.isEmpty && fixture.app.terminations.count == 1)
    #expect("\(fixture.app.terminations)".contains("NSBluetoothAlwaysUsageDescription"))
  }

  static let answers: [(BluetoothAuthorization, CBManagerAuthorization, lines: [String])] = [
    (.allowedAlways, .allowedAlways, ["state 5"]),
    (.denied, .denied, ["state 3"]),
    (.restricted, .restricted, ["state 3"]),
  ]

  @Test(arguments: answers.indices)
  func `the user is asked for permission, then the delegate gets the first state (BT1, BT3)`(
    _ row: Int
  )
    async throws
  {
    let (answer, authorization, lines) = Self.answers[row]
    var appFixture = AppFixture { _ in
      Kept.of("listener", CentralListener(.state))
      print(
        "before: \(CBManager.authorization.rawValue) \(WorldFixture.listener.manager.state.rawValue)"
      )
    }
    appFixture.plist = bluetoothPlist
    let fixture = try await startApp(appFixture, opened: false)
    fixture.phone.bluetooth.answer(answer, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    await fixture.touch { #expect(CBManager.authorization == authorization) }
    #expect(fixture.world.log.texts == ["before: 0 0"] + lines)
  }

  @Test(arguments: [true, false])
  func `callbacks are called on the given queue, or on the main queue`(_ isMain: Bool)
    async throws
  {
    let key = DispatchSpecificKey<String>()
    let (fixture, _) = try await startCentral(
      .connection,
      make: {
        let queue = isMain ? nil : DispatchQueue(label: "radio")
        queue?.setSpecific(key: key, value: "radio")
        let listener = CentralListener(.attributes, ["FFF0"], queue: queue)
        listener.ready = { _ in
          print("on \(DispatchQueue.getSpecific(key: key) ?? "another"), \(Thread.isMainThread)")
        }
        return listener
      })
    #expect(fixture.world.log.texts.last == (isMain ? "on another, true" : "on radio, false"))
  }

  @Test func `events are delivered in the order in which they happened`() async throws {
    let (fixture, lamp) = try await startCentral(
      .connection,
      make: {
        let listener = CentralListener(.attributes, ["FFF0"], queue: DispatchQueue(label: "radio"))
        listener.ready = { peripheral in
          peripheral.services?[0].characteristics?.forEach {
            peripheral.setNotifyValue(true, for: $0)
          }
        }
        return listener
      })
    for number in 0..<50 {
      while !lamp.notify("FFF2", Data([UInt8(number)])) {
        try await fixture.world.pass(.milliseconds(5))
      }
    }
    try await fixture.world.pass(.seconds(5))
    let values = fixture.world.log.texts.filter { $0.hasPrefix("value") }
    #expect(values == (0..<50).map { String(format: "value FFF2 %02x -", $0) })
  }

  // MARK: Discovery

  @Test func `advertisement data has Apple's keys with their types, and no others`() async throws {
    nonisolated(unsafe) var seen: [String: Any] = [:]
    final class Watcher: NSObject, CBCentralManagerDelegate {
      let found: ([String: Any]) -> Void
      init(_ found: @escaping ([String: Any]) -> Void) { self.found = found }
      func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(withServices: nil)
      }
      func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
      ) {
        if advertisementData[CBAdvertisementDataTxPowerLevelKey] != nil { found(advertisementData) }
      }
    }
    var appFixture = AppFixture { _ in
      let watcher = Watcher { seen = $0 }
      Kept.of("watcher", watcher)
      Kept.of("manager", CBCentralManager(delegate: watcher, queue: nil))
    }
    appFixture.plist = bluetoothPlist
    let fixture = try await startApp(appFixture, opened: false)
    var advertising = Advertising(services: ["180D", "FFF0"], localName: "Full")
    advertising.data.txPowerLevel = -4
    advertising.data.manufacturerData = Data([0x4C, 0, 1])
    advertising.data.serviceData = [.init("180F", Data([99]))]
    advertising.data.solicitedServices = ["1805"]
    try fixture.world.addAccessory("full", advertising: advertising).switchOn()
    fixture.phone.bluetooth.setAuthorization(.allowedAlways, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(3))
    #expect(seen[CBAdvertisementDataLocalNameKey] as? String == "Full")
    #expect((seen[CBAdvertisementDataTxPowerLevelKey] as? NSNumber)?.intValue == -4)
    #expect((seen[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue == true)
    #expect(seen[CBAdvertisementDataManufacturerDataKey] as? Data == Data([0x4C, 0, 1]))
    #expect(
      seen[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
        == [CBUUID(string: "180D"), CBUUID(string: "FFF0")])
    #expect(
      seen[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data]
        == [CBUUID(string: "180F"): Data([99])])
    #expect(
      seen[CBAdvertisementDataSolicitedServiceUUIDsKey] as? [CBUUID] == [CBUUID(string: "1805")])
    #expect(seen.count == 7)
  }

  @Test func `missing parts of an advertisement are not in the dictionary`() async throws {
    let (fixture, lamp) = try await startCentral(
      .discovery,
      make: {
        let listener = CentralListener(.discovery, ["FFF0"])
        listener.scanOptions = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
        return listener
      })
    lamp.advertising = Advertising(services: ["FFF0"])
    try await fixture.world.pass(.seconds(2))
    #expect(fixture.world.log.texts.last == "found -")
    #expect(fixture.world.log.texts.contains("found Lamp"))
  }

  /// Values for on and off, as apps write them.
  static let flags: [(value: @Sendable () -> Any, isOn: Bool)] = [
    ({ true }, true), ({ NSNumber(value: true) }, true), ({ 1 }, true),
    ({ NSNumber(value: 1) }, true), ({ false }, false), ({ NSNumber(value: false) }, false),
    ({ 0 }, false),
  ]

  @Test(arguments: flags.indices)
  func
    `the option for duplicates can be a Bool or a number, and reports each advertisement (BT5, BT6)`(
      _ row: Int
    ) async throws
  {
    let (value, isOn) = Self.flags[row]
    let (fixture, _) = try await startCentral(
      .discovery,
      make: {
        let listener = CentralListener(.discovery, ["FFF0"])
        listener.scanOptions = [CBCentralManagerScanOptionAllowDuplicatesKey: value()]
        return listener
      })
    #expect((fixture.world.log.texts.filter { $0 == "found Lamp" }.count > 1) == isOn)
  }

  @Test(arguments: [{ 60 }, { 60.0 }, { NSNumber(value: 60) }] as [@Sendable () -> Any])
  func `StartDelay is a number of seconds (BT12)`(_ delay: @Sendable () -> Any) async throws {
    let seconds = delay()
    nonisolated(unsafe) let options = [CBConnectPeripheralOptionStartDelayKey: seconds]
    let (fixture, lamp) = try await startCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        listener.connectOptions = options
        return listener
      })
    try await fixture.world.pass(.seconds(54))
    #expect(!lamp.isConnected)
    try await fixture.world.pass(.seconds(10))
    #expect(lamp.isConnected)
  }

  @Test func `a scan goes on during a start delay, and does not shorten it (BT12)`() async throws {
    let (fixture, lamp) = try await startCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        listener.connectOptions = [CBConnectPeripheralOptionStartDelayKey: 60]
        return listener
      })
    await fixture.use {
      $0.manager.scanForPeripherals(
        withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }
    try await fixture.world.pass(.seconds(54))
    #expect(fixture.world.log.texts.filter { $0 == "found Lamp" }.count > 10)
    #expect(!lamp.isConnected)
    try await fixture.world.pass(.seconds(10))
    #expect(lamp.isConnected)
  }

  @Test func `isScanning follows the scan calls and the power state (BT2)`() async throws {
    let (fixture, _) = try await startCentral(.discovery)
    await fixture.use { #expect($0.manager.isScanning) }
    await fixture.use { $0.manager.stopScan() }
    await fixture.use { #expect(!$0.manager.isScanning) }
    await fixture.use { $0.manager.scanForPeripherals(withServices: nil) }
    fixture.phone.bluetooth.switchOff(by: .settings)
    try await fixture.world.pass(.seconds(1))
    await fixture.use { #expect(!$0.manager.isScanning && $0.manager.state == .poweredOff) }
    await fixture.use {
      $0.manager.scanForPeripherals(withServices: nil)
      #expect(!$0.manager.isScanning)
    }
  }

  @Test func `a command before the first state update is dropped, with a finding (BT1)`()
    async throws
  {
    let (fixture, _) = try await startCentral(
      .state,
      make: {
        let listener = CentralListener(.state)
        listener.manager.scanForPeripherals(withServices: nil)
        #expect(!listener.manager.isScanning)
        return listener
      })
    #expect(fixture.world.log.texts == ["state 5"])
    #expect(fixture.findingKinds == [.bleWrongState.by(.bt1)])
  }

  // MARK: Connections

  @Test func `the state of a peripheral follows the calls and the callbacks (BT12, BT13)`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.connection)
    await fixture.use { listener in
      let peripheral = listener.peripheral!
      #expect(peripheral.state == .connected)
      listener.manager.cancelPeripheralConnection(peripheral)
      #expect(peripheral.state == .disconnecting)
    }
    try await fixture.world.pass(.seconds(1))
    lamp.switchOff()
    await fixture.use { listener in
      let peripheral = listener.peripheral!
      #expect(peripheral.state == .disconnected)
      listener.manager.connect(peripheral)
      #expect(peripheral.state == .connecting)
    }
    try await fixture.world.pass(.seconds(3600))
    await fixture.use { listener in
      #expect(listener.peripheral!.state == .connecting)  // a connect never times out
      listener.manager.cancelPeripheralConnection(listener.peripheral!)
      #expect(listener.peripheral!.state == .disconnected)
    }
    lamp.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("connected") }.count == 1)
    #expect(fixture.world.log.texts.contains("disconnected - in state 0"))
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `a failed connect reports its error (BT12)`() async throws {
    let (fixture, lamp) = try await startCentral(.state)
    lamp.refuseConnections(1)
    await fixture.touch { Kept.of("second", CentralListener(.connection, ["FFF0"])) }
    try await fixture.world.pass(.seconds(5))
    await fixture.touch {
      #expect(Kept.get("second", as: CentralListener.self)!.peripheral!.state == .disconnected)
    }
    #expect(fixture.world.log.texts.last == "failed CBErrorDomain 10")
  }

  @Test func `a delegate that implements the newer method does not get the older one (BT13)`()
    async throws
  {
    final class Newer: NSObject, CBCentralManagerDelegate {
      func centralManagerDidUpdateState(_ central: CBCentralManager) {}
      func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
      ) {
        let age = Date().timeIntervalSinceReferenceDate - timestamp
        print("newer \(isReconnecting) \(words(error)), \(age >= 0 && age < 0.1)")
      }
      func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
      ) {
        print("older")
      }
    }
    let (fixture, lamp) = try await startCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        listener.connectOptions = [CBConnectPeripheralOptionEnableAutoReconnect: true]
        return listener
      })
    await fixture.use { listener in
      Kept.of("newer", Newer())
      listener.manager.delegate = Kept.get("newer", as: Newer.self)
    }
    lamp.disconnect()
    try await fixture.world.pass(.milliseconds(50))
    await fixture.use { #expect($0.peripheral!.state == .connecting) }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { #expect($0.peripheral!.state == .connected) }
    #expect(fixture.world.log.texts.suffix(1) == ["newer true CBErrorDomain 7, true"])
  }

  @Test func `connection events are delivered for the registered options, and end with nil`()
    async throws
  {
    let (fixture, lamp) = try await startCentral(.state)
    await fixture.use {
      $0.manager.registerForConnectionEvents(
        options: [.serviceUUIDs: [CBUUID(string: "FFF0")]])
      Kept.of("second", CentralListener(.connection, ["FFF0"]))
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.use { $0.manager.registerForConnectionEvents() }
    lamp.disconnect()
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("event") } == ["event 1"])
  }
}
