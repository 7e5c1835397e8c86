import CoreBluetooth
import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests a phone that is an iBeacon for another phone (BT29).
@Suite(.world()) struct CoreLocationTransmitterTests {
  /// A delegate that advertises as a beacon as soon as possible.
  private final class Sender: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private let extra: [String: Any]

    init(_ extra: [String: Any] = [:]) {
      self.extra = extra
      super.init()
      manager = CBPeripheralManager(delegate: self, queue: nil)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
      guard peripheral.state == .poweredOn else { return }
      let region = CLBeaconRegion(uuid: beaconUUID, major: 3, minor: 4, identifier: "me")
      let data = region.peripheralData(withMeasuredPower: nil) as! [String: Any]
      peripheral.startAdvertising(data.merging(extra) { $1 })
    }

    func peripheralManagerDidStartAdvertising(
      _ peripheral: CBPeripheralManager, error: (any Error)?
    ) {
      print("advertising \(peripheral.isAdvertising) \(error == nil)")
    }
  }

  private struct Phones: @unchecked SimulationConfined {
    let world: World
    let sender: Phone
    let sending: InstalledApp
    let receiver: Phone
    let receiving: InstalledApp

    func lines(of device: Phone) -> [String] {
      device.log.texts.filter { $0 != "launched" && !$0.hasPrefix("authorized") }
    }
  }

  /// Starts a phone that transmits, and one at 2 m that monitors and ranges.
  private func startPair(
    modes: [String] = [], extra: [String: String] = [:],
    receive: @escaping @MainActor @Sendable (LocationListener) -> Void = {
      $0.manager.startRangingBeacons(satisfying: .init(uuid: beaconUUID))
    }
  ) async throws -> Phones {
    var appFixture = AppFixture { _ in Kept.of("sender", Sender(extra)) }
    appFixture.bundleIdentifier = "example.vendor.sender"
    appFixture.plist = InfoPlist([
      "UIBackgroundModes": modes, "NSBluetoothAlwaysUsageDescription": "test",
    ])
    let world = try World.current
    let (a, b) = (try world.addPhone("sender"), try world.addPhone("receiver"))
    b.place = Place(x: 2)
    let phones = Phones(
      world: world, sender: a, sending: try a.install(appFixture), receiver: b,
      receiving: try b.install(locationApp(monitoring: [], receive)))
    b.location.setAuthorization(.always, for: phones.receiving)
    await a.open(phones.sending)
    await b.open(phones.receiving)
    return phones
  }

  @Test func `another phone ranges the transmitting phone at its distance (BT29, BC8)`()
    async throws
  {
    let phones = try await startPair()
    try await Task.sleep(for: .milliseconds(5500))
    #expect(phones.lines(of: phones.sender) == ["advertising true true"])
    // In the first second, the sender's user is asked for permission.
    #expect(phones.lines(of: phones.receiver).suffix(2) == ["ranged 1", "ranged 1"])
    await phones.receiver.listener(phones.receiving) { listener in
      let beacon = listener.lastRanged[0]
      #expect(beacon.major == 3 && beacon.minor == 4 && beacon.proximity == .near)
    }
  }

  static let modes: [[String]] = [[], ["bluetooth-peripheral"]]

  @Test(arguments: modes.indices)
  func `in background the beacon is not transmitted, even with the background mode (BT29)`(
    _ row: Int
  )
    async throws
  {
    let phones = try await startPair(
      modes: Self.modes[row], receive: { $0.manager.startMonitoring(for: beacons("door")) })
    try await Task.sleep(for: .seconds(60))
    #expect(phones.lines(of: phones.receiver).contains("inside door"))
    await phones.sender.goHome()
    try await Task.sleep(for: .seconds(60))
    #expect(phones.lines(of: phones.receiver).contains("exit door"))
    await phones.sender.open(phones.sending)
    try await Task.sleep(for: .seconds(10))
    #expect(
      phones.lines(of: phones.receiver).suffix(4) == [
        "exit door", "outside door", "enter door", "inside door",
      ])
  }

  @Test func `stopAdvertising ends the beacon (BT29)`() async throws {
    let phones = try await startPair()
    try await Task.sleep(for: .milliseconds(5500))
    await phones.sender.touch(phones.sending, "stop") {
      Kept.get("sender", as: Sender.self)!.manager.stopAdvertising()
    }
    try await Task.sleep(for: .seconds(30))
    #expect(phones.lines(of: phones.receiver).last == "ranged 0")
  }

  @Test func `other data together with the beacon is not sent, with a finding (BT29)`() async throws
  {
    let phones = try await startPair(extra: [CBAdvertisementDataLocalNameKey: "Phone"])
    try await Task.sleep(for: .seconds(10))
    #expect(phones.world.trace.findings.map(\.kind) == [.bleAdvertisingKeysIgnored])
    #expect(phones.world.trace.findings[0].what.contains(CBAdvertisementDataLocalNameKey))
    #expect(phones.lines(of: phones.receiver).last == "ranged 1")
  }

  /// A delegate that scans for all advertisements.
  private final class Scanner: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager!
    override init() {
      super.init()
      manager = CBCentralManager(delegate: self, queue: nil)
    }
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }
    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
      advertisementData: [String: Any], rssi RSSI: NSNumber
    ) { print("discovered", advertisementData[CBAdvertisementDataServiceUUIDsKey] != nil) }
  }

  @Test func `Core Bluetooth does not find beacons`() async throws {
    let phones = try await startPair(receive: { _ in Kept.of("scanner", Scanner()) })
    let beacon = try phones.world.addBeacon("beacon", uuid: beaconUUID, major: 1, minor: 2)
    beacon.switchOn()
    try await Task.sleep(for: .seconds(60))
    #expect(phones.lines(of: phones.receiver).isEmpty)
    // A beacon that also advertises a service is found.
    let mixed = try phones.world.addBeacon("mixed", uuid: beaconUUID, major: 3, minor: 3)
    mixed.advertising.data.services = ["180D"]
    mixed.switchOn()
    try await Task.sleep(for: .seconds(10))
    #expect(Set(phones.lines(of: phones.receiver)) == ["discovered true"])
  }
}
