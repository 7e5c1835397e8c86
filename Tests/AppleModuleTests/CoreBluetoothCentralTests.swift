import CoreBluetooth
import Foundation
import SimulatedOS
import Testing
import UIKit

@Suite struct CoreBluetoothCentralTests {
  // MARK: Making a manager

  @Test func `without a usage description the first manager ends the app (BT3)`() async throws {
    let stage = try await play(
      AppScript { _ in
        Kept.of("manager", CBCentralManager(delegate: nil, queue: nil))
        print("must not run")
      }
    ) { try await $0.wait(.seconds(1)) }
    #expect(stage.lines.isEmpty && stage.terminations.count == 1)
    #expect("\(stage.terminations)".contains("NSBluetoothAlwaysUsageDescription"))
  }

  static let answers: [(BluetoothAuthorization, CBManagerAuthorization, lines: [String])] = [
    (.allowedAlways, .allowedAlways, ["state 5"]),
    (.denied, .denied, ["state 3"]),
    (.restricted, .restricted, ["state 3"]),
  ]

  @Test(arguments: answers.indices)
  func `the person is asked; then the delegate hears the first state (BT1, BT3)`(_ row: Int)
    async throws
  {
    let (answer, authorization, lines) = Self.answers[row]
    var script = AppScript { _ in
      Kept.of("listener", CentralListener(.state))
      print("before: \(CBManager.authorization.rawValue) \(Stage.listener.manager.state.rawValue)")
    }
    script.plist = bluetoothPlist
    let stage = try await play(script, opened: false) { stage in
      stage.phone.bluetooth.answers["Scripted"] = answer
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(10))
      await stage.touch { #expect(CBManager.authorization == authorization) }
    }
    #expect(stage.lines == ["before: 0 0"] + lines)
  }

  @Test(arguments: [true, false])
  func `callbacks come on the queue given, on the main queue if none is`(_ isMain: Bool)
    async throws
  {
    let key = DispatchSpecificKey<String>()
    let stage = try await playCentral(
      .connection,
      make: {
        let queue = isMain ? nil : DispatchQueue(label: "radio")
        queue?.setSpecific(key: key, value: "radio")
        let listener = CentralListener(.attributes, ["FFF0"], queue: queue)
        listener.ready = { _ in
          print("on \(DispatchQueue.getSpecific(key: key) ?? "another"), \(Thread.isMainThread)")
        }
        return listener
      }
    ) { _, _ in }
    #expect(stage.lines.last == (isMain ? "on another, true" : "on radio, false"))
  }

  @Test func `events come in the order in which they happened`() async throws {
    let stage = try await playCentral(
      .connection,
      make: {
        let listener = CentralListener(.attributes, ["FFF0"], queue: DispatchQueue(label: "radio"))
        listener.ready = { peripheral in
          peripheral.services?[0].characteristics?.forEach {
            peripheral.setNotifyValue(true, for: $0)
          }
        }
        return listener
      }
    ) { stage, lamp in
      for number in 0..<50 {
        while !lamp.notify("FFF2", Data([UInt8(number)])) { try await stage.wait(.milliseconds(5)) }
      }
      try await stage.wait(.seconds(5))
    }
    let values = stage.lines.filter { $0.hasPrefix("value") }
    #expect(values == (0..<50).map { String(format: "value FFF2 %02x -", $0) })
  }

  // MARK: Discovery

  @Test func `an advertisement has Apple's keys, each with its type, and no others`() async throws {
    nonisolated(unsafe) var seen: [String: Any] = [:]
    final class Watcher: NSObject, CBCentralManagerDelegate {
      let told: ([String: Any]) -> Void
      init(_ told: @escaping ([String: Any]) -> Void) { self.told = told }
      func centralManagerDidUpdateState(_ central: CBCentralManager) {
        central.scanForPeripherals(withServices: nil)
      }
      func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
      ) {
        if advertisementData[CBAdvertisementDataTxPowerLevelKey] != nil { told(advertisementData) }
      }
    }
    var script = AppScript { _ in
      let watcher = Watcher { seen = $0 }
      Kept.of("watcher", watcher)
      Kept.of("manager", CBCentralManager(delegate: watcher, queue: nil))
    }
    script.plist = bluetoothPlist
    try await play(script, opened: false) { stage in
      var advertising = Advertising(services: ["180D", "FFF0"], localName: "Full")
      advertising.data.txPowerLevel = -4
      advertising.data.manufacturerData = Data([0x4C, 0, 1])
      advertising.data.serviceData = [.init("180F", Data([99]))]
      advertising.data.solicitedServices = ["1805"]
      stage.world.addAccessory("full", advertising: advertising).switchOn()
      stage.phone.bluetooth.setAuthorization(.allowedAlways, for: stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(3))
    }
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

