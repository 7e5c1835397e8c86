import CoreBluetooth
import Foundation
import UIKit
import YobanTesting
import YobanVirtualTime

/// GATT reads through the delegate API of an ordinary app, and a night near many accessories with a
/// suspended app.
enum BluetoothBenchmark {
  private static let reads = 200_000

  static func run() async throws {
    try await readsPerSecond()
    try await manyAccessories()
  }

  /// Measures a sequence of `readValue(for:)`, response and `didUpdateValueFor`. The yardstick is
  /// twice as many blocks on a simulated process's main queue, the minimum for such reads.
  private static func readsPerSecond() async throws {
    let world = try World(seed: 1)
    let clock = CPUClock()
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      let strap = try world.addAccessory(
        "strap", advertising: Advertising(services: ["180F"]),
        services: [GATTService("180F", [GATTCharacteristic("2A19", [.read], value: Data([87]))])])
      strap.switchOn()
      let app = try phone.install(definition("Reader", [], delegate: ReaderDelegate.self))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      // One read takes one connection interval of 30 ms.
      try await Task.sleep(for: .milliseconds(30 * (reads + 100)))
    }
    let seconds = clock.seconds
    let done = Int(
      world.trace.events.reduce(0) { sum, event in
        if case .attribute(_, "read 2A19", nil)? = event.bluetooth { sum + 1 } else { sum }
      })
    precondition(done >= reads, "only \(done) reads were answered")
    report("GATT reads through the delegate", operations: done, seconds: seconds, unit: "reads")
    print("  reads per second: \(Int(Double(done) / seconds))")
    let yardstick = try await blocks(2 * done)
    report(
      "  yardstick: blocks on a main queue", operations: 2 * done, seconds: yardstick,
      unit: "blocks")
    print("  ratio reads / two blocks: \(rounded(seconds / yardstick))")
  }

  private static func blocks(_ count: Int) async throws -> Double {
    let simulation = Simulation(seed: 1)
    let clock = CPUClock()
    try await simulation.run {
      let chain = BlockChain(count)
      DispatchQueue.main.async { chain.next() }
      while chain.left > 0 { try await Task.sleep(for: .seconds(1)) }
    }
    return clock.seconds
  }

  private final class BlockChain: @unchecked SimulationConfined {
    var left: Int
    init(_ count: Int) { left = count }
    func next() {
      left -= 1
      if left > 0 { DispatchQueue.main.async { self.next() } }
    }
  }

  /// Measures 12 hours in which 100 accessories advertise; the app scans for their service and is
  /// suspended.
  private static func manyAccessories() async throws {
    let world = try World(seed: 1)
    let clock = CPUClock()
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      for i in 0..<100 {
        try world.addAccessory(
          "tag \(i)", advertising: Advertising(services: [i % 2 == 0 ? "180F" : "180D"])
        ).switchOn()
      }
      let app = try phone.install(
        definition("Scanner", ["bluetooth-central"], delegate: ScannerDelegate.self))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      await phone.open(app)
      await phone.goHome()
      try await Task.sleep(for: .seconds(12 * 3600))
      precondition(app.state == .suspended)
    }
    let found = world.trace.events.count { event in
      if case .discovered? = event.bluetooth { true } else { false }
    }
    precondition(found == 50, "\(found) accessories were found")
    print(
      "100 accessories, 12 h, suspended app: \(rounded(clock.seconds * 1000)) ms CPU, \(found) found"
    )
  }

  private static func definition(
    _ name: String, _ modes: [String], delegate: UIResponder.Type
  ) -> AppDefinition {
    let delegate = NSStringFromClass(delegate)
    return AppDefinition(
      bundleIdentifier: "benchmark.\(name)", name: name,
      infoPlist: InfoPlist([
        "UIBackgroundModes": modes, "NSBluetoothAlwaysUsageDescription": "To measure.",
      ])
    ) {
      UIApplicationMain(0, nil, nil, delegate)
    }
  }
}

extension TraceEvent {
  fileprivate var bluetooth: BluetoothEvent? {
    if let event = kind.bluetooth { event } else { nil }
  }
}

/// Reads one characteristic repeatedly, as fast as possible.
final class ReaderDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate
{
  private var central: CBCentralManager?
  private var peripheral: CBPeripheral?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(delegate: self, queue: nil)
    return true
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
  }
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    self.peripheral = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { return }
    peripheral.discoverCharacteristics(nil, for: service)
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    if let level = service.characteristics?.first { peripheral.readValue(for: level) }
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    peripheral.readValue(for: characteristic)
  }
}

/// Scans for one service and ignores the results.
final class ScannerDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate
{
  private var central: CBCentralManager?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    central = CBCentralManager(delegate: self, queue: nil)
    return true
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn {
      central.scanForPeripherals(withServices: [CBUUID(string: "180F")])
    }
  }
}
