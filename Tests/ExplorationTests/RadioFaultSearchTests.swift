import CoreBluetooth
import Testing
import UIKit
import YobanTesting

/// The findings of a search for the faults of radios and clocks in an app that expects none of them, and in the
/// same app when it is mended.
@Suite struct RadioFaultSearchTests {
  @Test(arguments: [
    (FaultKind.connectionsUpdatedInLoop, "the strap is connected"),
    (.connectsUnanswered, "the strap is connected"),
    (.roomNotReported, "the settings are sent"),
    (.accessoryClockFast, "the time of a value is right"),
  ])
  func `a search finds what an app forgets, and nothing in the mended one (BT31, BT32, RA3, RA4)`(
    kind: FaultKind, broken: String
  ) async throws {
    try await expectFound(kind, breaking: broken, Self.scenario)
  }

  private static func scenario(isMended: Bool) -> Scenario {
    { run in
      let world = run.world
      let strap = try world.addAccessory(
        "strap", advertising: Advertising(services: ["180D"]),
        services: [
          GATTService(
            "180D",
            [
              GATTCharacteristic("2A37", [.notify]),
              GATTCharacteristic("A001", [.writeWithoutResponse]),
            ])
        ])
      strap.switchOn()
      let phone = try world.addPhone(iOS: 26)
      strap.setClock(.seconds(phone.date.timeIntervalSince1970))
      let app = try phone.install(
        .making { StrapApp(isMended: isMended) },
        infoPlist: InfoPlist([
          "CFBundleName": "Strap", "NSBluetoothAlwaysUsageDescription": "Reads the strap.",
        ]))
      run.eventually(within: .minutes(2), "the strap is connected") { strap.isConnected }
      run.eventually(within: .minutes(2), "the settings are sent") {
        app.log.texts.filter { $0 == "settings begin" }.count
          == app.log.texts.filter { $0 == "settings end" }.count
      }
      run.always("the time of a value is right") {
        app.log.texts.allSatisfy { !$0.hasPrefix("wrong time") }
      }
      run.sometimes("a value arrives") { app.log.contains("value") }
      await phone.open(app)
      for number in 1...40 {
        try await world.pass(.seconds(15))
        let time = Int64(strap.clock / .milliseconds(1))
        strap.notify("2A37", withUnsafeBytes(of: time.bigEndian) { Data($0) })
        if number == 12 { strap.disconnect() }
      }
    }
  }
}

/// Sends 40 settings to a strap after each connection, and prints the values of the strap.
private final class StrapApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate
{
  private let isMended: Bool
  private var central: CBCentralManager?
  private var strap: CBPeripheral?
  private var unsent = 0
  private var losses = 0
  /// Counts the attempts to connect, so that a timer knows its own.
  private var attempt = 0

  init(isMended: Bool) { self.isMended = isMended }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(delegate: self, queue: nil)
    return true
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    strap = peripheral
    peripheral.delegate = self
    connect(peripheral)
  }

  /// Connects. The mended app gives each attempt ten seconds.
  private func connect(_ peripheral: CBPeripheral) {
    attempt += 1
    central?.connect(peripheral)
    guard isMended else { return }
    let number = attempt
    Task {
      try await Task.sleep(for: .seconds(10))
      guard number == attempt, peripheral.state == .connecting else { return }
      central?.cancelPeripheralConnection(peripheral)
      connect(peripheral)
    }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    if unsent > 0 { endSettings() }
    guard error != nil else { return }
    losses += 1
    // A strap that is lost five times is probably broken, thinks the faulty app.
    if isMended || losses < 5 { connect(peripheral) }
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for part in service.characteristics ?? [] where part.properties.contains(.notify) {
      peripheral.setNotifyValue(true, for: part)
    }
    unsent = 40
    print("settings begin")
    send()
  }

  private func endSettings() {
    unsent = 0
    print("settings end")
  }

  private func send() {
    guard let strap, unsent > 0,
      let target = strap.services?.first?.characteristics?.first(where: {
        $0.properties.contains(.writeWithoutResponse)
      })
    else { return }
    while unsent > 0, strap.canSendWriteWithoutResponse {
      strap.writeValue(Data([UInt8(unsent)]), for: target, type: .withoutResponse)
      unsent -= 1
    }
    if unsent == 0 { return endSettings() }
    guard isMended else { return }
    Task {
      try await Task.sleep(for: .milliseconds(50))
      send()
    }
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { send() }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let value = characteristic.value, value.count == 8 else { return }
    let sent = value.reduce(0 as Int64) { $0 << 8 | Int64($1) }
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    // The mended app takes the time of the arrival.
    let time = isMended ? now : sent
    print(abs(time - now) > 1_000 ? "wrong time" : "value")
  }
}