  @Test func `what an advertisement does not say is not in the dictionary`() async throws {
    let stage = try await playCentral(
      .discovery,
      make: {
        let listener = CentralListener(.discovery, ["FFF0"])
        listener.scanOptions = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
        return listener
      }
    ) { stage, lamp in
      lamp.advertising = Advertising(services: ["FFF0"])
      try await stage.wait(.seconds(2))
    }
    #expect(stage.lines.last == "found -")
    #expect(stage.lines.contains("found Lamp"))
  }

  /// On or off, as apps write it.
  static let flags: [(value: @Sendable () -> Any, isOn: Bool)] = [
    ({ true }, true), ({ NSNumber(value: true) }, true), ({ 1 }, true),
    ({ NSNumber(value: 1) }, true), ({ false }, false), ({ NSNumber(value: false) }, false),
    ({ 0 }, false),
  ]

  @Test(arguments: flags.indices)
  func `an option is on or off, as a Bool or a number; then each advertisement is told (BT5, BT6)`(
    _ row: Int
  ) async throws {
    let (value, isOn) = Self.flags[row]
    let stage = try await playCentral(
      .discovery,
      make: {
        let listener = CentralListener(.discovery, ["FFF0"])
        listener.scanOptions = [CBCentralManagerScanOptionAllowDuplicatesKey: value()]
        return listener
      }
    ) { _, _ in }
    #expect((stage.lines.filter { $0 == "found Lamp" }.count > 1) == isOn)
  }

  @Test(arguments: [{ 60 }, { 60.0 }, { NSNumber(value: 60) }] as [@Sendable () -> Any])
  func `StartDelay is a number of seconds (BT12)`(_ delay: @Sendable () -> Any) async throws {
    let seconds = delay()
    nonisolated(unsafe) let options = [CBConnectPeripheralOptionStartDelayKey: seconds]
    try await playCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        listener.connectOptions = options
        return listener
      }
    ) { stage, lamp in
      try await stage.wait(.seconds(54))
      #expect(!lamp.isConnected)
      try await stage.wait(.seconds(10))
      #expect(lamp.isConnected)
    }
  }

  @Test func `isScanning follows scan, stop and power (BT2)`() async throws {
    try await playCentral(.discovery) { stage, _ in
      await stage.use { #expect($0.manager.isScanning) }
      await stage.use { $0.manager.stopScan() }
      await stage.use { #expect(!$0.manager.isScanning) }
      await stage.use { $0.manager.scanForPeripherals(withServices: nil) }
      stage.phone.bluetooth.switchOff(by: .settings)
      try await stage.wait(.seconds(1))
      await stage.use { #expect(!$0.manager.isScanning && $0.manager.state == .poweredOff) }
      await stage.use {
        $0.manager.scanForPeripherals(withServices: nil)
        #expect(!$0.manager.isScanning)
      }
    }
  }

  @Test func `a command before the first state is dropped, with a finding (BT1)`() async throws {
    let stage = try await playCentral(
      .state,
      make: {
        let listener = CentralListener(.state)
        listener.manager.scanForPeripherals(withServices: nil)
        #expect(!listener.manager.isScanning)
        return listener
      }
    ) { _, _ in }
    #expect(stage.lines == ["state 5"])
    #expect(stage.findingNames == ["ble.wrong-state BT1"])
  }

  // MARK: Connections

  @Test func `the state of a peripheral follows the calls and the callbacks (BT12, BT13)`()
    async throws
  {
    let stage = try await playCentral(.connection) { stage, lamp in
      await stage.use { listener in
        let peripheral = listener.peripheral!
        #expect(peripheral.state == .connected)
        listener.manager.cancelPeripheralConnection(peripheral)
        #expect(peripheral.state == .disconnecting)
      }
      try await stage.wait(.seconds(1))
      lamp.switchOff()
      await stage.use { listener in
        let peripheral = listener.peripheral!
        #expect(peripheral.state == .disconnected)
        listener.manager.connect(peripheral)
        #expect(peripheral.state == .connecting)
      }
      try await stage.wait(.seconds(3600))
      await stage.use { listener in
        #expect(listener.peripheral!.state == .connecting)  // never times out
        listener.manager.cancelPeripheralConnection(listener.peripheral!)
        #expect(listener.peripheral!.state == .disconnected)
      }
      lamp.switchOn()
      try await stage.wait(.seconds(10))
    }
    #expect(stage.lines.filter { $0.hasPrefix("connected") }.count == 1)
    #expect(stage.lines.contains("disconnected - in state 0"))
    #expect(stage.world.trace.findings.isEmpty)
  }

  @Test func `a lost connection comes with error 6, an ended one with 7 (BT13)`() async throws {
    let stage = try await playCentral(.connection) { stage, lamp in
      lamp.disconnect()
      try await stage.wait(.seconds(1))
      await stage.use { $0.manager.connect($0.peripheral!) }
      try await stage.wait(.seconds(5))
      lamp.switchOff()
      try await stage.wait(.seconds(5))
    }
    #expect(
      stage.lines.filter { $0.hasPrefix("disconnected") }
        == ["disconnected CBErrorDomain 7 in state 0", "disconnected CBErrorDomain 6 in state 0"])
  }

  @Test func `a connection that fails is told with its error (BT12)`() async throws {
    let stage = try await playCentral(.state) { stage, lamp in
      lamp.refuseConnections(1)
      await stage.touch { Kept.of("second", CentralListener(.connection, ["FFF0"])) }
      try await stage.wait(.seconds(5))
      await stage.touch {
        #expect(Kept.get("second", as: CentralListener.self)!.peripheral!.state == .disconnected)
      }
    }
    #expect(stage.lines.last == "failed CBErrorDomain 10")
  }

  @Test func `a peripheral that the phone never met is not retrieved (BT19)`() async throws {
    try await playCentral(.state) { stage, _ in
      await stage.use { listener in
        let identifiers = [UUID(uuidString: "E20A39F4-73F5-4BC4-A12F-17D1AD07A961")!]
        #expect(listener.manager.retrievePeripherals(withIdentifiers: identifiers).isEmpty)
        #expect(listener.manager.retrievePeripherals(withIdentifiers: []).isEmpty)
      }
    }
  }

  @Test func `a delegate that knows the newer method hears no older one (BT13)`() async throws {
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
    let stage = try await playCentral(
      .connection,
      make: {
        let listener = CentralListener(.connection, ["FFF0"])
        listener.connectOptions = [CBConnectPeripheralOptionEnableAutoReconnect: true]
        return listener
      }
    ) { stage, lamp in
      await stage.use { listener in
        Kept.of("newer", Newer())
        listener.manager.delegate = Kept.get("newer", as: Newer.self)
      }
      lamp.disconnect()
      try await stage.wait(.milliseconds(50))
      await stage.use { #expect($0.peripheral!.state == .connecting) }
      try await stage.wait(.seconds(5))
      await stage.use { #expect($0.peripheral!.state == .connected) }
    }
    #expect(stage.lines.suffix(1) == ["newer true CBErrorDomain 7, true"])
  }

  @Test func `connection events come for what was registered, and end with nil`() async throws {
    let stage = try await playCentral(.state) { stage, lamp in
      await stage.use {
        $0.manager.registerForConnectionEvents(
          options: [.serviceUUIDs: [CBUUID(string: "FFF0")]])
        Kept.of("second", CentralListener(.connection, ["FFF0"]))
      }
      try await stage.wait(.seconds(5))
      await stage.use { $0.manager.registerForConnectionEvents() }
      lamp.disconnect()
      try await stage.wait(.seconds(5))
    }
    #expect(stage.lines.filter { $0.hasPrefix("event") } == ["event 1"])
  }
}
